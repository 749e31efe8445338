#!/bin/sh
# bare.sh BUILD [RELEASE…]: README's commands on a Debian with nothing but its essential packages.
#
# For each release and each command that README's "Thirty seconds" names, a fresh minbase system is
# unpacked, a clean clone of HEAD is copied in, and the command is run as it is written. COMMANDS
# chooses among them by a pattern of the shell ('*demo'). The unpacked base systems are cached in
# BUILD/bare; remove a tarball there to make it anew.
#
# Mirror and proxy are the machine's own, read from its apt. Everything is mounted in a namespace of
# its own, which goes with its last process, so neither a mount nor a process is ever left behind.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)

fail() {
    printf 'bare: %s\n' "$@" >&2
    exit 1
}

# The first archive of Debian that apt uses, for the suites whose names end in $1.
mirror_of() {
    apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
        sed -n "s|^\([^ ]*/debian[^ ]*\)/ [a-z]*$1\$|\1|p" | sed 1q
}

# The words of the block that "Thirty seconds" begins with, one command a line, without comments.
readme_commands() {
    sed -n '/^## Thirty seconds/,/^Both /s/^    \([^$#]*[^$# ]\) *\(#.*\)\{0,1\}$/\1/p' \
        "$here/README.md"
}

# In the base system: the sources of a release as Debian's installer writes them, and the machine's
# way to the network.
write_sources() {
    etc=$1/etc/apt
    cat >"$etc/sources.list" <<END
deb $mirror $2 main
deb $mirror $2-updates main
deb $security $2-security main
END
    apt-config dump | grep -E '^Acquire::(http|https|Check-Valid-Until)\b' \
        >"$etc/apt.conf.d/99machine" || :
    cp -L /etc/resolv.conf "$1/etc/resolv.conf"
}

make_base() {
    release=$1 base=$work/$1.tar
    [ -f "$base" ] && return
    echo "bare: $release: making the base system"
    rm -rf "$work/$release.base"
    unshare --mount debootstrap --variant=minbase "$release" "$work/$release.base" "$mirror" \
        >"$work/$release.log" 2>&1 || fail "debootstrap failed; see $work/$release.log"
    tar -C "$work/$release.base" --one-file-system -cf "$base.part" .
    mv "$base.part" "$base"
    rm -rf "$work/$release.base"
}

# Called again by itself, as the first process of its own namespaces.
run_inside() {
    root=$1
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t tmpfs -o mode=755 tmpfs "$root/dev"
    for node in null zero full random urandom tty; do
        : >"$root/dev/$node"
        mount --bind "/dev/$node" "$root/dev/$node"
    done
    mkdir "$root/dev/pts" "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
    mount -t tmpfs tmpfs "$root/dev/shm"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    ln -s fd/0 "$root/dev/stdin"
    ln -s fd/1 "$root/dev/stdout"
    ln -s fd/2 "$root/dev/stderr"
    exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        chroot "$root" sh -c 'cd /lathe && exec sh -c "$1"' sh "$2" </dev/null
}

# One command in one fresh system; its whole log is kept, the end of it shown when it fails.
try_command() {
    release=$1 command=$2
    name=$release.$(echo "$command" | tr -c 'a-zA-Z0-9\n' - | sed 's/^-*//')
    root=$work/$name.root log=$work/$name.log
    rm -rf "$root"
    mkdir -p "$root"
    tar -C "$root" -xf "$work/$release.tar"
    write_sources "$root" "$release"
    git clone -q --no-hardlinks "$here" "$root/lathe"
    echo "bare: $release: $command (log: $log)"
    began=$(date +%s) code=0
    unshare --mount --pid --fork --kill-child --propagation private \
        sh "$0" --inside "$root" "$command" >"$log" 2>&1 || code=$?
    took=$(($(date +%s) - began))
    rm -rf "$root"
    [ "$code" -eq 0 ] || tail -n 40 "$log" >&2
    last=$(tail -n 1 "$log")
    result="bare: $release: $command: exit $code after $took s: $last"
    echo "$result"
    echo "$result" >>"$work/results"
    return "$code"
}

[ $# -gt 0 ] || fail "usage: bare.sh BUILD [RELEASE…]"
[ "$1" != --inside ] || run_inside "$2" "$3"
[ "$(id -u)" -eq 0 ] || fail "only root can make a chroot"
for tool in debootstrap unshare git; do
    command -v $tool >/dev/null || fail "$tool is missing; install the package that has it"
done
mirror=$(mirror_of '')
security=$(mirror_of '-security')
[ -n "$mirror" ] || fail "apt knows no archive of Debian on this machine"
security=${security:-$mirror-security}
proxy=$(apt-config shell p Acquire::http::Proxy)
[ -z "$proxy" ] || { eval "$proxy" && export http_proxy="$p"; }
[ "$(readme_commands | wc -l)" -eq 2 ] || fail "README does not name two commands"

mkdir -p "$1/bare"
work=$(cd "$1/bare" && pwd)
shift
[ $# -gt 0 ] || set -- bookworm trixie
: >"$work/results"
failed=0
for release in "$@"; do
    make_base "$release"
    readme_commands >"$work/commands"
    while read -r line; do
        case $line in
        ${COMMANDS:-*}) try_command "$release" "$line" || failed=1 ;;
        esac
    done <"$work/commands"
done
echo "bare: in short:"
cat "$work/results"
exit $failed
