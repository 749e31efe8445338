#!/bin/sh
# mem_levels.sh KERNEL.c PREFIX MAIN.c KILLS [MORE.c]: the kernel from IR of every level, compared
# with PREFIX.want.
set -e
for level in O0 O1 O2 O3 Os; do
    clang -$level -g -S -emit-llvm "$1" -o "$2.$level.ll"
    lathe opt --passes=ckpt-inject "$2.$level.ll" -o "$2.$level.out.ll"
    grep -q restoreController "$2.$level.out.ll"
    for code in O0 O2; do
        clang -w -$code "$3" $5 "$2.$level.out.ll" -o "$2.$level.$code"
        "$2.$level.$code" 0 | cmp - "$2.want"
        "$2.$level.$code" "$4" | cmp - "$2.want"
    done
done
