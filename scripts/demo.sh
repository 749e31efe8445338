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
