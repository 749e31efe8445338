#!/usr/bin/env python3
"""What a program's accesses do to one another, seen by running it: the truth about dependences.

Instruments LLVM IR as text: every iteration of every loop and every load and store is written down
as it happens. A Trace then tells, for two accesses of one function, how far apart the iterations
were that met. check() holds the graphs of `lathe hir --deps --json` against that: whatever met must
have an edge that leads from the earlier to the later one, with that level, direction and distance.
"""

import collections
import json
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
RUNTIME = os.path.join(HERE, "Inputs", "trace_deps.c")
SIZES = {"double": 8, "float": 4, "ptr": 8, "i64": 8, "i32": 4, "i16": 2, "i8": 1}
BITS = {"<": 1, "=": 2, "<=": 3, ">": 4, "<>": 5, ">=": 6, "*": 7}
LOAD = re.compile(r"= load (\w+), ptr (.+), align")
STORE = re.compile(r"store (\w+) .+?, ptr (.+), align")
LOOP = re.compile(r"Loop at depth (\d+) containing: (.*)")
DECLARATIONS = """
declare void @lathe_trace_call(i32)
declare void @lathe_trace_loop(i32, i64)
declare void @lathe_trace_access(i32, ptr, i64, ptr, i32)
"""


class Failed(Exception):
    pass


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    if done.returncode:
        raise Failed(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done


def strip(text):
    """An instruction without its metadata, as the JSON has it."""
    return text.split(", !")[0].strip()


Access = collections.namedtuple("Access", "function text size loops")


class Loop:
    def __init__(self, number, header, latches, blocks, parent):
        self.number, self.header, self.latches = number, header, latches
        self.blocks, self.parent = blocks, parent

    def chain(self):
        return (self.parent.chain() if self.parent else []) + [self.number]


def read_loops(opt, path):
    """function -> loops, outer ones first."""
    printed = run([opt, "-passes=print<loops>", "-disable-output", path])
    found, function, open_loops, number = collections.defaultdict(list), None, [], 0
    for line in (printed.stdout + printed.stderr).splitlines():
        if line.startswith("Loop info for function"):
            function, open_loops = line.split("'")[1], []
        match = LOOP.search(line)
        if not match:
            continue
        depth, parts = int(match.group(1)), match.group(2).split(",")
        names = [part.split("<")[0].lstrip("%") for part in parts]
        latches = [n for n, part in zip(names, parts) if "<latch>" in part]
        del open_loops[depth - 1:]
        loop = Loop(number, names[0], latches, set(names), open_loops[-1] if open_loops else None)
        number += 1
        open_loops.append(loop)
        found[function].append(loop)
    return found


class Instrumented:
    """The program with calls of trace_deps.c in it; `accesses` has what its numbers mean."""

    def __init__(self, opt, path):
        self.loops = read_loops(opt, path)
        self.accesses, self.functions, self.lists = [], [], {}
        with open(path) as file:
            self.lines = self.rewrite(file.read().splitlines())

    def chain_of(self, function, block):
        inner = [l for l in self.loops[function] if block in l.blocks]
        return inner[-1].chain() if inner else []

    def list_of(self, loops):
        return self.lists.setdefault(tuple(loops), f"@lathe.trace.loops.{len(self.lists)}")

    def access(self, function, block, line):
        found = LOAD.search(line) or STORE.search(line)
        if not found or found.group(1) not in SIZES:
            return []
        loops = self.chain_of(function, block)
        size = SIZES[found.group(1)]
        self.accesses.append(Access(function, strip(line), size, loops))
        return [f"  call void @lathe_trace_access(i32 {len(self.accesses) - 1}, ptr "
                f"{found.group(2)}, i64 {size}, ptr {self.list_of(loops)}, i32 {len(loops)})"]

    def counter(self, loop, preds):
        """A PHI that counts, and what is behind the PHIs."""
        name = f"%lathe.trace.{loop.number}"
        cases = [f"[ {f'{name}.next' if p in loop.latches else 0}, %{p} ]" for p in preds]
        return (f"  {name} = phi i64 {', '.join(cases)}",
                [f"  {name}.next = add i64 {name}, 1",
                 f"  call void @lathe_trace_loop(i32 {loop.number}, i64 {name})"])

    def rewrite(self, lines):
        out, function, block, pending = [], None, None, []
        for line in lines:
            if line.startswith("define "):
                function = re.search(r"@([\w.$]+)\(", line).group(1)
                self.functions.append(function)
                pending = [f"  call void @lathe_trace_call(i32 {len(self.functions) - 1})"]
            elif line == "}":
                function = None
            label = re.match(r"([\w.$-]+):(?:.*; preds = (.*))?", line) if function else None
            if label:
                block = label.group(1)
                preds = [p.strip().lstrip("%") for p in (label.group(2) or "").split(",")]
                heads = [l for l in self.loops[function] if l.header == block]
                out.append(line)
                for loop in heads:
                    phi, behind = self.counter(loop, preds)
                    out.append(phi)
                    pending += behind
                continue
            inside = function and line.startswith("  ") and not line.startswith("define")
            if inside and " = phi " not in line and not line.lstrip().startswith("#dbg"):
                out += pending
                pending = []
                out += self.access(function, block, line)
            out.append(line)
        for loops, name in self.lists.items():
            values = ", ".join(f"i32 {n}" for n in loops)
            out.append(f"{name} = private constant [{len(loops)} x i32] [{values}]" if loops
                       else f"{name} = private constant i32 0")
        return out + DECLARATIONS.splitlines()

    def build(self, clang, folder, *more):
        path = os.path.join(folder, "traced.ll")
        with open(path, "w") as file:
            file.write("\n".join(self.lines) + "\n")
        program = os.path.join(folder, "traced")
        run([clang, "-w", "-O1", path, RUNTIME, *more, "-lm", "-o", program])
        return program

    def trace(self, program, folder):
        path = os.path.join(folder, "trace")
        run([program], env=dict(os.environ, LATHE_TRACE=path))
        return Trace(self, path)


Event = collections.namedtuple("Event", "time address size iterations")


class Trace:
    """calls: for each call of a function, access -> its events in order."""

    def __init__(self, program, path):
        self.program, self.calls = program, []
        with open(path) as file:
            for time, line in enumerate(file):
                words = line.split()
                if words[0] == "call":
                    self.calls.append((program.functions[int(words[1])],
                                       collections.defaultdict(list)))
                else:
                    access, address, size, *at = map(int, words)
                    self.calls[-1][1][access].append(Event(time, address, size, at))

    def by_function(self):
        found = collections.defaultdict(list)
        for function, events in self.calls:
            found[function].append(events)
        return found


def meetings(events, a, b):
    """(x, y): an event of a and one of b that have a byte in common; not x, x."""
    at = collections.defaultdict(list)
    for y in events[b]:
        for byte in range(y.address, y.address + y.size):
            at[byte].append(y)
    for x in events[a]:
        seen = set()
        for byte in range(x.address, x.address + x.size):
            for y in at[byte]:
                if y.time != x.time and y.time not in seen:
                    seen.add(y.time)
                    yield x, y


def common_loops(program, a, b):
    chains = program.accesses[a].loops, program.accesses[b].loops
    return sum(x == y for x, y in zip(*chains))


def distances(program, calls, a, b):
    """How far b's iteration is from a's at each common loop, and whether a came first, for all that
    met."""
    common, found = common_loops(program, a, b), set()
    for events in calls:
        if events.get(a) and events.get(b):
            for x, y in meetings(events, a, b):
                found.add((tuple(y.iterations[k] - x.iterations[k] for k in range(common)),
                           x.time < y.time))
    return found


class Graph:
    """A region of lathe's JSON."""

    def __init__(self, region):
        self.refs = [r for r in region["refs"] if r["kind"] == "memory" and "instruction" in r]
        self.complete = region["complete"]
        self.edges = collections.defaultdict(list)
        for e in region["edges"]:
            self.edges[e["source"], e["sink"]].append(e)

    def covers(self, first, second, distance):
        """Whether an edge from the earlier to the later one allows the distance."""
        for e in self.edges[first, second]:
            level = next((k + 1 for k, x in enumerate(distance) if x), 0)
            if e["level"] == level and all(
                    BITS[bits] & (1 if x > 0 else 4 if x < 0 else 2) and far in (None, x)
                    for bits, far, x in zip(e["directions"], e["distances"], distance)):
                return True
        return False


def read_graphs(lathe, path, options=()):
    done = run([lathe, "hir", "--quiet", "--as-is", "--deps", "--json", *options, path])
    return {f["function"]: [Graph(r) for r in f["regions"]]
            for f in json.loads(done.stdout)["functions"]}


def check_region(program, calls, function, graph, numbers):
    """(pairs, what is missed)."""
    pairs, missed = 0, []
    known = [r for r in graph.refs if len(numbers.get((function, r["instruction"]), [])) == 1]
    for i, a in enumerate(known):
        for b in known[i:]:
            if not (a["writes"] or b["writes"]):
                continue
            pairs += 1
            x, = numbers[function, a["instruction"]]
            y, = numbers[function, b["instruction"]]
            outside = len(program.accesses[x].loops) - a["level"]
            for distance, forward in distances(program, calls, x, y):
                if any(distance[:outside]):
                    continue
                first, second = (a, b) if forward else (b, a)
                vector = tuple(d if forward else -d for d in distance[outside:])
                if not graph.covers(first["ref"], second["ref"], vector):
                    missed.append(f"{function}: {first['text']} -> {second['text']} {vector}")
    return pairs, missed


def numbers_of(program):
    numbers = collections.defaultdict(list)
    for i, access in enumerate(program.accesses):
        numbers[access.function, access.text].append(i)
    return numbers


def check(program, trace, graphs):
    """(pairs of references that were compared, dependences that are missed)."""
    calls, numbers = trace.by_function(), numbers_of(program)
    pairs, missed = 0, []
    for function, regions in graphs.items():
        for graph in regions:
            if graph.complete and calls.get(function):
                more, wrong = check_region(program, calls[function], function, graph, numbers)
                pairs += more
                missed += wrong
    return pairs, missed
