#!/bin/sh
# Debian systems with nothing but the essential packages, to try things in as root:
#
#   chroot.sh make RELEASE CACHE ROOT            unpack a fresh one into ROOT
#   chroot.sh run ROOT [--bind DIR]… COMMAND     run a line of sh in its root folder
#
# `make` bootstraps a release once and keeps it as CACHE/RELEASE.tar; remove that to make it anew.
# Mirror and proxy are the machine's own, read from its apt. `run` mounts what a system needs, and
# the folders to share, in namespaces of its own that end with its last process: neither a mount nor
# a process is left behind, whatever ends it.
set -eu

fail() {
    printf 'chroot: %s\n' "$@" >&2
    exit 2
}

# The first archive of Debian that apt uses, for the suites whose names end in $1.
mirror_of() {
    apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
        sed -n "s|^\([^ ]*/debian[^ ]*\)/ [a-z]*$1\$|\1|p" | sed 1q
}

find_network() {
    mirror=$(mirror_of '')
    security=$(mirror_of '-security')
    [ -n "$mirror" ] || fail "apt knows no archive of Debian on this machine"
    security=${security:-$mirror-security}
    proxy=
    eval "$(apt-config shell proxy Acquire::http::Proxy)"
    [ -z "$proxy" ] || export http_proxy="$proxy"
}

make_base() {
    release=$1 cache=$2
    [ ! -f "$cache/$release.tar" ] || return 0
    mkdir -p "$cache"
    rm -rf "$cache/$release.base"
    unshare --mount debootstrap --variant=minbase "$release" "$cache/$release.base" "$mirror" \
        >"$cache/$release.log" 2>&1 || fail "debootstrap failed; see $cache/$release.log"
    tar -C "$cache/$release.base" --one-file-system -cf "$cache/$release.tar.part" .
    mv "$cache/$release.tar.part" "$cache/$release.tar"
    rm -rf "$cache/$release.base"
}

# The sources of a release as Debian's installer writes them, and the machine's way to the network.
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

make_root() {
    find_network
    make_base "$1" "$2"
    rm -rf "$3"
    mkdir -p "$3"
    tar -C "$3" -xf "$2/$1.tar"
    write_sources "$3" "$1"
}

mount_system() {
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
    for number in 0:stdin 1:stdout 2:stderr; do
        ln -s "fd/${number%:*}" "$root/dev/${number#*:}"
    done
}

# The first process of the namespaces.
run_inside() {
    root=$1
    shift
    mount_system "$root"
    while [ "$1" = --bind ]; do
        mkdir -p "$root/$2"
        mount --bind "$2" "$root/$2"
        shift 2
    done
    exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        chroot "$root" sh -c "$1" </dev/null
}

for tool in debootstrap unshare; do
    command -v $tool >/dev/null || fail "$tool is missing; install the package that has it"
done
[ "$(id -u)" -eq 0 ] || fail "only root can make a chroot"
case "${1:-} $#" in
"make 4") make_root "$2" "$3" "$4" ;;
"run "[3-9])
    shift
    # The first process of a namespace ignores what it does not handle, so only KILL ends it.
    unshare --mount --pid --fork --kill-child --propagation private sh "$0" inside "$@" &
    trap 'kill -KILL $!; exit 130' INT TERM HUP
    wait $!
    ;;
"inside "*)
    shift
    run_inside "$@"
    ;;
*) fail "usage: chroot.sh make RELEASE CACHE ROOT | chroot.sh run ROOT [--bind DIR]… COMMAND" ;;
esac
