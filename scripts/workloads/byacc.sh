# The grammars of the package's own tests, good and bad, with the options its tests use.
cp "$SRC"/test/*.y .
for grammar in *.y; do
    name=${grammar%.y}
    run byacc -d -v -g -b "$name" "$grammar"
done
for grammar in calc.y calc1.y ftp.y grammar.y error.y pure_calc.y quote_calc.y expr.oxout.y; do
    [ -f "$grammar" ] || continue
    run byacc -r -d -t -l -b "r-${grammar%.y}" "$grammar"
    run byacc -i -P -p "x_${grammar%%.*}" -b "p-${grammar%.y}" "$grammar"
done
run byacc -B calc.y
run byacc -H calc-defines.h calc.y
run byacc -z
run byacc no-such-file.y
rm ./*.y
