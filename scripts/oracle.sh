#!/bin/sh
# Compares lathe's control flow analyses with opt's on every function of three real C programs,
# as the front end writes them and as -O2 leaves them.
#
# usage: scripts/oracle.sh [BUILD]      BUILD holds bin/lathe; scratch goes to BUILD/oracle
#
# Sources come from Debian through a private apt configuration: the system's is not touched.
# What was fetched and compiled before is used again.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$root/build}
work=$build/oracle
clang=${CLANG:-clang-22}
opt=${OPT:-opt-22}

die() {
    echo "oracle: $*" >&2
    exit 2
}

[ -x "$build/bin/lathe" ] || die "$build/bin/lathe is not built"
mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/src" "$work/bc"
work=$(cd "$work" && pwd)

apt() {
    apt-get -q -o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" \
        -o APT::Sandbox::User=root "$@"
}

list_sources() {
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
        "${DEBIAN_MIRROR:-http://deb.debian.org/debian} $codename main" >"$work/apt/sources.list"
    apt update >"$work/apt/log" 2>&1 || die "apt-get update failed, see $work/apt/log"
}

# fetch PACKAGE: its unpacked source becomes $work/src/PACKAGE
fetch() {
    [ -d "$work/src/$1" ] && return
    [ -f "$work/apt/sources.list" ] || list_sources
    mkdir -p "$work/unpack"
    (cd "$work/unpack" && apt source "$1") >>"$work/apt/log" 2>&1 ||
        die "apt-get source $1 failed, see $work/apt/log"
    mv "$work/unpack/$1"-*/ "$work/src/$1"
    rm -rf "$work/unpack"
}

# compile PACKAGE LEAST FOLDER FLAG…: every C file of the folder, at both levels
compile() {
    package=$1 least=$2 folder=$work/src/$1/$3
    shift 3
    count=0
    for source in "$folder"/*.c; do
        name=$package-$(basename "$source" .c)
        if compile_file "$source" "$name" "-I$folder" "$@"; then
            count=$((count + 1))
        else
            echo "oracle: does not compile: $source"
        fi
    done
    echo "$package: $count C files"
    [ "$count" -ge "$least" ] || die "$package: fewer than $least files compile"
}

compile_file() {
    source=$1 name=$2
    shift 2
    [ -f "$work/bc/$name.O2.bc" ] && return
    "$clang" -w -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm -c \
        "$@" "$source" -o "$work/bc/$name.front.bc" 2>>"$work/clang.log" &&
        "$clang" -w -O2 -emit-llvm -c "$@" "$source" -o "$work/bc/$name.O2.bc" \
            2>>"$work/clang.log"
}

fetch lua5.4
fetch bzip2
fetch zlib
# Debian's build makes this header.
echo '#define DEB_HOST_MULTIARCH "lib"' >"$work/src/lua5.4/src/lua5.4-deb-multiarch.h"
compile lua5.4 33 src -DLUA_COMPAT_5_3 -DLUA_USE_POSIX
compile bzip2 8 . -D_FILE_OFFSET_BITS=64
compile zlib 15 . -DHAVE_UNISTD_H -DHAVE_STDARG_H -D_LARGEFILE64_SOURCE=1

python3 "$root/tests/oracle/compare.py" --lathe="$build/bin/lathe" --opt="$opt" --min=2000 \
    "$work"/bc/*.bc
