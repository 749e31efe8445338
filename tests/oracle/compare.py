#!/usr/bin/env python3
"""Compares lathe's control flow analyses with the printers of LLVM's opt, function by function.

usage: compare.py [--lathe=COMMAND] [--opt=COMMAND] [--min=N] FILE…

Compared: dominator and post-dominator trees (parent of each block), dominance frontiers, natural
loops (header, depth, blocks, latches, exiting blocks) and top-level cycles (entries, blocks).
Exits 1 if anything differs, or if fewer than N functions (1 if not given) were compared.
"""
import argparse
import re
import shlex
import subprocess
import sys

KINDS = ("domtree", "postdomtree", "domfrontier", "loops", "cycles")
OPT_HEADERS = {
    "DominatorTree for function: ": "domtree",
    "PostDominatorTree for function: ": "postdomtree",
    "DominanceFrontier for function: ": "domfrontier",
    "Loop info for function ": "loops",
    "CycleInfo for function: ": "cycles",
}
NAME = re.compile(r'%?"(?:[^"])*"|%?[^\s,<>"]+')


def run(command):
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        sys.exit(f"compare.py: {command[0]} failed on {command[-1]}: {' '.join(message)}")
    return done


def bare(name):
    """The name without sigil and quotes: printers disagree about both."""
    return name.lstrip("%@").strip('"')


def names(text):
    return frozenset(bare(n) for n in NAME.findall(text))


def tree(rows):
    """Parent of each node, from (level, name) rows in preorder."""
    parents, path = {}, []
    for level, name in rows:
        del path[level:]
        parents[name] = path[-1] if path else None
        path.append(name)
    return parents


def opt_tree(lines):
    rows = []
    for line in lines:
        m = re.match(r"\s*\[(\d+)\] +(.+?) \{\d+,\d+\} \[\d+\]$", line)
        if m:
            name = "<exit>" if m[2] == "<<exit node>>" else bare(m[2])
            rows.append((int(m[1]) - 1, name))
    return tree(rows)


def lathe_tree(lines):
    rows = []
    for line in lines:
        text = line.lstrip(" ")
        name = text if text == "<exit>" else bare(text)
        rows.append(((len(line) - len(text)) // 2 - 1, name))
    return tree(rows)


def opt_frontier(lines):
    found = {}
    for line in lines:
        m = re.match(r"\s*DomFrontier for BB (.+) is:\t(.*)$", line)
        if m:
            found[bare(m[1])] = names(m[2])
    return found


def lathe_frontier(lines):
    found = {}
    for line in lines:
        m = re.match(r'  (%"[^"]*"|%[^\s:]+):(.*)$', line)
        found[bare(m[1])] = names(m[2])
    return found


def opt_loops(lines):
    found = {}
    for line in lines:
        m = re.match(r"\s*(?:Parallel )?Loop at depth (\d+) containing: (.*)$", line)
        if not m:
            continue
        marked = {"": set(), "header": set(), "latch": set(), "exiting": set()}
        for name, marks in re.findall(r'(%"[^"]*"|%[^\s,<]+)((?:<\w+>)*)', m[2]):
            marked[""].add(bare(name))
            for mark in re.findall(r"<(\w+)>", marks):
                marked[mark].add(bare(name))
        header = marked["header"].pop()
        found[header] = (int(m[1]), marked[""], marked["latch"], marked["exiting"])
    return found


def sections(line):
    """'loop %h depth 1 | blocks %h %b' as {'loop': '%h depth 1', 'blocks': '%h %b'}"""
    parts = [p.strip() for p in line.strip().split(" | ")]
    return {p.split(" ", 1)[0]: p.split(" ", 1)[1] if " " in p else "" for p in parts}


def lathe_loops(lines):
    found = {}
    for line in lines:
        part = sections(line)
        if "loop" not in part:
            continue
        m = re.match(r'(%"[^"]*"|%\S+) depth (\d+)', part["loop"])
        found[bare(m[1])] = (int(m[2]), names(part["blocks"]), names(part["latches"]),
                             names(part["exiting"]))
    return found


def opt_cycles(lines):
    found = set()
    for line in lines:
        m = re.match(r"\s*depth=1: entries\((.*?)\)(.*)$", line)
        if m:
            entries = names(m[1])
            found.add((entries, entries | names(m[2])))
    return found


def lathe_cycles(lines):
    found = set()
    for line in lines:
        part = sections(line)
        found.add((names(part["entries"]), names(part["blocks"])))
    return found


OPT_PARSERS = dict(zip(KINDS, (opt_tree, opt_tree, opt_frontier, opt_loops, opt_cycles)))
LATHE_PARSERS = dict(zip(KINDS, (lathe_tree, lathe_tree, lathe_frontier, lathe_loops,
                                 lathe_cycles)))


def opt_header(line):
    for prefix, kind in OPT_HEADERS.items():
        if line.startswith(prefix):
            return kind, line[len(prefix):].strip("':")
    return None


def lathe_header(line):
    m = re.match(r"(\w+) @(.+)$", line)
    return (m[1], bare(m[2])) if m else None


def split(text, header):
    """{(kind, function): lines}"""
    found, current = {}, None
    for line in text.splitlines():
        key = header(line)
        if key:
            current = found.setdefault(key, [])
        elif current is not None and line:
            current.append(line)
    return found


def parse(text, header, parsers):
    return {(kind, fn): parsers[kind](lines)
            for (kind, fn), lines in split(text, header).items()}


def compare(path, args):
    """(functions compared, loops, irreducible top-level cycles, differences)"""
    printers = ",".join(f"print<{k}>" for k in KINDS)
    opt = run([*shlex.split(args.opt), "-disable-output", f"-passes={printers}",
               path]).stderr.decode(errors="replace")
    passes = ",".join(f"ir-print<what={k}>" for k in KINDS)
    lathe = run([*shlex.split(args.lathe), "opt", f"--passes={passes}",
                 path]).stdout.decode(errors="replace")
    theirs = parse(opt, opt_header, OPT_PARSERS)
    ours = parse(lathe, lathe_header, LATHE_PARSERS)
    functions = {fn for _, fn in theirs} | {fn for _, fn in ours}
    differences = 0
    for key in sorted(theirs.keys() | ours.keys()):
        if theirs.get(key) != ours.get(key):
            differences += 1
            print(f"{path}: {key[0]} of @{key[1]} differs")
            print(f"  opt:   {theirs.get(key)}\n  lathe: {ours.get(key)}")
    irreducible = sum(len(entries) > 1 for (kind, _), cycles in theirs.items()
                      if kind == "cycles" for entries, _ in cycles)
    loops = sum(len(found) for (kind, _), found in theirs.items() if kind == "loops")
    return len(functions), loops, irreducible, differences


def main():
    parser = argparse.ArgumentParser(description="compare lathe's analyses with opt's")
    parser.add_argument("--lathe", default="lathe")
    parser.add_argument("--opt", default="opt")
    parser.add_argument("--min", type=int, default=1, help="functions that must be compared")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    totals = [sum(column) for column in zip(*(compare(path, args) for path in args.files))]
    functions, loops, irreducible, differences = totals
    print(f"{functions} functions compared, {loops} loops, "
          f"{irreducible} irreducible top-level cycles, {differences} differences")
    if differences or functions < args.min:
        sys.exit(1)


if __name__ == "__main__":
    main()
