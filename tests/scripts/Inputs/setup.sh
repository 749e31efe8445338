# setup.sh SCRIPTS OUT [-no-sudo]: runs the set-up with fake package tools; settings come from the
# environment. Prints what it said, its exit code, and how the tools were called.
bin=$2.bin
rm -rf "$bin" && cp -r "$(dirname "$0")/bin" "$bin"
[ "${3:-}" != -no-sudo ] || rm "$bin/sudo"
for tool in sh grep cat tail mktemp rm printf env; do
    ln -sf "$(command -v $tool)" "$bin/$tool"
done
export LOG=$2.log MISSING="${MISSING:-}" UPDATE="${UPDATE:-}" UNKNOWN="${UNKNOWN:-}"
: >"$LOG"
PATH=$bin sh "$1/setup.sh" test 2>&1
echo "exit $?"
cat "$LOG"
