"""What transforms of loop nests gain: programs built by `lathe cc -O3 -flathe-loops` against
`clang-22 -O3`, in five suites.

    constant          kernels as textbooks have them (bench/loops), bounds and dimensions constant;
                      against Polly and gcc, too
    run-time          the same with bounds that are arguments, over arrays of fixed dimensions
    variable-length   the same with arrays of variable length
    pointer           the same with a pointer and a leading dimension, in a struct
    everyday          programs as people write them (bench/everyday), each beside a version that
                      was rewritten by hand for speed

All versions must print the same bits; where Polly's does not, it is not compared. Where nothing is
transformed, lathe's program has clang's very code, and that counts as exactly as fast. Run it alone
for all tables; with --record they go to bench/RESULTS-loops.md and bench/loops.svg:

    python3 bench/loops.py --build build
"""
import argparse
import functools
import glob
import itertools
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from harness import loop_tables  # noqa: E402
from harness.loop_tables import mean_of  # noqa: E402
from harness.probe import Value  # noqa: E402
from harness.versions import AGAIN, Versions, Way  # noqa: E402

FORMS = {"constant": 1, "run-time": 2, "variable-length": 3, "pointer": 4}
SUITES = [*FORMS, "everyday"]
# Kernels where interchange or distribution is what clang lacks.
STRIDED = ("blur chain2 chain3 contract convolution correlation covariance doitgen gemm "
           "gemm_pointers gemm_tn gramschmidt heat3d_depth jacobi2d_columns lu mvt prefix "
           "scale_columns sobel symm totals trisolve trmm").split()
PEERS = ("clang", "polly", "gcc")
ROUNDS, COMPILE_ROUNDS = 5, 3
FLAGS = ["-O3", "-w", "-ffp-contract=off"]
ONE_THREAD = os.path.join(HERE, "everyday", "one_thread.c")


def sources(folder):
    return sorted(glob.glob(os.path.join(HERE, folder, "*.c")))


def name_of(source):
    return os.path.basename(source)[:-2]


def forms_of(source):
    """How many of the four forms a kernel has; see bench/loops/forms.h."""
    with open(source) as file:
        text = file.read()
    if '#include "forms.h"' not in text:
        return 1
    fewer = re.search(r"^#define FORMS (\d)$", text, re.MULTILINE)
    return int(fewer.group(1)) if fewer else max(FORMS.values())


@functools.lru_cache(maxsize=None)
def programs(suite):
    """Sources of a suite by name."""
    if suite == "everyday":
        return {name_of(s): s for s in sources("everyday") if s != ONE_THREAD}
    return {name_of(s): s for s in sources("loops") if forms_of(s) >= FORMS[suite]}


def ways(suite, lathe, source, flags=()):
    """How the versions of a program are made; clang's comes first."""
    flags = [*FLAGS, *flags]
    if suite in FORMS:
        flags.append(f"-DFORM={FORMS[suite]}")
    if source.endswith("_omp.c"):
        flags.append("-fopenmp")
    found = {"clang": Way(["clang-22"], flags),
             "lathe": Way([lathe, "cc", "-O3", "-flathe-loops"], flags)}
    if suite == "constant":
        found["polly"] = Way(["clang-22"], [*flags, "-mllvm", "-polly"])
        found["gcc"] = Way(["gcc"], flags)
    if suite == "everyday":
        found["hand"] = Way(["clang-22"], [*flags, "-DHAND"])
    return found


@functools.lru_cache(maxsize=None)
def versions(lathe, folder, suite, name, flags=(), but=()):
    """`but`: ways that are left out."""
    source = programs(suite)[name]
    chosen = {who: way for who, way in ways(suite, lathe, source, flags).items() if who not in but}
    return Versions(os.path.join(folder, suite), name, source, chosen, may_be_wrong=("polly",),
                    helper=ONE_THREAD if source.endswith("_omp.c") else None)


def built(build, suite, name):
    return versions(os.path.join(build, "bin", "lathe"), os.path.join(build, "bench", "loops"),
                    suite, name)


@functools.lru_cache(maxsize=None)
def measured(build, suite, name, which, of_compiling, turn):
    """Goals that ask for the same turn of the same versions share what was measured."""
    made = built(build, suite, name)
    if of_compiling:
        return made.compile_times(which, COMPILE_ROUNDS)
    return made.times(which, ROUNDS)


def asked_for(suite, goal):
    """The names in a goal's `programs`; those of `strided` that have the form; or all."""
    wanted = goal.get("programs", list(programs(suite)))
    return [n for n in STRIDED if n in programs(suite)] if wanted == "strided" else wanted


def ratios(env, goal, turn):
    """Of the times of lathe's and the peer's version of each program, or of compiling it."""
    suite, peer = goal.get("suite", "constant"), goal.get("peer", "clang")
    times = [measured(env.build, suite, n, ("lathe", peer), goal["of"] == "compile", turn)
             for n in asked_for(suite, goal)]
    return [t["lathe"] / t[peer] for t in times if peer in t]


def probes(env, goal):
    """`of`: the mean of the times, or of compile times, or the worst of the times. With the peer
    `hand` that is what the versions by hand gain, divided by what lathe gains."""
    turns = itertools.count()

    def take():
        each = ratios(env, goal, next(turns))
        return max(each) if goal["of"] == "worst" else mean_of(each)
    return Value(goal["x"], take), Value(goal["y"], lambda: 1, True)


def row(build, suite, name, rounds):
    made = built(build, suite, name)
    times = made.times([*made.ways, AGAIN], rounds)
    compiled = made.compile_times([w for w in made.ways if w != "hand"], (rounds + 1) // 2)
    found = {"name": name, "same": made.is_same("lathe"), "seconds": times["clang"],
             "spread": abs(times[AGAIN] / times["clang"] - 1),
             **{who: times[who] / times["lathe"] for who in PEERS if who in times},
             **{"compile " + who: t / compiled["clang"] for who, t in compiled.items()}}
    if "hand" in times:
        found["hand"] = times["clang"] / times["hand"]
    print(loop_tables.cells(suite, found), flush=True)
    return found


def measure(build, suite, names, rounds):
    print(f"\n{suite}\n{loop_tables.head(suite)}", flush=True)
    rows = [row(build, suite, n, rounds) for n in names]
    print(f"{loop_tables.means(suite, rows)}\n\n{loop_tables.summary(suite, rows)}", flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--record", action="store_true",
                        help="write bench/RESULTS-loops.md and its plot")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="the least of so many counts")
    parser.add_argument("--suite", action="append", choices=SUITES, help="only this one")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these programs")
    options = parser.parse_args()
    if options.record and (options.suite or options.names):
        parser.error("a record has all suites")
    tables = {}
    for suite in options.suite or SUITES:
        chosen = [n for n in programs(suite) if n in options.names or not options.names]
        if chosen:
            tables[suite] = measure(options.build, suite, chosen, options.rounds)
    if options.record:
        loop_tables.record(HERE, tables)


if __name__ == "__main__":
    sys.exit(main())
