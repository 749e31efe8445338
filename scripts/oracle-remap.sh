#!/bin/sh
# oracle-remap.sh [BUILD]: real programs behave the same after remapping and editing.
#
# lua5.4, bzip2 and zlib are built as one front-end bitcode module each; ir-rename-structs and the
# passes that exercise the editing layer rewrite it; the results, compiled at -O0 and -O2, must give
# the output and exit codes of the original on real workloads.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build}" && pwd)
oracle=$build/oracle
bin=$(dirname "$(command -v clang-22)")
failed=0

module() { # NAME CFLAGS FILE…: links the files into one module, $oracle/NAME.bc
    name=$1 cflags=$2
    shift 2
    [ -f "$oracle/$name.bc" ] && return
    rm -rf "$oracle/$name.parts"
    mkdir "$oracle/$name.parts"
    i=0
    for file in "$@"; do
        i=$((i + 1))
        # shellcheck disable=SC2086 # the flags are words
        "$bin/clang-22" -c -emit-llvm -O1 -Xclang -disable-llvm-passes -g -w $cflags "$file" \
            -o "$oracle/$name.parts/$i.bc"
    done
    "$bin/llvm-link-22" "$oracle/$name.parts"/*.bc -o "$oracle/$name.bc"
}

no_old_names() { # NAME: after renaming, no struct keeps its old name
    "$build/bin/lathe" opt --passes=ir-rename-structs "$oracle/$1.bc" -o "$oracle/$1.renamed.ll"
    if grep -E '^[^"]*%"?(struct|union|enum)\.' "$oracle/$1.renamed.ll" >"$oracle/$1.old"; then
        echo "$1: old names remain:" >&2
        head -3 "$oracle/$1.old" >&2
        failed=1
        return
    fi
    count=$(grep -c '^%lathe\..* = type' "$oracle/$1.renamed.ll")
    echo "$1: $count struct types renamed, no old name left"
}

compare() { # NAME COMPARE-OPTIONS…
    name=$1
    shift
    no_old_names "$name"
    if python3 "$root/tests/run/compare.py" "$oracle/$name.bc" --lathe "$build/bin/lathe" \
        --clang "$bin/clang-22" --timeout 120 \
        --passes=ir-rename-structs --passes=ir-test-split-blocks --passes=ir-test-split-edges \
        --passes=sroa,ir-test-rebuild-phis --passes=ir-test-clone-functions \
        --passes=sroa,ir-test-split-edges,ir-rename-structs,ir-test-clone-functions "$@"; then
        echo "$name: identical"
    else
        echo "$name: DIFFERENT" >&2
        failed=1
    fi
}

mkdir -p "$oracle"
for package in lua5.4 bzip2 zlib; do
    "$root/scripts/fetch-source.sh" "$package" "$oracle"
done

lua=$oracle/lua5.4/src
mkdir -p "$oracle/include" # the package's build writes this header
echo '#define DEB_HOST_MULTIARCH "none"' >"$oracle/include/lua5.4-deb-multiarch.h"
# shellcheck disable=SC2046 # file names without spaces
module lua "-I$oracle/include -DLUA_USE_LINUX -DLUA_COMPAT_5_3" $(ls "$lua"/l*.c | grep -v /luac.c)
compare lua --ldflags="-lm -ldl" --run="$root/tests/oracle/workload.lua" --run="-v"

bz=$oracle/bzip2
module bzip2 "-D_FILE_OFFSET_BITS=64" "$bz/bzip2.c" "$bz/bzlib.c" "$bz/blocksort.c" \
    "$bz/compress.c" "$bz/crctable.c" "$bz/decompress.c" "$bz/huffman.c" "$bz/randtable.c"
compare bzip2 --run="-1c < $bz/sample1.ref" --run="-9c < $bz/sample2.ref" \
    --run="-dc < $bz/sample1.bz2" --run="-dcs < $bz/sample3.bz2" --run="-dc $bz/sample2.bz2"

z=$oracle/zlib
library="$z/adler32.c $z/compress.c $z/crc32.c $z/deflate.c $z/gzclose.c $z/gzlib.c $z/gzread.c
    $z/gzwrite.c $z/infback.c $z/inffast.c $z/inflate.c $z/inftrees.c $z/trees.c $z/uncompr.c
    $z/zutil.c"
flags="-I$z -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1"
# shellcheck disable=SC2086
module zlib-example "$flags" $library "$z/test/example.c"
compare zlib-example --run="foo.gz"
# shellcheck disable=SC2086
module zlib-minigzip "$flags" $library "$z/test/minigzip.c"
gzip -9nc "$z/ChangeLog" >"$oracle/sample.gz"
compare zlib-minigzip --run="-9 < $z/ChangeLog" --run="-1 < $z/deflate.c" \
    --run="-d < $oracle/sample.gz"

exit $failed
