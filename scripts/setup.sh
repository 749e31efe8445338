#!/bin/sh
# Installs what is missing, and nothing else: setup.sh build | test
# With everything there it needs neither root nor network, and says nothing.
set -u

build_packages="make cmake ninja-build pkg-config binutils libc6-dev
    llvm-22 llvm-22-dev clang-22 lld-22 llvm-22-tools libclang-rt-22-dev
    libisl-dev libjansson-dev libxxhash-dev libzstd-dev libcmocka-dev"
test_packages="python3 gdb valgrind pahole csmith libcsmith-dev clang-format-22 dpkg-dev
    ccache libtool-bin groff-base"
# What stands for the packages on a system without dpkg.
build_commands="make cmake ninja pkg-config clang-22 llvm-config-22"
test_commands="python3 gdb valgrind pahole csmith"

fail() {
    printf 'setup: %s\n' "$@" >&2
    exit 1
}

missing_packages() {
    for package in $1; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)
        [ "$state" = installed ] || printf '%s ' "$package"
    done
}

missing_commands() {
    for command in $1; do
        command -v "$command" >/dev/null 2>&1 || printf '%s ' "$command"
    done
}

case ${1:-build} in
build) packages=$build_packages commands=$build_commands ;;
test) packages="$build_packages $test_packages" commands="$build_commands $test_commands" ;;
*) fail "usage: setup.sh build|test" ;;
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
    apt-cache policy "$package" | grep -q 'Candidate: [^(]' || unknown="$unknown $package"
done
# apt-get update reports success even when it reached no server.
[ -n "$unknown" ] && grep -q '^[EW]:.*Failed to fetch' "$log" && update_failed
[ -z "$unknown" ] ||
    fail "this system's package sources do not have:$unknown" \
        "Debian 12 (bookworm) has all of them, LLVM 22 in its security updates; check that" \
        "/etc/apt lists 'bookworm', 'bookworm-updates' and 'bookworm-security' (component main)"

if ! $as_root env DEBIAN_FRONTEND=noninteractive \
    $apt install -y --no-install-recommends $missing >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    fail "'apt-get install' failed (see above); once that is repaired, run again"
fi

missing=$(missing_packages "$packages")
[ -z "$missing" ] || fail "apt-get reported success but these are still missing: $missing"
