"""What LLVM, lathe and isl say about pairs of accesses, in one form."""
import collections
import json
import os
import re
import subprocess
import sys

BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
BITS = {"<": 1, "=": 2, "<=": 3, ">": 4, "<>": 5, ">=": 6, "*": 7, "S": 7}
NAMES = {bits: name for name, bits in BITS.items() if name != "S"}
FLIP = {0: 0, 1: 4, 2: 2, 3: 6, 4: 1, 5: 5, 6: 3, 7: 7}


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done


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


def lathe_regions(lathe, path, options=()):
    """(function, number of the nest) -> region."""
    done = run([lathe, "hir", "--quiet", "--as-is", "--deps", "--json", *options, path])
    return {(f["function"], r["region"]): r
            for f in json.loads(done.stdout)["functions"] for r in f["regions"]}


def base_of(ref):
    return ref["text"].split(")")[0].split("(")[1]


def pairs_of(region):
    """(first, second): refs of memory with one base, in lexical order, one of them written."""
    refs = [r for r in region["refs"] if r["kind"] == "memory"]
    for i, a in enumerate(refs):
        for b in refs[i:]:
            if (a["writes"] or b["writes"]) and base_of(a) == base_of(b):
                yield a, b


def by_ends(edges):
    found = collections.defaultdict(list)
    for e in edges:
        found[e["source"], e["sink"]].append(e)
    return found


def merge(edges, a, b):
    """All edges between two refs, as one answer from a to b."""
    both = [(e, False) for e in edges.get((a, b), [])]
    if a != b:
        both += [(e, True) for e in edges.get((b, a), [])]
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


def llvm_answer(answers, a, b, depth):
    """LLVM's, from a to b, and its text; None if it has none."""
    text = answers.get((a["instruction"], b["instruction"]))
    if text is not None:
        return parse_llvm(text, depth), text
    text = answers.get((b["instruction"], a["instruction"]))
    if text is None:
        return None, None
    answer = parse_llvm(text, depth)
    answer.levels = [(FLIP[m], None if d is None else -d) for m, d in answer.levels]
    return answer, text


def build_isl_client(folder):
    program = os.path.join(folder, "isl_edges")
    run(["clang-22", "-O1", os.path.join(BENCH, "deps", "isl_edges.c"), "-lisl", "-o", program])
    return program


class IslNest:
    def __init__(self):
        self.pairs, self.edges = set(), []


def isl_nests(client, lathe, path, options=()):
    """(function, number of the nest) -> what isl was asked, and its edges as lathe writes them."""
    text = run([lathe, "hir", "--quiet", "--as-is", "--isl", *options, path]).stdout
    found = collections.defaultdict(IslNest)
    for line in run([client], input=text).stdout.splitlines():
        kind, function, nest, *words = line.split()
        key = function, int(nest)
        if kind == "pair":
            found[key].pairs.add((int(words[0]), int(words[1])))
            continue
        source, sink, level, masks, *distances = words
        found[key].edges.append({
            "source": int(source), "sink": int(sink), "level": int(level), "reason": None,
            "directions": [NAMES[int(m)] for m in masks if m != "-"],
            "distances": [None if d == "*" else int(d) for d in distances]})
    return found
