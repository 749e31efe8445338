#!/bin/sh
# deb.sh BUILD [OUT]: makes a Debian package of what is in the build tree, in OUT (by default
# BUILD). Needs dpkg-dev; neither root nor debhelper.
set -eu

build=$(cd "$1" && pwd)
out=$(cd "${2:-$1}" && pwd)
for tool in dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null || { echo "deb: $tool is missing; install dpkg-dev" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/debian/lathe
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:.*=//p' "$build/CMakeCache.txt")-1
architecture=$(dpkg --print-architecture)
maintainer="lathe <lathe@localhost>"

umask 022
mkdir -p "$root/DEBIAN"
DESTDIR=$root cmake --install "$build" --prefix /usr --strip >"$work/install.log" ||
    { cat "$work/install.log" >&2; exit 1; }

doc=$root/usr/share/doc/lathe
mv "$doc/LICENSE" "$doc/copyright"
printf 'lathe (%s) unstable; urgency=medium\n\n  * See CHANGES.md.\n\n -- %s  %s\n' "$version" \
    "$maintainer" "$(date -R -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}")" >"$doc/changelog.Debian"
gzip -9n "$doc/changelog.Debian" "$doc/CHANGES.md"
find "$root/usr/share/man" -name '*.1' -type f -exec gzip -9n {} +
find "$root" -type d -exec chmod 755 {} +

# dpkg-shlibdeps wants to stand beside a debian/control.
printf 'Source: lathe\n\nPackage: lathe\nArchitecture: any\n' >"$work/debian/control"
binaries=$(find "$root/usr" -type f \( -name lathe -path '*/bin/*' -o -name 'liblathe.so.*' \
    -o -name lathe-plugin.so \))
libraries=$(cd "$work" &&
    dpkg-shlibdeps -O --ignore-missing-info $binaries 2>"$work/shlibdeps.log" |
    sed -n 's/^shlibs:Depends=//p')
[ -n "$libraries" ] || { cat "$work/shlibdeps.log" >&2; exit 1; }

cat >"$root/DEBIAN/control" <<END
Package: lathe
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: $libraries, clang-22
Recommends: lld-22
Suggests: llvm-22-dev, python3
Section: devel
Priority: optional
Description: reshape whole LLVM programs
 Proves which structs of a C program may change shape, tells why others may
 not, and changes them. Contains the command, a plugin for opt, clang and lld,
 and the library with its header files.
END
printf 'activate-noawait ldconfig\n' >"$root/DEBIAN/triggers"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)

package=$out/lathe_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
echo "$package"
