# The package's own tests and examples, and a script of every kind of statement.
cp "$SRC"/test/*.awk "$SRC"/test/*.dat "$SRC"/test/mawktest .
for n in 0 1 2 3 4 5 6 7; do
    run mawk -f "reg$n.awk" mawktest.dat
done
run mawk -f wc.awk mawktest.dat
run mawk -F '(a?)+b' -f wc.awk mawktest.dat
run mawk -F '[^^]' -f wc.awk mawktest.dat
run mawk -f null-rs.awk null-rs.dat
run mawk -f noloop.awk full-awk.dat
run mawk -f nextfile.awk full-awk.dat mawktest.dat
run mawk '{ f[$1]++ } END { for (w in f) print w, f[w] }' "$IN/text" >words
for example in ct_length decl eatc gdecl nocomment; do
    run mawk -f "$SRC/examples/$example.awk" "$SRC/execute.c" "$SRC/array.h" </dev/null
done
run mawk -f "$SRC/examples/primes.awk" 2000
run mawk -f "$SRC/examples/qsort.awk" "$IN/text" >sorted
run mawk -W dump -f "$HERE/mawk.awk" >dump
sed -i 's/0x[0-9a-f]*/address/' dump
run mawk -v start=3 -f "$HERE/mawk.awk" "$IN/text"
run mawk 'BEGIN { print substr("x", }'
run mawk '{ print' /dev/null
rm ./*.awk ./*.dat mawktest
