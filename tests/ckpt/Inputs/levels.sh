#!/bin/sh
# levels.sh FOLDER PASSES FILE.c…: a program from IR of every level, FOLDER/O0 to FOLDER/Os. PASSES
# are run on each file's IR before, if not empty. The sources are removed once there is IR.
set -e
folder=$1 passes=$2
shift 2
for level in O0 O1 O2 O3 Os; do
    for file; do
        clang -$level -fdiscard-value-names -S -emit-llvm "$file" -o "$file.$level.ll"
        if [ "$passes" ]; then
            lathe opt --passes="$passes" "$file.$level.ll" -o "$file.$level.ll"
        fi
    done
done
rm "$@"
for level in O0 O1 O2 O3 Os; do
    set --
    for file in *.$level.ll; do
        set -- "$@" "$file"
    done
    lathe ckpt -O0 "$@" -o "$folder/$level"
done
