#!/bin/sh
# oracle-ptr.sh [BUILD]: real and generated programs do not touch memory that their pointer classes
# keep apart.
#
# lua5.4, bzip2, zlib, generated programs (bench/gen_program.py) and random ones (csmith) are traced
# at run time, as the front end leaves them and as clang -O2 does (tests/run/ptr_check.py).
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$root/build}
oracle=$build/oracle
bin=$(dirname "$(command -v clang-22)")
failed=0

check() { # NAME PTR_CHECK-OPTIONS…
    echo "$1:"
    shift
    python3 "$root/tests/run/ptr_check.py" --lathe "$build/bin/lathe" --clang "$bin/clang-22" \
        --llvm-link "$bin/llvm-link-22" --timeout 600 "$@" || failed=1
}

mkdir -p "$oracle"
for package in lua5.4 bzip2 zlib; do
    "$root/scripts/fetch-source.sh" "$package" "$oracle"
done

lua=$oracle/lua5.4/src
mkdir -p "$oracle/include" # the package's build writes this header
echo '#define DEB_HOST_MULTIARCH "none"' >"$oracle/include/lua5.4-deb-multiarch.h"
# shellcheck disable=SC2046 # file names without spaces
check lua $(ls "$lua"/l*.c | grep -v /luac.c) --ldflags="-lm -ldl" \
    --cflags="-I$oracle/include -DLUA_USE_LINUX -DLUA_COMPAT_5_3" \
    --run="$root/tests/oracle/workload.lua" --run="-v"

bz=$oracle/bzip2
check bzip2 "$bz/bzip2.c" "$bz/bzlib.c" "$bz/blocksort.c" "$bz/compress.c" "$bz/crctable.c" \
    "$bz/decompress.c" "$bz/huffman.c" "$bz/randtable.c" --cflags="-D_FILE_OFFSET_BITS=64" \
    --run="-1c < $bz/sample1.ref" --run="-9c < $bz/sample2.ref" --run="-dc < $bz/sample1.bz2" \
    --run="-dcs < $bz/sample3.bz2"

z=$oracle/zlib
library="$z/adler32.c $z/compress.c $z/crc32.c $z/deflate.c $z/gzclose.c $z/gzlib.c $z/gzread.c
    $z/gzwrite.c $z/infback.c $z/inffast.c $z/inflate.c $z/inftrees.c $z/trees.c $z/uncompr.c
    $z/zutil.c"
flags="-I$z -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1"
# shellcheck disable=SC2086
check zlib-example --cflags="$flags" $library "$z/test/example.c" --run="foo.gz"
gzip -9nc "$z/ChangeLog" >"$oracle/sample.gz"
# shellcheck disable=SC2086
check zlib-minigzip --cflags="$flags" $library "$z/test/minigzip.c" --run="-9 < $z/ChangeLog" \
    --run="-1 < $z/deflate.c" --run="-d < $oracle/sample.gz"

for seed in 1 2 3; do
    python3 "$root/bench/gen_program.py" --lines 3000 --seed $seed -o "$oracle/gen$seed.c"
done
check generated --each "$oracle/gen1.c" "$oracle/gen2.c" "$oracle/gen3.c"

seeds=${CSMITH_SEEDS:-10}
i=0
set --
while [ $i -lt "$seeds" ]; do
    i=$((i + 1))
    (cd "$oracle" && csmith --seed $i -o csmith$i.c) # it leaves a file where it runs
    set -- "$@" "$oracle/csmith$i.c"
done
check csmith --each "$@" --cflags="-I/usr/include/csmith"

exit $failed
