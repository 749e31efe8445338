"""bench/deps/nests.c: who says what about which pair, and who is right."""
import collections
import os
import re
import sys

from dependence import answers

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "fuzz"))

import trace_deps  # noqa: E402

NESTS = os.path.normpath(os.path.join(HERE, "..", "deps", "nests.c"))
MODES = ("constant", "variable-length", "symbolic", "wrapping")
SMALL = 7  # what bounds are when everything is written down
SIZES = {1: (1, 2, 3, 5, SMALL), 2: (1, 2, 3, 5, SMALL), 3: (9, 17)}
ARRAYS = {"x": 1, "y": 1, "z": 1, "A": 2, "B": 2, "C": 2, "T": 3, "U": 3}


def make_ll(lathe, mode, folder, *flags):
    path = os.path.join(folder, MODES[mode] + ("-small" if flags else "") + ".ll")
    answers.run([lathe, "opt", "--quiet", "--passes=hir-canonicalize", NESTS, "-o", path, "--",
                 f"-DMODE={mode}", *(["-fwrapv"] if MODES[mode] == "wrapping" else []), *flags])
    return path


class Sides:
    """table counts pairs; better: where LLVM says more; open: what neither says, but isl does;
    unlike: where lathe and isl, from the same forms, do not say the same."""

    def __init__(self):
        self.table = collections.Counter()
        self.better, self.open, self.unlike = [], [], []


def edge_key(e):
    return e["source"], e["sink"], e["level"], tuple(e["directions"]), tuple(e["distances"])


def compare_with_isl(regions, nests, sides):
    """Every pair that isl was asked about, edge by edge; it knows of no addresses that wrap."""
    for key, nest in nests.items():
        ours, theirs = collections.defaultdict(set), collections.defaultdict(set)
        for found, edges in ((ours, regions[key]["edges"]), (theirs, nest.edges)):
            for e in edges:
                found[tuple(sorted((e["source"], e["sink"])))].add(edge_key(e))
        wrap = {tuple(sorted((e["source"], e["sink"]))) for e in regions[key]["edges"]
                if e["reason"] == "address-may-wrap"}
        for pair in nest.pairs - wrap:
            sides.table["as isl"] += 1
            if ours[pair] != theirs[pair]:
                sides.unlike.append((*key, pair, sorted(map(str, ours[pair] ^ theirs[pair]))))


def compare_pair(sides, where, a, b, mine, best, theirs, text):
    table = sides.table
    table["pairs"] += 1
    table["llvm " + theirs.kind()] += 1
    table["lathe " + mine.kind()] += 1
    line = (where, a["text"], "--", b["text"], mine.levels, mine.assumed, "LLVM:", text)
    if best and answers.is_better(best, theirs):
        resolved = not answers.is_better(best, mine)
        table["left open"] += 1
        table["resolved"] += resolved
        if not resolved:
            sides.open.append(line)
    if answers.is_better(theirs, mine):
        sides.better.append((where, a["instruction"], b["instruction"], line))


def compare(lathe, client, mode, folder):
    """What isl can resolve, it is asked for with subscripts that stay in their dimensions."""
    path, sides = make_ll(lathe, mode, folder), Sides()
    llvm = answers.llvm_answers(path)
    regions = answers.lathe_regions(lathe, path)
    compare_with_isl(regions, answers.isl_nests(client, lathe, path), sides)
    assumed = ["--assume-dims"]
    nests = answers.isl_nests(client, lathe, path, assumed)
    compare_with_isl(answers.lathe_regions(lathe, path, assumed), nests, sides)
    for key, region in regions.items():
        ours, ideal = answers.by_ends(region["edges"]), answers.by_ends(nests[key].edges)
        for a, b in answers.pairs_of(region):
            pair = a["ref"], b["ref"]
            mine = answers.merge(ours, *pair)
            best = answers.merge(ideal, *pair) if pair in nests[key].pairs else None
            theirs, text = answers.llvm_answer(llvm[key[0]], a, b, len(mine.levels) or 1)
            if theirs:
                compare_pair(sides, key[0], a, b, mine, best, theirs, text)
            else:
                sides.table["unmatched"] += 1
        sides.table["asked"] += region["asked"]
        sides.table["tested"] += region["pairs"]
    return sides


def write_driver(mode, path):
    """Calls every kernel with several sizes."""
    with open(NESTS) as file:
        usual, wrapping = file.read().split("\n#else\n#define CELLS")
    kernels = re.findall(r"^KERNEL\((\w+)\)", wrapping if mode == 3 else usual, re.M)
    out = ["#include <stdlib.h>"]
    full = {name: f"double {name}{f'[{SMALL}]' * dims};" for name, dims in ARRAYS.items()}
    if mode == 1:
        out += ["static " + text for text in full.values()]
        params = "int n, " + ", ".join("double *" for _ in ARRAYS)
        order = ("A", "B", "C", "x", "y", "z", "T", "U")
        passed = ", ".join(f"(double *){name}" for name in order)
    else:
        params, passed = "void" if mode == 0 else "int", None
    out += [f"void {name}({params});" for name in kernels] + ["int main(void) {"]
    for name in kernels:
        for n in SIZES.get(mode, [SMALL]):
            arguments = "" if mode == 0 else f"{n}, {passed}" if passed else str(n)
            out.append(f"    {name}({arguments});")
    with open(path, "w") as file:
        file.write("\n".join(out + ["}", ""]))


def contradicts(answer, distances):
    """A distance that was seen, and that the answer excludes."""
    for distance, _ in distances:
        if answer.none():
            return distance
        for (mask, far), d in zip(answer.levels, distance):
            if not mask & (1 if d > 0 else 4 if d < 0 else 2) or far not in (None, d):
                return distance
    return None


class Truth:
    """missed: dependences that lathe does not have; llvm: those that LLVM does not have;
    llvm_pairs: the instructions that those are about."""

    def __init__(self):
        self.pairs, self.missed, self.llvm, self.llvm_pairs = 0, [], [], set()


def find_truth(lathe, mode, folder):
    """Runs the nests with small bounds, and holds both against what is seen."""
    truth, driver = Truth(), os.path.join(folder, f"driver-{mode}.c")
    path = make_ll(lathe, mode, folder, f"-DN={SMALL}")
    write_driver(mode, driver)
    program = trace_deps.Instrumented("opt-22", path)
    trace = program.trace(program.build("clang-22", folder, driver), folder)
    truth.pairs, truth.missed = trace_deps.check(program, trace,
                                                 trace_deps.read_graphs(lathe, path))
    llvm, calls = answers.llvm_answers(path), trace.by_function()
    numbers = trace_deps.numbers_of(program)
    for (function, _), region in answers.lathe_regions(lathe, path).items():
        for a, b in answers.pairs_of(region):
            x, y = (numbers[function, r["instruction"]] for r in (a, b))
            if len(x) != 1 or len(y) != 1:
                continue
            answer, text = answers.llvm_answer(llvm[function], a, b, 0)
            seen = trace_deps.distances(program, calls[function], x[0], y[0])
            wrong = contradicts(answer, seen) if answer and seen else None
            if wrong is not None:
                truth.llvm.append(f"{function}: {a['text']} -- {b['text']}: {text}, but {wrong}")
                truth.llvm_pairs.add((function, a["instruction"], b["instruction"]))
    return truth
