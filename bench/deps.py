"""Dependences of bench/deps/nests.c side by side with LLVM's DependenceAnalysis, pair by pair, and
held against isl and against what the nests do when they run.

A pair is two accesses with the same base in one nest, one of them a store; they are found again by
the text of their instructions in one .ll. Run it alone for the whole table:

    python3 bench/deps.py --build build [--show]
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from dependence import answers, compare  # noqa: E402
from dependence.compare import MODES  # noqa: E402
from harness.probe import Probe, exact  # noqa: E402

PASS = "DependenceAnalysisPrinterPass"


def folder_of(build):
    folder = os.path.join(build, "bench", "deps")
    os.makedirs(folder, exist_ok=True)
    return folder


def time_probes(env, goal):
    path = compare.make_ll(env.lathe, MODES.index(goal["nests"]), folder_of(env.build))
    ours = [env.lathe, "hir", "--quiet", "--as-is", "--deps", "--json", "--time", path]
    theirs = ["opt-22", "-passes=print<da>", "-disable-output", "-time-passes", path]
    return (Probe(goal["x"], ours, "phase", phase="dependences"),
            Probe(goal["y"], theirs, "pass", phase=PASS))


def quota_probes(env, goal):
    """Time is limited by counting what is done, so that the answer is the same everywhere."""
    source = os.path.join(folder_of(env.build), "hard.c")
    answers.run([sys.executable, os.path.join(HERE, "generator", "hard_pairs.py"),
                 str(goal["statements"]), "-o", source])
    command = [env.lathe, "hir", "--quiet", "--deps", "--json", "--time", source]
    return (Probe(goal["x"], command, "phase", phase="dependences"),
            exact(goal["y"], 2 * 10**9))


def unexplained(sides, truth):
    """Where LLVM says more, and is not wrong there."""
    return [line for *pair, line in sides.better if tuple(pair) not in truth.llvm_pairs]


def probes(env, goal):
    if goal["id"] == "deps-region":
        return quota_probes(env, goal)
    if goal["how"] == "phase":
        return time_probes(env, goal)
    folder, mode = folder_of(env.build), MODES.index(goal["nests"])
    if goal["id"].startswith("deps-missed"):
        truth = compare.find_truth(env.lathe, mode, folder)
        return (exact(goal["x"], len(truth.missed), f"LLVM is wrong about {len(truth.llvm_pairs)}"),
                exact(goal["y"], truth.pairs))
    sides = compare.compare(env.lathe, answers.build_isl_client(folder), mode, folder)
    table = sides.table
    if goal["id"].startswith("deps-unlike-isl"):
        return exact(goal["x"], len(sides.unlike)), exact(goal["y"], table["as isl"])
    if goal["id"].startswith("deps-asked"):
        return exact(goal["x"], table["asked"]), exact(goal["y"], table["tested"])
    if goal["id"].startswith("deps-llvm-better"):
        truth = compare.find_truth(env.lathe, mode, folder)
        return exact(goal["x"], len(unexplained(sides, truth))), exact(goal["y"], table["pairs"])
    return (exact(goal["x"], table["left open"] - table["resolved"]),
            exact(goal["y"], table["left open"]))


def show(name, sides, truth, everything):
    table, sorts = sides.table, ("none", "exact", "direction", "unknown")
    print(f"{name}: {table['pairs']} pairs ({table['unmatched']} not matched); " +
          ", ".join(f"{who} {sort} {table[f'{who} {sort}']}"
                    for who in ("llvm", "lathe") for sort in sorts))
    print(f"  of {table['left open']} that isl resolves and LLVM leaves open {table['resolved']} "
          f"are resolved; isl was asked for {table['asked']} of {table['tested']}")
    print(f"  {table['as isl']} pairs against isl: {len(sides.unlike)} differ; {truth.pairs} "
          f"against what runs: {len(truth.missed)} missed, LLVM misses {len(truth.llvm_pairs)}")
    for line in sides.unlike + truth.missed:
        print("  WRONG:", line)
    for line in unexplained(sides, truth):
        print("  LLVM says more:", *line)
    for line in truth.llvm:
        print("  LLVM is wrong:", line)
    for line in sides.open if everything else []:
        print("  open:", *line)
    return bool(sides.unlike or truth.missed or unexplained(sides, truth) or
                table["resolved"] < 0.95 * table["left open"])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--show", action="store_true", help="also what is left open")
    options = parser.parse_args()
    lathe, folder = os.path.join(options.build, "bin", "lathe"), folder_of(options.build)
    client, failed = answers.build_isl_client(folder), False
    for mode, name in enumerate(MODES):
        sides = compare.compare(lathe, client, mode, folder)
        failed |= show(name, sides, compare.find_truth(lathe, mode, folder), options.show)
    return failed


if __name__ == "__main__":
    sys.exit(main())
