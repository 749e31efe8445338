#!/bin/sh
# Changes the struct layouts of real programs, runs them and compares: campaign_transforms.py says
# how. Fails if a program behaves differently, or if fewer types change than
# bench/dtrans-transforms.json says.
#
# usage: scripts/campaign-transforms.sh [BUILD] [--programs=A,B] [--seeds=N] [--code=O0,O2,asan]
#                                       [--levels=front,O2] [--only=soa,split,pool,all] [--jobs=N]
#                                       [--record]
#
# BUILD holds bin/lathe, and in BUILD/campaign what scripts/campaign-dtrans.sh fetched and linked.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
case ${1:--} in
-*) ;;
*)
    build=$1
    shift
    ;;
esac
build=$(cd "$build" && pwd)
[ -x "$build/bin/lathe" ] || {
    echo "campaign: $build/bin/lathe is not built" >&2
    exit 2
}
[ -d "$build/campaign/bc" ] || sh "$root/scripts/campaign-dtrans.sh" "$build"
exec python3 "$root/scripts/campaign_transforms.py" --lathe "$build/bin/lathe" \
    --bitcode "$build/campaign/bc" --work "$build/campaign" \
    --counts "$root/bench/dtrans-transforms.json" --yield "$root/bench/dtrans-yield.json" "$@"
