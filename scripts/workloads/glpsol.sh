# Models of every kind that the package's examples have. Times and memory are not to be compared.
solve() {
    glpsol "$@" >log.txt 2>&1
    echo "[$?] $*"
    grep -v -e '^Time used' -e '^Memory used' -e ' secs' -e '^Time: ' log.txt
}
models=$SRC/examples
for model in assign bpp cal cf12a cf12b cflsq color cpp dea diet dist egypt fctp food gap graceful \
    graph maxcut maxflow mfasp mfvsp min01ks money mvcp plan powplant prod qfit queens shiftcov \
    sorting spp stigler todd toto train transp xyacfs yacfs zebra; do
    solve -m "$models/$model.mod" -o "$model.sol"
done
solve -m "$models/sudoku.mod" -d "$models/sudoku.dat" -o sudoku.sol
solve "$models/plan.mps" --mps -o plan-mps.sol --wlp plan-out.lp --wmps plan-out.mps --ranges r.txt
solve --lp "$models/plan.lp" -o plan-lp.sol --nopresol --dual
solve --lp "$models/plan.lp" --interior -o plan-interior.sol
# murtagh.mps --exact would end otherwise at -O2 than at -O0 in the unchanged program as well.
solve --mps "$models/plan.mps" -o plan-exact.sol --exact
solve --minisat -m "$models/money.mod" -o money-sat.sol
solve --mincost "$models/sample.min" -o mincost.sol
solve --maxflow "$models/sample.max" -o sample-maxflow.sol
solve --cnf "$models/sample.cnf" -o cnf.sol
solve -m "$models/fctp.mod" --cuts --fpump -o fctp-cuts.sol
solve -m "$models/gap.mod" --first --bestb --pcost -o gap-first.sol
solve -m "$models/no-such-model.mod"
rm -f log.txt
