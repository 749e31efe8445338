# The package's own test (six round trips against references), and texts, noise and damage.
for n in 1 2 3; do
    run bzip2 -"$n" -c "$SRC/sample$n.ref" >"rb$n.bz2"
    run cmp "rb$n.bz2" "$SRC/sample$n.bz2"
done
run bzip2 -d -c "$SRC/sample1.bz2" >sample1.out
run bzip2 -d -c "$SRC/sample2.bz2" >sample2.out
run bzip2 -ds -c "$SRC/sample3.bz2" >sample3.out
cp "$IN/text" "$IN/noise" "$IN/runs" .
run bzip2 -k -v -s text noise runs
run bzip2 -t -v text.bz2 noise.bz2 runs.bz2
cat text.bz2 noise.bz2 >two.bz2
run bzip2 -d two.bz2
head -c 3000 text.bz2 >short.bz2
run bzip2 -t short.bz2
run bzip2 -d -c noise
run bzip2 --help
