#!/bin/sh
# Compares lathe's control flow analyses with opt's on every function of three real C programs,
# as the front end writes them and as -O2 leaves them.
#
# usage: scripts/oracle.sh [BUILD]      BUILD holds bin/lathe; scratch goes to BUILD/oracle
#
# What was fetched and compiled before is used again.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build}" && pwd)
work=$build/oracle
clang=${CLANG:-clang-22}
opt=${OPT:-opt-22}

die() {
    echo "oracle: $*" >&2
    exit 2
}

[ -x "$build/bin/lathe" ] || die "$build/bin/lathe is not built"
mkdir -p "$work/bc"

# compile PACKAGE LEAST FOLDER FLAG…: every C file of the folder, at both levels
compile() {
    package=$1 least=$2 folder=$work/$1/$3
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

for package in lua5.4 bzip2 zlib; do
    "$root/scripts/fetch-source.sh" "$package" "$work"
done
# Debian's build makes this header.
echo '#define DEB_HOST_MULTIARCH "lib"' >"$work/lua5.4/src/lua5.4-deb-multiarch.h"
compile lua5.4 33 src -DLUA_COMPAT_5_3 -DLUA_USE_POSIX
compile bzip2 8 . -D_FILE_OFFSET_BITS=64
compile zlib 15 . -DHAVE_UNISTD_H -DHAVE_STDARG_H -D_LARGEFILE64_SOURCE=1

python3 "$root/tests/oracle/compare.py" --lathe="$build/bin/lathe" --opt="$opt" --min=2000 \
    "$work"/bc/*.bc
