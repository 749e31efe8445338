#!/bin/sh
# Records how many struct types of real programs may change shape, as the front end writes them and
# as -O2 leaves them, and fails if there are fewer than bench/dtrans-yield.json says.
#
# usage: scripts/campaign-dtrans.sh [BUILD] [--record]
#
# BUILD holds bin/lathe; sources and linked bitcode go to BUILD/campaign. What was fetched and
# linked before is used again.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
record=
for argument in "$@"; do
    case $argument in
    --record) record=--record ;;
    -*)
        echo "usage: $0 [BUILD] [--record]" >&2
        exit 2
        ;;
    *) build=$argument ;;
    esac
done
build=$(cd "$build" && pwd)
work=$build/campaign
clang=${CLANG:-clang-22}
link=${LLVM_LINK:-llvm-link-22}
jobs=$(nproc)
front="-O1 -Xclang -disable-llvm-passes"

die() {
    echo "campaign: $*" >&2
    exit 2
}

[ -x "$build/bin/lathe" ] || die "$build/bin/lathe is not built"
mkdir -p "$work/bc"

# compile LEVEL PROGRAM FLAGS OPTIMIZATION: the listed files, next to each other, then linked
compile() {
    objects=$work/objects
    rm -rf "$objects"
    mkdir "$objects"
    # The file's path names its object: programs have main.c in more than one folder.
    xargs -P "$jobs" -I '{}' sh -c 'out=$(echo "$1" | tr / _)
        '"$clang -w -g -flto=full $4 $3"' -c "$1" -o "'"$objects"'/$out.bc"' sh '{}' \
        <"$work/sources" 2>>"$work/clang.log" || die "$2 does not compile: $work/clang.log"
    "$link" "$objects"/*.bc -o "$work/bc/$2.$1.bc" || die "$2 does not link"
    rm -rf "$objects"
}

# program PACKAGE NAME FLAGS SOURCES: flags and patterns of sources, both relative to the package
program() {
    package=$1 name=$2 flags=$3
    [ -f "$work/bc/$name.O2.bc" ] && return
    cd "$work/$package"
    # shellcheck disable=SC2086
    ls $4 >"$work/sources"
    compile front "$name" "$flags" "$front"
    compile O2 "$name" "$flags" -O2
    cd "$root"
    echo "campaign: $name: $(wc -l <"$work/sources") files"
}

fetch() {
    "$root/scripts/fetch-source.sh" "$1" "$work" 2>>"$work/fetch.log" ||
        die "$1 cannot be fetched: $work/fetch.log"
}

# configure PACKAGE OPTION…: what the package itself finds out about the system
configure() {
    package=$1
    shift
    [ -f "$work/$package/.configured" ] && return
    (cd "$work/$package" && CC=$clang CFLAGS="-O1 -w" sh ./configure "$@") \
        >"$work/$package.log" 2>&1 || die "$package cannot be configured: $work/$package.log"
    touch "$work/$package/.configured"
}

for package in lua5.4 bzip2 zlib picosat lz4 abcmidi tcc lame mawk byacc potrace glpk; do
    fetch "$package"
done
configure tcc --cc="$clang"
configure lame --disable-shared
configure mawk
configure byacc
configure potrace
configure glpk --disable-shared
# What the builds of lua and picosat write, and a table that mawk generates for itself.
echo '#define DEB_HOST_MULTIARCH "lib"' >"$work/lua5.4/src/lua5.4-deb-multiarch.h"
echo '#define PICOSAT_VERSION ""
#define PICOSAT_CC ""
#define PICOSAT_CFLAGS ""' >"$work/picosat/config.h"
[ -f "$work/mawk/scancode.c" ] || make -s -C "$work/mawk" scancode.c >>"$work/mawk.log" 2>&1

program lua5.4 lua "-Isrc -DLUA_COMPAT_5_3 -DLUA_USE_POSIX" \
    "src/l[a-t]*.c src/lua.c src/lundump.c src/lutf8lib.c src/lvm.c src/lzio.c"
program bzip2 bzip2 "-D_FILE_OFFSET_BITS=64" "bzip2.c bzlib.c blocksort.c compress.c crctable.c
    decompress.c huffman.c randtable.c"
program zlib minigzip "-I. -DHAVE_UNISTD_H -DHAVE_STDARG_H -D_LARGEFILE64_SOURCE=1" \
    "*.c test/minigzip.c"
program picosat picosat "-DNDEBUG -DTRACE" "app.c main.c picosat.c version.c"
program lz4 lz4 "-Ilib -DXXH_NAMESPACE=LZ4_" "lib/*.c programs/*.c"
program abcmidi abc2midi "-DANSILIBS" "parseabc.c store.c genmidi.c queues.c parser2.c midifile.c
    stresspat.c music_utils.c"
program tcc tcc "-I. -DONE_SOURCE=1" tcc.c
program lame lame "-DHAVE_CONFIG_H -I. -Iinclude -Ilibmp3lame -Impglib -Ifrontend" \
    "libmp3lame/*.c libmp3lame/vector/*.c mpglib/common.c mpglib/interface.c mpglib/layer[123].c
    mpglib/tabinit.c mpglib/dct64_i386.c mpglib/decode_i386.c frontend/lame_main.c frontend/main.c
    frontend/brhist.c frontend/console.c frontend/get_audio.c frontend/lametime.c frontend/parse.c
    frontend/timestatus.c"
program mawk mawk "-DHAVE_CONFIG_H -I." "parse.c scan.c memory.c main.c hash.c execute.c code.c da.c
    error.c init.c bi_vars.c cast.c print.c bi_funct.c kw.c jmp.c array.c field.c split.c re_cmpl.c
    regexp.c zmalloc.c fin.c files.c scancode.c matherr.c fcall.c version.c"
program byacc byacc "-DHAVE_CONFIG_H -I. -DYYPATCH=1 -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=500" \
    "closure.c error.c graph.c lalr.c lr0.c main.c mkpar.c mstring.c output.c reader.c yaccpar.c
    symtab.c verbose.c warshall.c"
program potrace potrace "-DHAVE_CONFIG_H -I. -Isrc" "src/main.c src/bitmap_io.c src/backend_*.c
    src/flate.c src/greymap.c src/render.c src/lzw.c src/progress_bar.c src/bbox.c src/trans.c
    src/curve.c src/trace.c src/decompose.c src/potracelib.c"
program glpk glpsol "-DHAVE_CONFIG_H -I. -Isrc -Isrc/amd -Isrc/api -Isrc/bflib -Isrc/colamd \
    -Isrc/draft -Isrc/env -Isrc/intopt -Isrc/minisat -Isrc/misc -Isrc/mpl -Isrc/npp -Isrc/proxy \
    -Isrc/simplex -Isrc/zlib" "examples/glpsol.c src/[a-oq-z]*/*.c
    src/proxy/proxy*.c"

python3 "$root/scripts/campaign_dtrans.py" --lathe "$build/bin/lathe" --yield \
    "$root/bench/dtrans-yield.json" --out "$work" $record "$work"/bc/*.front.bc
