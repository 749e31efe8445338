"""Dependences of bench/deps/nests.c side by side with LLVM's DependenceAnalysis, pair by pair.

A pair is two accesses with the same base in one nest, one of them a store; they are found again by
the text of their instructions in one .ll. Run it alone for the whole table:

    python3 bench/deps.py --build build [--show]
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MODES = ("constant", "variable-length", "symbolic")
BITS = {"<": 1, "=": 2, "<=": 3, ">": 4, "<>": 5, ">=": 6, "*": 7, "S": 7}
ROUNDS = 5
FLIP = {0: 0, 1: 4, 2: 2, 3: 6, 4: 1, 5: 5, 6: 3, 7: 7}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done


def make_ll(lathe, mode, folder):
    path = os.path.join(folder, MODES[mode] + ".ll")
    source = os.path.join(HERE, "deps", "nests.c")
    run([lathe, "opt", "--quiet", "--passes=hir-canonicalize", source, "-o", path, "--",
         f"-DMODE={mode}"])
    return path


def strip(text):
    return text.split(", !")[0].strip()


def llvm_answers(path):
    """function -> (source, sink) -> text of the answer."""
    printed = run(["opt-22", "-passes=print<da>", "-disable-output", path])
    found, function, pair = collections.defaultdict(dict), None, None
    for line in (printed.stdout + printed.stderr).splitlines():
        if line.startswith("Printing analysis"):
            function = line.split("'")[3]
        elif line.startswith("Src:"):
            source, sink = line[4:].split(" --> Dst:")
            pair = strip(source), strip(sink)
        elif "da analyze - " in line:
            found[function][pair] = line.split("da analyze - ")[1].rstrip("!")
    return found


class Answer:
    """levels: for each common loop the directions (a mask) and the distance, if it is constant;
    same: whether they can meet within one iteration."""

    def __init__(self, levels, same, assumed=None):
        self.levels, self.same, self.assumed = levels, same, assumed

    def none(self):
        return not self.same and any(not mask for mask, _ in self.levels) or \
            (not self.levels and not self.same)

    def kind(self):
        if self.none():
            return "none"
        if all(distance is not None for _, distance in self.levels):
            return "exact"
        if all(mask == 7 for mask, _ in self.levels) or self.assumed:
            return "unknown"
        return "direction"


def parse_llvm(text, depth):
    if text == "none":
        return Answer([(0, None)] * depth, False)
    inside = re.search(r"\[(.*?)\]", text)
    if not inside:
        return Answer([(7, None)] * depth, True)
    body, _, independent = inside.group(1).partition("|")
    levels = []
    for word in body.split():
        word = word.replace("p", "")
        if re.fullmatch(r"-?\d+", word):
            value = int(word)
            levels.append((2 if value == 0 else 1 if value > 0 else 4, value))
        else:
            levels.append((BITS.get(word, 7), None))
    return Answer(levels, independent == "<" or all(mask & 2 for mask, _ in levels))


def our_answers(lathe, path, options):
    done = run([lathe, "hir", "--quiet", "--as-is", "--deps", "--json", *options, path])
    found = {}
    for function in json.loads(done.stdout)["functions"]:
        for region in function["regions"]:
            found.setdefault(function["function"], []).append(region)
    return found


def pairs_of(region):
    """(first, second) refs of memory with one base, in lexical order, one written -> Answer."""
    refs = [r for r in region["refs"] if r["kind"] == "memory"]
    edges = collections.defaultdict(list)
    for e in region["edges"]:
        edges[e["source"], e["sink"]].append(e)
    for i, a in enumerate(refs):
        for b in refs[i:]:
            base = lambda r: r["text"].split(")")[0].split("(")[1]
            if not (a["writes"] or b["writes"]) or base(a) != base(b):
                continue
            yield a, b, merge(edges, a["ref"], b["ref"])


def merge(edges, a, b):
    both = [(e, False) for e in edges[a, b]]
    if a != b:
        both += [(e, True) for e in edges[b, a]]
    if not both:
        return Answer([], False)
    depth = len(both[0][0]["directions"])
    levels = []
    for k in range(depth):
        mask, distances = 0, set()
        for e, turned in both:
            bits = BITS[e["directions"][k]]
            mask |= FLIP[bits] if turned else bits
            d = e["distances"][k]
            distances.add(None if d is None else -d if turned else d)
        levels.append((mask, distances.pop() if len(distances) == 1 else None))
    return Answer(levels, any(e["level"] == 0 for e, _ in both),
                  next((e["reason"] for e, _ in both if e["reason"]), None))


def is_better(a, b):
    """Whether a says more than b somewhere."""
    if b.none():
        return False
    if a.none():
        return True
    return any(m & ~k & 7 for (k, _), (m, _) in zip(a.levels, b.levels)) or \
        any(x is not None and y is None for (_, x), (_, y) in zip(a.levels, b.levels))


def compare(lathe, mode, folder, show):
    path = make_ll(lathe, mode, folder)
    llvm, ours = llvm_answers(path), our_answers(lathe, path, [])
    wished = our_answers(lathe, path, ["--assume-dims"])
    table = collections.Counter()
    worse = []
    for function, regions in ours.items():
        for region, ideal in zip(regions, wished[function]):
            for (a, b, mine), (_, _, best) in zip(pairs_of(region), pairs_of(ideal)):
                text = llvm[function].get((a["instruction"], b["instruction"]))
                turn = text is None
                if turn:
                    text = llvm[function].get((b["instruction"], a["instruction"]))
                if text is None:
                    table["unmatched"] += 1
                    continue
                theirs = parse_llvm(text, len(mine.levels) or 1)
                if turn:
                    theirs.levels = [(FLIP[m], None if d is None else -d) for m, d in theirs.levels]
                table["pairs"] += 1
                table["llvm " + theirs.kind()] += 1
                table["lathe " + mine.kind()] += 1
                if is_better(best, theirs):
                    table["left open"] += 1
                    table["resolved"] += not is_better(best, mine)
                    if show and is_better(best, mine):
                        print("open:", function, a["text"], "--", b["text"], mine.levels,
                              mine.assumed, "LLVM:", text)
                if is_better(theirs, mine):
                    worse.append((function, a["text"], b["text"], text, mine.levels, mine.assumed))
    table["asked"] = sum(r["asked"] for regions in ours.values() for r in regions)
    table["tested"] = sum(r["pairs"] for regions in ours.values() for r in regions)
    return table, worse


def cost(lathe, path):
    """Seconds in lathe's dependence graphs, and in LLVM's printing pass."""
    ours = json.loads(run([lathe, "hir", "--quiet", "--as-is", "--deps", "--json", "--time",
                           path]).stderr)
    own = sum(p["seconds"] for p in ours["phases"] if p["name"] == "dependences")
    timed = run(["opt-22", "-passes=print<da>", "-disable-output", "-time-passes", path]).stderr
    line = next(x for x in timed.splitlines() if "DependenceAnalysisPrinterPass" in x)
    return own, float(re.findall(r"(\d+\.\d+) \(", line)[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    lathe = os.path.join(options.build, "bin", "lathe")
    folder = os.path.join(options.build, "bench", "deps")
    os.makedirs(folder, exist_ok=True)
    failed = False
    for mode, name in enumerate(MODES):
        table, worse = compare(lathe, mode, folder, options.show)
        share = 100 * table["resolved"] / max(1, table["left open"])
        print(f"{name}: {table['pairs']} pairs ({table['unmatched']} not matched); " +
              ", ".join(f"{k} {table[k]}" for who in ("llvm", "lathe")
                        for k in (f"{who} {x}" for x in ("none", "exact", "direction", "unknown"))))
        print(f"  of {table['left open']} that LLVM leaves open {table['resolved']} are resolved "
              f"({share:.1f} %); isl was asked for {table['asked']} of {table['tested']}")
        costs = [cost(lathe, os.path.join(folder, name + ".ll")) for _ in range(ROUNDS)]
        own, other = (min(c[i] for c in costs) for i in (0, 1))
        print(f"  graphs take {1000 * own:.1f} ms, LLVM's pass {1000 * other:.1f} ms: "
              f"{own / other:.2f} times")
        for line in worse:
            print("  LLVM says more:", *line)
        failed |= share < 95
    return failed


if __name__ == "__main__":
    sys.exit(main())
