# Formulas that can and that cannot be satisfied, with proofs, cores and all solutions.
for formula in random3 holes parity ordering; do
    run picosat "$IN/$formula.cnf"
    run picosat -T "$formula.trace" -c "$formula.core" -V "$formula.vars" -n "$IN/$formula.cnf"
    run picosat -t "$formula.compact" "$IN/$formula.cnf"
    run picosat -s 7 -i 1 -a 3 -l 3000 "$IN/$formula.cnf"
done
run picosat --all "$IN/few.cnf"
run picosat --partial "$IN/few.cnf"
run picosat --plain "$IN/random3.cnf"
printf 'p cnf 1 2\n1 0\n-1 0\n' | run picosat
printf 'p cnf 1 2\n1 0\n-3 0\n' | run picosat
run picosat no-such-file.cnf
