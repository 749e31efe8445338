# setup.sh SCRIPTS OUT [-no-sudo | -run]: runs the set-up with fake package tools, or ./run with no make
# but what they install; settings come from the environment. Prints what it said, its exit code, and how the tools were called.
bin=$2.bin
rm -rf "$bin" && cp -r "$(dirname "$0")/bin" "$bin"
[ "${3:-}" != -no-sudo ] || rm "$bin/sudo"
for tool in sh grep cat tail mktemp rm printf env dirname sed; do
    ln -sf "$(command -v $tool)" "$bin/$tool"
done
export LOG=$2.log MISSING="${MISSING:-}" UPDATE="${UPDATE:-}" UNKNOWN="${UNKNOWN:-}" PROVIDED="${PROVIDED:-}"
export PROVIDES="${PROVIDES:-}"
: >"$LOG"
if [ "${3:-}" = -run ]; then
    export MAKE_GOES_TO=$bin/make
    PATH=$bin sh "$1/../run" demo X=1 2>&1
else
    PATH=$bin sh "$1/setup.sh" test 2>&1
fi
echo "exit $?"
cat "$LOG"
