#!/bin/sh
# replaced.sh LIBFUNCS.DEF LIBRARY: every function that the table has replaced is in the library.
sed -n 's/^[A-Z]*("\(__\)\{0,1\}\([^"]*\)".* REPLACED)$/lathe_ckpt_\2/p' "$1" | sort -u > "$3.want"
llvm-nm --defined-only --extern-only "$2" | sed -n 's/.* T //p' | sort -u > "$3.have"
test "$(wc -l < "$3.want")" -gt 30 && comm -23 "$3.want" "$3.have"
