"""What transforms of loop nests gain on kernels as people write them (bench/loops): built by
`lathe cc -O3 -flathe-loops` against `clang-22 -O3`, the same with Polly, and `gcc -O3`.

All versions must print the same bits; where Polly's does not, it is not compared. Where nothing is
transformed, lathe's object has clang's very code, and that counts as exactly as fast. Run it alone
for the whole table; with --record it goes to bench/RESULTS-loops.md and bench/loops.svg:

    python3 bench/loops.py --build build
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

from harness.measure import MeasureError, interleave, run_once  # noqa: E402
from harness.probe import Value  # noqa: E402
from harness.programs import make  # noqa: E402

SOURCES = os.path.join(HERE, "loops")
ROUNDS, COMPILE_ROUNDS = 5, 3
PEERS = {"clang": ["clang-22"], "polly": ["clang-22", "-mllvm", "-polly"], "gcc": ["gcc"]}


def names():
    return sorted(os.path.basename(p)[:-2] for p in glob.glob(os.path.join(SOURCES, "*.c")))


def compilers(lathe):
    return {**PEERS, "lathe": [lathe, "cc", "-flathe-loops"]}


def output(program):
    run = subprocess.run([program], capture_output=True, text=True, check=False)
    if run.returncode:
        raise MeasureError(f"{program}: exit code {run.returncode}")
    return run.stdout


class Kernel:
    """`versions`: paths of executables by compiler, without those that print something wrong."""

    def __init__(self, lathe, folder, name):
        self.name, self.source = name, os.path.join(SOURCES, name + ".c")
        self.compilers, self.folder = compilers(lathe), folder
        os.makedirs(folder, exist_ok=True)
        self.versions = {who: self.build(who) for who in self.compilers}
        self.check()

    def path(self, end):
        return os.path.join(self.folder, f"{self.name}-{end}")

    def command(self, who, *rest):
        return [*self.compilers[who], "-O3", "-w", self.source, *rest]

    def build(self, who):
        make(self.command(who, "-lm", "-o", self.path(who)))
        return self.path(who)

    def code(self, who):
        """What the kernel's object executes."""
        made = self.path(who + ".o")
        make(self.command(who, "-c", "-o", made))
        shown = subprocess.run(["objdump", "-dr", made], capture_output=True, text=True, check=True)
        return shown.stdout.replace(made, "")

    @functools.cached_property
    def is_same_code(self):
        return self.code("lathe") == self.code("clang")

    def check(self):
        said = {who: output(program) for who, program in self.versions.items()}
        for who in [w for w in said if said[w] != said["clang"]]:
            if who != "polly":
                raise MeasureError(f"{self.name} behaves differently when built by {who}")
            del self.versions[who]

    def times(self, which, rounds=ROUNDS):
        """Seconds of processor time, the least of some rounds, by compiler."""
        probes = {who: lambda who=who: run_once([self.versions[who]]).cpu
                  for who in which if who in self.versions}
        found = {who: min(all_of) / 1e9 for who, all_of in interleave(probes, rounds).items()}
        if self.is_same_code and "lathe" in found and "clang" in found:
            found["lathe"] = found["clang"]
        return found

    def compile_times(self, which, rounds=COMPILE_ROUNDS):
        probes = {who: lambda who=who: run_once(
            self.command(who, "-c", "-o", self.path("time.o"))).cpu for who in which}
        return {who: min(all_of) / 1e9 for who, all_of in interleave(probes, rounds).items()}


@functools.lru_cache(maxsize=None)
def kernel(build, name):
    lathe = os.path.join(build, "bin", "lathe")
    return Kernel(lathe, os.path.join(build, "bench", "loops"), name)


def mean_of(values):
    return math.exp(sum(map(math.log, values)) / len(values))


@functools.lru_cache(maxsize=None)
def measured(build, name, of_compiling, turn):
    """Goals that ask for the same turn share what was measured."""
    made = kernel(build, name)
    if of_compiling:
        return made.compile_times(("lathe", "clang"))
    return made.times(("lathe", "clang", "polly"))


def ratios(env, goal, turn):
    """Of the times of lathe's and the peer's programs, or of compiling them."""
    peer = goal.get("peer", "clang")
    times = [measured(env.build, n, goal["of"] == "compile", turn)
             for n in goal.get("programs", names())]
    return [t["lathe"] / t[peer] for t in times if peer in t]


