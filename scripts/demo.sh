#!/bin/sh
# demo.sh BUILD: shows a person what lathe is for.
set -eu
build=${1:-build}
cd "$(dirname "$0")/.."

echo
echo "examples/inventory.c simulates a warehouse; its structs are as people write them."
echo "lathe reads the whole program and shows what is in it, and which structs waste memory:"
echo
echo "  \$ $build/bin/lathe info examples/inventory.c"
echo
"$build/bin/lathe" info examples/inventory.c

echo
echo "Which may change shape without changing what the program does, and why others may not:"
echo
echo "  \$ $build/bin/lathe dtrans examples/inventory.c"
echo
"$build/bin/lathe" dtrans examples/inventory.c
echo
echo "And what that would be worth:"
echo
echo "  \$ $build/bin/lathe dtrans --advise examples/inventory.c"
echo
"$build/bin/lathe" dtrans --advise examples/inventory.c

echo
echo "examples/solver.c calls checkpoint() once per round. It is killed three times, and run again:"
echo
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "  \$ $build/bin/lathe cc -flathe-ckpt -O2 examples/solver.c -lm -o solver"
"$build/bin/lathe" cc -flathe-ckpt -O2 examples/solver.c -lm -o "$folder/solver"
cd "$folder"
LATHE_CKPT=off ./solver > expected
for run in 1 2 3; do
    echo "  \$ ./solver & sleep 0.3; kill -9 \$!"
    LATHE_CKPT_EVERY=0.05 ./solver &
    sleep 0.3
    kill -9 $! 2> /dev/null || echo "  (this machine is so fast that it was done before)"
    wait $! 2> /dev/null || true
done
echo "  \$ ./solver"
LATHE_CKPT_EVERY=0.05 ./solver | tee last
echo
if [ "$(tail -n 1 last)" = "$(tail -n 1 expected)" ]; then
    echo "The last line is, to the last digit, that of a run that nobody killed."
else
    echo "This is not what an undisturbed run prints:" && tail -n 1 expected && exit 1
fi
