"""What transforms of layouts gain on programs that look like what people run (bench/layouts): built
by `lathe cc -O3` with all transforms against `clang-22 -O3 -flto=full`, and against a version by
hand where there is one.

All versions must print the same. Run it alone for the whole table, which goes to bench/RESULTS.md:

    python3 bench/layouts.py --build build
"""
import argparse
import functools
import glob
import itertools
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from harness import counts  # noqa: E402
from harness.measure import MeasureError, interleave, run_once  # noqa: E402
from harness.probe import MISSES, Probe, Value  # noqa: E402
from harness.programs import make  # noqa: E402

SOURCES = os.path.join(HERE, "layouts")
ROUNDS = 5
LAST_LEVEL = 2 << 20
# Sizes for cachegrind, which is fifty times slower.
SMALL = {"scan": "100000 6", "particles": "50000 6", "molecules": "30000 2", "flow": "20000 2",
         "hospital": "7 100", "join": "100000 200000", "decide": "20000 2", "search": "50000 2",
         "entities": "50000 6", "recent": "60000 200000"}


def names():
    found = (os.path.basename(p)[:-2] for p in glob.glob(os.path.join(SOURCES, "*.c")))
    return sorted(n for n in found if not n.endswith("_hand"))


def output(command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise MeasureError(f"{' '.join(command)}: exit code {run.returncode}")
    return run.stdout


class Program:
    """plain, lathe and, if there is one, hand: paths of executables."""

    def __init__(self, lathe, folder, name):
        self.name, self.folder = name, folder
        source, hand = (os.path.join(SOURCES, name + end) for end in (".c", "_hand.c"))
        os.makedirs(folder, exist_ok=True)
        self.plain = self.build(["clang-22", "-flto=full", "-fuse-ld=lld"], source, "plain")
        self.lathe = self.build([lathe, "cc"], source, "lathe")
        self.hand = None
        if os.path.exists(hand):
            self.hand = self.build(["clang-22", "-flto=full", "-fuse-ld=lld"], hand, "hand")
        self.check()

    def path(self, end):
        return os.path.join(self.folder, f"{self.name}-{end}")

    def build(self, compiler, source, end):
        program = self.path(end)
        make([*compiler, "-O3", "-w", source, "-lm", "-o", program])
        return program

    def versions(self):
        return [v for v in (self.plain, self.lathe, self.hand) if v]

    def check(self):
        for size in ([], SMALL[self.name].split()):
            said = {output([v, *size]) for v in self.versions()}
            if len(said) != 1:
                raise MeasureError(f"{self.name} behaves differently when transformed")

    def times(self, rounds=ROUNDS):
        """Seconds of processor time, the least of some rounds, by version."""
        probes = {v: lambda v=v: run_once([v]).cpu for v in self.versions()}
        return {v: min(all_of) / 1e9 for v, all_of in interleave(probes, rounds).items()}

    def peak(self, version):
        """The most memory it has at once, in bytes."""
        tool = os.path.join(self.folder, "peak")
        if not os.path.exists(tool):
            make(["clang-22", "-O1", os.path.join(HERE, "harness", "peak.c"), "-o", tool])
        return int(output([tool, version]))

    def small(self, version):
        return [version, *SMALL[self.name].split()]


@functools.lru_cache(maxsize=None)
def program(build, name):
    lathe = os.path.join(build, "bin", "lathe")
    return Program(lathe, os.path.join(build, "bench", "layouts"), name)


@functools.lru_cache(maxsize=None)
def measured(build, name, turn):
    """Goals that ask for the same turn share what was measured."""
    return program(build, name).times()


def mean_of(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def lost(made, times):
    """How much of the gain by hand is missing."""
    gain = times[made.plain] - times[made.hand]
    return (times[made.lathe] - times[made.hand]) / gain if gain > 0 else 0


def summary_probes(env, goal):
    """Geometric mean, worst program, or what is missing of a gain by hand."""
    turns = itertools.count()

    def take():
        turn = next(turns)
        times = [(program(env.build, n), measured(env.build, n, turn))
                 for n in goal.get("programs", names())]
        each = [t[p.lathe] / t[p.plain] for p, t in times]
        if goal["of"] == "mean":
            return mean_of(each)
        if goal["of"] == "worst":
            return max(each)
        return max(max(0, lost(p, t)) for p, t in times if p.hand)
    return Value(goal["x"], take), Value(goal["y"], lambda: 1, True)


def probes(env, goal):
    if "of" in goal:
        return summary_probes(env, goal)
    made = program(env.build, goal["program"])
    exact = "misses" in goal["how"]
    if goal["how"] == "rss":
        return tuple(Value(goal[side], lambda v=v: made.peak(v))
                     for side, v in (("x", made.lathe), ("y", made.plain)))
    return tuple(Probe(goal[side], made.small(v) if exact else [v], goal["how"],
                       last_level=LAST_LEVEL)
                 for side, v in (("x", made.lathe), ("y", made.plain)))


def row(made):
    times = made.times()
    plain = times[made.plain]
    rss = [made.peak(v) for v in (made.plain, made.lathe)]
    counted = [counts.cache_counts(made.small(v), LAST_LEVEL) for v in (made.plain, made.lathe)]
    firsts, lasts = ([sum(c[event] for event in MISSES[way]) for c in counted]
                     for way in ("D1 misses", "LL misses"))
    hand = f"{plain / times[made.hand]:.2f}" if made.hand else ""
    return (made.name, plain / times[made.lathe], hand, rss[1] / rss[0],
            firsts[1] / firsts[0], lasts[1] / lasts[0])


def svg(rows):
    width, line = 640, 26
    most = max([r[1] for r in rows] + [float(r[2] or 0) for r in rows] + [1])
    height = 60 + line * len(rows)
    scale = (width - 160) / most
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'font-family="sans-serif" font-size="13">',
           f'<rect width="{width}" height="{height}" fill="#fff"/>',
           '<text x="10" y="22" font-weight="bold">times faster than clang -O3 -flto=full '
           '(line: by hand)</text>']
    for i, (name, speed, hand, *_) in enumerate(rows):
        y = 40 + line * i
        out.append(f'<text x="10" y="{y + 14}">{name}</text>')
        out.append(f'<rect x="110" y="{y}" width="{speed * scale:.0f}" height="18" '
                   f'fill="#3a7d44"/><text x="{118 + speed * scale:.0f}" y="{y + 14}">'
                   f'{speed:.2f}</text>')
        if hand:
            x = 110 + float(hand) * scale
            out.append(f'<line x1="{x:.0f}" x2="{x:.0f}" y1="{y - 2}" y2="{y + 20}" '
                       'stroke="#000" stroke-width="2"/>')
    out.append(f'<line x1="{110 + scale:.0f}" x2="{110 + scale:.0f}" y1="32" y2="{height - 10}" '
               'stroke="#b3261e"/></svg>')
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--record", action="store_true", help="write bench/RESULTS.md and its plot")
    parser.add_argument("programs", nargs="*", default=names())
    options = parser.parse_args()
    rows = [row(program(options.build, n)) for n in options.programs]
    lines = ["| program | times faster | by hand | max RSS | D1 misses | LL misses |",
             "|---|---|---|---|---|---|"]
    lines += [f"| {n} | {s:.2f} | {h} | {m:.2f} | {d:.2f} | {l:.2f} |" for n, s, h, m, d, l in rows]
    lines.append(f"| geometric mean | {mean_of([r[1] for r in rows]):.2f} | | | | |")
    print("\n".join(lines))
    if options.record:
        with open(os.path.join(HERE, "RESULTS.md"), "w") as file:
            file.write("# Layouts\n\n`lathe cc -O3` against `clang-22 -O3 -flto=full` "
                       "(`python3 bench/layouts.py --record`): processor time, the least of some "
                       "interleaved rounds; memory and misses as ratios, misses by cachegrind "
                       "with `--D1=32768,8,64 --LL=2097152,16,64` on smaller inputs.\n\n" +
                       "\n".join(lines) + "\n\n![times faster](layouts.svg)\n")
        with open(os.path.join(HERE, "layouts.svg"), "w") as file:
            file.write(svg(rows))


if __name__ == "__main__":
    sys.exit(main())