def probes(env, goal):
    turns = itertools.count()

    def take():
        each = ratios(env, goal, next(turns))
        return max(each) if goal["of"] == "worst" else mean_of(each)
    return Value(goal["x"], take), Value(goal["y"], lambda: 1, True)


def row(made, rounds):
    times = made.times(made.versions, rounds)
    compiled = made.compile_times(made.compilers, (rounds + 1) // 2)
    again = made.times(["clang"], rounds)["clang"]
    found = {"name": made.name, "same": made.is_same_code,
             "seconds": times["clang"], "again": again / times["clang"],
             **{who: times[who] / times["lathe"] for who in PEERS if who in times},
             "compile": compiled["lathe"] / compiled["clang"],
             "compile polly": compiled["polly"] / compiled["clang"]}
    print(cells(found), flush=True)
    return found


def cells(r):
    polly = f"{r['polly']:.2f}" if "polly" in r else "wrong result"
    clang = "same code" if r["same"] else f"{r['clang']:.2f}"
    return (f"| {r['name']} | {r['seconds']:.2f} | {clang} | {polly} | {r['gcc']:.2f} | "
            f"{r['compile']:.2f} | {r['compile polly']:.2f} |")


HEAD = ("| kernel | clang, s | over clang | over Polly | over gcc | compile time | Polly's |\n"
        "|---|---|---|---|---|---|---|")


def summary(rows):
    means = [mean_of([r[key] for r in rows if key in r])
             for key in ("clang", "polly", "gcc", "compile", "compile polly")]
    return "| geometric mean | | " + " | ".join(f"{m:.2f}" for m in means) + " |"


def table(rows):
    return "\n".join([HEAD, *map(cells, rows), summary(rows)])


def bar(x, y, scale, value, color):
    width = math.log2(max(value, 0.25) / 0.25) * scale
    return (f'<rect x="{x}" y="{y}" width="{width:.0f}" height="9" fill="{color}"/>'
            f'<text x="{x + width + 5:.0f}" y="{y + 9}" font-size="10">{value:.2f}</text>')


def svg(rows):
    """A logarithmic scale that starts at a quarter."""
    width, line, left = 700, 26, 140
    most = max(r[w] for r in rows for w in ("clang", "polly") if w in r)
    scale = (width - left - 60) / math.log2(max(most, 2) / 0.25)
    height = 60 + line * len(rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="#fff"/>',
           '<text x="10" y="22" font-weight="bold">times faster than clang -O3 (green) and '
           'Polly (blue)</text>']
    for i, r in enumerate(rows):
        y = 40 + line * i
        out.append(f'<text x="10" y="{y + 14}">{r["name"]}</text>')
        out.append(bar(left, y, scale, r["clang"], "#3a7d44"))
        if "polly" in r:
            out.append(bar(left, y + 11, scale, r["polly"], "#3b6ea5"))
    x = left + 2 * scale
    out.append(f'<line x1="{x:.0f}" x2="{x:.0f}" y1="32" y2="{height - 10}" '
               'stroke="#b3261e"/></svg>')
    return "\n".join(out) + "\n"


def record(rows):
    with open(os.path.join(HERE, "RESULTS-loops.md"), "w") as file:
        file.write("# Loops\n\n`lathe cc -O3 -flathe-loops` against `clang-22 -O3`, the same with "
                   "`-mllvm -polly`, and `gcc -O3` (`python3 bench/loops.py --record`): processor "
                   "time, the least of some interleaved rounds; how many times faster, and compile "
                   "time as a multiple of clang's. All versions print the same bits, except where "
                   "a wrong result is named; the same code counts as 1.\n\n" + table(rows) +
                   "\n\n![times faster](loops.svg)\n")
    with open(os.path.join(HERE, "loops.svg"), "w") as file:
        file.write(svg(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--record", action="store_true",
                        help="write bench/RESULTS-loops.md and its plot")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="the least of so many counts")
    parser.add_argument("kernels", nargs="*", default=names())
    options = parser.parse_args()
    print(HEAD)
    rows = [row(kernel(options.build, n), options.rounds) for n in options.kernels]
    print(summary(rows))
    spread = max(abs(r["again"] - 1) for r in rows)
    print(f"A/A spread of clang's programs: at most {spread:.1%}")
    if options.record:
        record(rows)


if __name__ == "__main__":
    sys.exit(main())
