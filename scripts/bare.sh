#!/bin/sh
# bare.sh BUILD [RELEASE…]: README's commands on a Debian with nothing but its essential packages.
#
# For each release and each command that README's "Thirty seconds" names, a fresh minbase system is
# unpacked, a clean clone of HEAD is copied in, and the command is run as it is written. COMMANDS
# chooses among them by a pattern of the shell ('*demo'). The base systems are cached in BUILD/bare,
# the logs are there as well. Exit code: 0 if every command ended with 0.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)

# The words of the block that "Thirty seconds" begins with, one command a line, without comments.
readme_commands() {
    sed -n '/^## Thirty seconds/,/^Both /s/^    \([^$#]*[^$# ]\) *\(#.*\)\{0,1\}$/\1/p' \
        "$here/README.md"
}

# One command in one fresh system; its whole log is kept, the end of it shown when it fails.
try_command() {
    release=$1 command=$2
    name=$release.$(echo "$command" | tr -c 'a-zA-Z0-9\n' - | sed 's/^-*//')
    root=$work/$name.root log=$work/$name.log
    echo "bare: $release: $command (log: $log)"
    sh "$here/scripts/chroot.sh" make "$release" "$work" "$root" || return
    git clone -q --no-hardlinks "$here" "$root/lathe" || return
    began=$(date +%s) code=0
    sh "$here/scripts/chroot.sh" run "$root" "cd /lathe && $command" >"$log" 2>&1 || code=$?
    took=$(($(date +%s) - began))
    rm -rf "$root"
    [ "$code" -eq 0 ] || tail -n 40 "$log" >&2
    result="bare: $release: $command: exit $code after $took s: $(tail -n 1 "$log")"
    echo "$result"
    echo "$result" >>"$work/results"
    return "$code"
}

if [ $# -eq 0 ]; then
    echo "usage: bare.sh BUILD [RELEASE…]" >&2
    exit 2
fi
mkdir -p "$1/bare"
work=$(cd "$1/bare" && pwd)
shift
[ $# -gt 0 ] || set -- bookworm trixie
readme_commands >"$work/commands"
if [ "$(wc -l <"$work/commands")" -ne 2 ]; then
    echo "bare: README does not name two commands" >&2
    exit 2
fi

: >"$work/results"
failed=0
for release in "$@"; do
    while read -r line; do
        case $line in
        ${COMMANDS:-*}) try_command "$release" "$line" </dev/null || failed=1 ;;
        esac
    done <"$work/commands"
done
echo "bare: in short:"
cat "$work/results"
exit $failed
