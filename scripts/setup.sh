#!/bin/sh
# Installs what is missing, and nothing else: setup.sh make | build | test
# With everything there it needs neither root nor network, and says nothing.
# `setup.sh names` only prints the packages of all lists.
#
# The lists name every package whose files the build or the tests use, unless another one on the
# lists depends on it; tests/install/closure.test checks them against what is linked and called.
set -u

build_packages="make cmake ninja-build pkg-config binutils libc6-dev
    llvm-22 llvm-22-dev clang-22 lld-22 llvm-22-tools libclang-rt-22-dev
    libisl-dev libgmp-dev libjansson-dev libxxhash-dev libzstd-dev libcmocka-dev"
test_packages="python3 gdb valgrind pahole csmith libcsmith-dev clang-format-22 dpkg-dev
    ccache libtool-bin gcc binutils-gold procps groff-base git
    abigail-tools zstd"
# What stands for the packages on a system without dpkg.
build_commands="make cmake ninja pkg-config clang-22 llvm-config-22"
test_commands="python3 gdb valgrind pahole csmith abidiff"

fail() {
    printf 'setup: %s\n' "$@" >&2
    exit 1
}

# Some packages are parts of others in one release: Debian 12's binutils provides binutils-gold.
is_installed() {
    state=$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)
    [ "$state" = installed ] ||
        dpkg-query -W -f '${db:Status-Status}, ${Provides},\n' | grep -q "^installed,.* $1[, ]"
}

is_known() {
    apt-cache policy "$1" | grep -q 'Candidate: [^(]' ||
        apt-cache showpkg "$1" | sed '1,/^Reverse Provides/d' | grep -q .
}

missing_packages() {
    for package in $1; do
        is_installed "$package" || printf '%s ' "$package"
    done
}

missing_commands() {
    for command in $1; do
        command -v "$command" >/dev/null 2>&1 || printf '%s ' "$command"
    done
}

case ${1:-build} in
names) echo $build_packages $test_packages && exit ;;
make) packages=make commands=make ;;
build) packages=$build_packages commands=$build_commands ;;
test) packages="$build_packages $test_packages" commands="$build_commands $test_commands" ;;
*) fail "usage: setup.sh make|build|test|names" ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    missing=$(missing_commands "$commands")
    [ -z "$missing" ] && exit 0
    fail "these commands are missing: $missing" \
        "they can be installed automatically only on Debian 12 or later; what is needed there is:" \
        "$(echo $packages)"
fi

missing=$(missing_packages "$packages")
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 ||
        fail "these packages are missing and only root can install them; as root, run:" \
            "apt-get install --no-install-recommends $missing"
    as_root=sudo
fi

echo "setup: installing $missing"
apt="apt-get -q -o DPkg::Lock::Timeout=300"
log=$(mktemp) || fail "cannot write to the temporary directory"
trap 'rm -f "$log"' EXIT

update_failed() {
    grep '^[EW]:' "$log" >&2
    fail "'apt-get update' failed (see above)" \
        "is there a network, and are the package sources in /etc/apt right?"
}

$as_root $apt update >"$log" 2>&1 || update_failed

unknown=
for package in $missing; do
    is_known "$package" || unknown="$unknown $package"
done
# apt-get update reports success even when it reached no server.
[ -n "$unknown" ] && grep -q '^[EW]:.*Failed to fetch' "$log" && update_failed
[ -z "$unknown" ] ||
    fail "this system's package sources do not have:$unknown" \
        "Debian 12 (bookworm) has all of them, LLVM 22 in its security updates, and so has" \
        "Debian 13 (trixie); check that /etc/apt lists the release, its -updates and its" \
        "-security (component main)"

if ! $as_root env DEBIAN_FRONTEND=noninteractive \
    $apt install -y --no-install-recommends $missing >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    fail "'apt-get install' failed (see above); once that is repaired, run again"
fi

missing=$(missing_packages "$packages")
[ -z "$missing" ] || fail "apt-get reported success but these are still missing: $missing"
