#!/bin/sh
# fetch-source.sh NAME DESTDIR: unpacks the Debian source package NAME into DESTDIR/NAME.
# fetch-source.sh --index DESTDIR: only fetches the index of source packages, to DESTDIR/.apt/lists.
#
# The system's own sources say where to look; the deb-src lines derived from them, the package
# lists and the cache live below DESTDIR, so nothing of the system's apt is touched. What is there
# already is not fetched again.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 NAME|--index DESTDIR" >&2
    exit 2
fi
name=$1
mkdir -p "$2"
dest=$(cd "$2" && pwd)
apt=$dest/.apt

if [ -d "$dest/$name" ]; then
    exit 0
fi

# Both forms of sources: deb822 files get "Types: deb-src", one-line files "deb-src". Only archives
# of Debian itself are known to have sources.
write_sources() {
    : >"$apt/sources.list"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$file" ] && sed -n 's/^deb \(.*debian\.org.*\)/deb-src \1/p' "$file" \
            >>"$apt/sources.list"
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] || continue
        awk -v RS= -v ORS='\n\n' '/debian\.org/' "$file" |
            sed -e '/^#/d' -e 's/^Types:.*/Types: deb-src/' >"$apt/parts/$(basename "$file")"
    done
}

run_apt() {
    apt-get -qq -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts="$apt/parts" \
        -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root \
        -o Acquire::GzipIndexes=false \
        "$@"
}

if [ ! -f "$apt/updated" ]; then
    mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
    write_sources
    run_apt update
    touch "$apt/updated"
fi

[ "$name" != --index ] || exit 0

work=$dest/.unpack.$$
trap 'rm -rf "$work"' EXIT
mkdir "$work"
(cd "$work" && run_apt source "$name" >&2)
set -- "$work"/*/
if [ ! -d "$1" ]; then
    echo "$0: the package $name unpacked to nothing" >&2
    exit 1
fi
mv "$1" "$dest/$name"
