#!/usr/bin/env python3
"""Measures every goal of bench/goals.json and says which bounds hold.

Exit code: 0 all hold, 1 a bound is broken by more than the A/A spread, 2 something could not be
measured or the command line is wrong.
"""
import argparse
import importlib
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from harness import report, verdict  # noqa: E402
from harness.measure import MeasureError  # noqa: E402
from harness.programs import Programs  # noqa: E402

ROUNDS, QUICK_ROUNDS = 7, 3
LINES, QUICK_LINES = 100000, 10000
KEYS = ("id", "benchmark", "what", "x", "y", "how", "bound")


class Env:
    """Where benchmarks find the tool and the programs."""

    def __init__(self, options):
        self.build = options.build
        self.lathe = os.path.join(options.build, "bin", "lathe")
        self.folder = options.out or os.path.join(options.build, "bench")
        self.most_lines = QUICK_LINES if options.quick else LINES
        self.programs = None  # of the size that the goal at hand asks for

    def size_for(self, goal):
        lines = min(goal.get("lines", LINES), self.most_lines)
        self.programs = Programs(os.path.join(self.folder, "programs"), lines)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="ID", help="measure only this goal")
    parser.add_argument("--quick", action="store_true", help="a tenth of the size, fewer rounds")
    parser.add_argument("--list", action="store_true", help="show the goals and stop")
    parser.add_argument("--build", default="build", help="the build folder to measure")
    parser.add_argument("--goals", default=os.path.join(HERE, "goals.json"))
    parser.add_argument("--out", help="where results go (BUILD/bench)")
    return parser.parse_args()


def load_goals(options):
    with open(options.goals) as file:
        goals = json.load(file)["goals"]
    for goal in goals:
        missing = [key for key in KEYS if key not in goal]
        if missing:
            sys.exit(f"bench: goal {goal.get('id', '?')} lacks {', '.join(missing)}")
    known = [goal["id"] for goal in goals]
    for wanted in options.only or []:
        if wanted not in known:
            print(f"bench: no goal '{wanted}'; there are: {', '.join(known)}", file=sys.stderr)
            sys.exit(2)
    return [goal for goal in goals if not options.only or goal["id"] in options.only]


def run_goal(env, goal, quick):
    rounds = min(goal.get("rounds", ROUNDS), QUICK_ROUNDS if quick else ROUNDS)
    env.size_for(goal)
    try:
        x, y = importlib.import_module(goal["benchmark"]).probes(env, goal)
    except MeasureError as error:
        return verdict.Result(goal, None, None, verdict.FAILED, 0, str(error))
    return verdict.measure(goal, x, y, rounds)


def exit_code(results):
    verdicts = [r.verdict for r in results]
    return 1 if verdict.BROKEN in verdicts else 2 if verdict.FAILED in verdicts else 0


def main():
    options = parse_options()
    goals = load_goals(options)
    if options.list:
        for goal in goals:
            print(f"{goal['id']}: {goal['what']}; {goal['x']} / {goal['y']} <= {goal['bound']:g} "
                  f"({goal['how']})")
        return 0
    env = Env(options)
    results = []
    for goal in goals:
        print(f"measuring {goal['id']}: {goal['what']}", file=sys.stderr, flush=True)
        results.append(run_goal(env, goal, options.quick))
    report.write(env.folder, results, options.quick)
    print(report.table(results))
    print(f"results and plots: {env.folder}")
    return exit_code(results)


if __name__ == "__main__":
    sys.exit(main())
