#!/bin/sh
# kernels.sh MAIN.c KILLS: each kernel in this folder, by itself and by lathe ckpt at two levels, with
# KILLS kills each.
set -e
for kernel in filter.c lu.c bodies.c words.c caught.cpp grid.cpp; do
    name=${kernel%.*}
    clang -O1 -w -c "$1" "$name.run.c" hash.c
    others="$(basename "$1" .c).o $name.run.o hash.o"
    mkdir -p plain/lathe
    cp nothing.h plain/lathe/ckpt.h
    clang -O2 -w -Iplain -c "$kernel" -o "$name.plain.o"
    clang $others "$name.plain.o" -lm -lstdc++ -o "$name.plain"
    "./$name.plain" > "$name.want"
    for level in 0 2; do
        lathe ckpt -O$level "$kernel" -o "$name.O$level.o" -- -fPIE
        clang -pie $others "$name.O$level.o" -lm -lstdc++ -o "$name.O$level"
        "./$name.O$level" 0 | cmp - "$name.want"
        "./$name.O$level" "$2" | cmp - "$name.want"
    done
    echo "$name: as without checkpoints"
done
