#!/bin/sh
# replaced.sh LIBFUNCS.DEF LIBRARY: every function that the table has replaced is in the library.
awk '/^[^ ;]/ { replaced = $1 == "REPLACED:"; next }
    replaced { for (i = 1; i <= NF; i++) { gsub(/^__|\(.*/, "", $i); print "lathe_ckpt_" $i } }' "$1" |
    sort -u > "$3.want"
llvm-nm --defined-only --extern-only "$2" | sed -n 's/.* T //p' | sort -u > "$3.have"
test "$(wc -l < "$3.want")" -gt 30 && comm -23 "$3.want" "$3.have"
