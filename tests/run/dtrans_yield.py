#!/usr/bin/env python3
"""How many of the structs that a C programmer would call private may change shape?

    dtrans_yield.py [--least=80] FILE.c… [--generated SEED…]

Programs say in comments what is expected of their structs:

    // private: struct node, struct edge    on the heap, never leaving the program, no tricks
    // refused: struct header               must not be legal

Programs of bench/gen_program.py have no such comments; PRIVATE names their heap structs. The share
of private structs for which --transform is legal must be at least --least percent, and no refused
one may be legal. Printed: the shares and, for every private struct that is not legal, the first use
that blocks it. Exit code 0 if all is well, 1 if not, 2 if something cannot be run.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GENERATOR = os.path.join(HERE, "..", "..", "bench", "gen_program.py")
MARK = re.compile(r"^// (private|refused): (.*)$", re.M)
# What the generator's units allocate, by the last part of the name.
PRIVATE = re.compile(r"^struct\.\w+_(node|tree|entry|row|part|kind\d+|object|cell|slab)$")


def parse_args():
    p = argparse.ArgumentParser(description="the share of private structs that are legal")
    p.add_argument("files", nargs="*", help="C programs with marks")
    p.add_argument("--generated", nargs="*", default=[], metavar="SEED",
                   help="seeds of generated programs")
    p.add_argument("--lines", default="3000", help="size of a generated program")
    p.add_argument("--least", type=float, default=80, help="percent that must be legal")
    p.add_argument("--transform", default="reorder-fields")
    p.add_argument("--lathe", default="lathe")
    return p.parse_args()


class Failure(Exception):
    pass


def output(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def analysed(options, name):
    """The types of a program by name."""
    report = json.loads(output([options.lathe, "dtrans", "--json", name]))
    return {t["name"]: t for t in report["types"]}


def marks(name):
    """Kind of mark by type name, as the comments of a program say."""
    with open(name) as file:
        text = file.read()
    found = {}
    for kind, names in MARK.findall(text):
        for one in names.split(","):
            found[one.strip().replace(" ", ".")] = kind
    return found


def miss(name, found, transform):
    """Why a type is not legal: one line for people."""
    blocked = found["transforms"][transform]["blocked_by"]
    uses = [u for u in found["safety"] if u["condition"] in blocked]
    text = f"{os.path.basename(name)}: {found['name']}: {', '.join(blocked)}"
    for use in uses[:1]:
        text += f"\n    line {use['line']}: {use['condition']}: {use['reason']}"
    return text


class Count:
    def __init__(self, title):
        self.title, self.private, self.legal, self.misses, self.wrong = title, 0, 0, [], []

    def add(self, name, types, expected, transform):
        for one, kind in expected.items():
            if one not in types:
                self.wrong.append(f"{name}: {one} is marked but not reported")
                continue
            legal = types[one]["transforms"][transform]["legal"]
            if kind == "refused":
                if legal:
                    self.wrong.append(f"{name}: {one} is legal but must be refused")
                continue
            self.private += 1
            self.legal += legal
            if not legal:
                self.misses.append(miss(name, types[one], transform))

    def share(self):
        return 100 * self.legal / self.private if self.private else 100.0

    def __str__(self):
        return f"{self.title}: {self.legal} of {self.private} private structs, {self.share():.1f} %"


def count_marked(options):
    count = Count("marked")
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        jobs = [pool.submit(analysed, options, name) for name in options.files]
        for name, job in zip(options.files, jobs):
            count.add(name, job.result(), marks(name), options.transform)
    return count


def count_generated(options):
    count = Count("generated")
    with tempfile.TemporaryDirectory() as folder:
        for seed in options.generated:
            name = os.path.join(folder, f"seed{seed}.c")
            output([sys.executable, GENERATOR, "--lines", options.lines, "--seed", seed,
                    "-o", name])
            types = analysed(options, name)
            expected = {one: "private" for one in types if PRIVATE.match(one)}
            count.add(name, types, expected, options.transform)
    return count


def main():
    options = parse_args()
    counts = [count_marked(options), count_generated(options)]
    together = Count("together")
    for count in counts:
        together.private += count.private
        together.legal += count.legal
        together.misses += count.misses
        together.wrong += count.wrong
    for line in together.misses + together.wrong:
        print(line)
    for count in [*counts, together]:
        print(f"{options.transform}: {count}")
    return 1 if together.wrong or together.share() < options.least else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(2)
