#!/usr/bin/env python3
"""Writes a random C program of small loop nests that often touch the same memory.

    gen_deps.py --seed 7 [-o FILE.c]

The same seed gives the same bytes. Nests have one to four loops, also triangular, counting down, in
steps, with bounds that are constants or arguments; up to four references in one or two statements,
coupled, with negative strides, of different widths, through arrays of known size and through
pointers that may overlap; under ifs and elses; left by break and continue. All accesses stay in
their objects, though not always in their dimensions.
"""

import random

import seeded

TYPES = {"char": 1, "short": 2, "int": 4, "long": 8}
COUNTERS = ["int", "int", "int", "long", "unsigned", "short", "unsigned char"]
MOST = {"n": 6, "m": 4}  # what the driver passes
CALLS = [(0, 0), (1, 1), (2, 4), (3, 1), (5, 3), (6, 4)]

PRELUDE = """#include <stdlib.h>
#include <string.h>
static unsigned long state = 1;
static int draw(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)(state >> 60);
}
"""


class Range:
    """A sum of counters, arguments and a constant, and what it can be."""

    def __init__(self, text, low, high):
        self.text, self.low, self.high = text, low, high


class Nest:
    def __init__(self, r, name):
        self.r, self.name = r, name
        self.arrays, self.pointers, self.body = [], [], []
        self.counters = []  # (how to write it, low, high)
        self.most = MOST
        self.indent = 1

    def say(self, text):
        self.body.append("    " * self.indent + text)

    # What bound() chooses from: constants, arguments and what is added to those.
    CONSTANTS, ARGUMENTS, PLUS = [1, 2, 3, 4, 5, 6], ["n", "m"], [-1, 0, 1, 2]

    def bound(self, constant=0.35, argument=0.75):
        """Text, least and greatest value of where a loop ends; how often it is a constant, and how
        often that or an argument."""
        r = self.r
        kind = r.random()
        if kind < constant:
            high = r.choice(self.CONSTANTS)
            return Range(str(high), high, high)
        if kind < argument or not self.counters:
            name = r.choice(self.ARGUMENTS)
            plus = r.choice(self.PLUS)
            return Range(f"{name} + {plus}" if plus else name, plus, self.most[name] + plus)
        name, low, high = r.choice(self.counters)
        plus = r.randint(0, 2)
        if r.random() < 0.3:
            return Range(f"n - {name}", -high, self.most["n"] - low)
        return Range(f"{name} + {plus}", low + plus, high + plus)

    def open_loop(self):
        r = self.r
        name = "ijkl"[len(self.counters)]
        kind, end = r.choice(COUNTERS), self.bound()
        signed = not kind.startswith("unsigned")
        if not signed and end.low < 0:
            kind, signed = "int", True
        step = r.choice([1, 1, 1, 1, 2, 3])
        if signed and r.random() < 0.25:
            low = r.randint(0, 1)
            self.say(f"for ({kind} {name} = {end.text}; {name} >= {low}; {name} -= {step}) {{")
            self.counters.append((name, low, max(end.high, low)))
        else:
            start = r.randint(0, 1)
            if self.counters and signed and r.random() < 0.2:
                outer, low, high = r.choice(self.counters)
                start_text, start_low = outer, low
            else:
                start_text, start_low = str(start), start
            test = f"{name} < {end.text}"
            self.say(f"for ({kind} {name} = {start_text}; {test}; {name} += {step}) {{")
            self.counters.append((name if signed else f"(int){name}", start_low,
                                  max(end.high - 1, start_low)))
        self.indent += 1

    def subscript(self):
        r = self.r
        text, low, high = [], 0, 0
        for name, least, most in r.sample(self.counters, r.randint(0, min(2, len(self.counters)))):
            by = r.choice([1, 1, 1, 2, -1, 3, -2])
            text.append(f"{by} * {name}" if by != 1 else name)
            low += min(by * least, by * most)
            high += max(by * least, by * most)
        if r.random() < 0.2:
            name = r.choice(list(MOST))
            text.append(name)
            high += self.most[name]
        plus = r.randint(0, 3)
        text.append(str(plus - low))
        return Range(" + ".join(text), plus, high - low + plus)

    def wrapping(self):
        """A subscript that is computed modulo 256."""
        name = self.r.choice(self.counters)[0]
        return Range(f"(unsigned char)({self.r.choice([7, 37, 100])} * {name} - 3)", 0, 255)

    def array(self, dimensions, element, sizes):
        """One that is there already and grows, or a new one."""
        fitting = [a for a in self.arrays if len(a[2]) == dimensions and a[1] == element]
        if fitting and self.r.random() < 0.8:
            chosen = self.r.choice(fitting)
            chosen[2][:] = [max(x, y) for x, y in zip(chosen[2], sizes)]
            return chosen
        self.arrays.append([f"a{len(self.arrays)}_{self.name}", element, list(sizes)])
        return self.arrays[-1]

    def reference(self):
        r = self.r
        if self.pointers and r.random() < 0.35:
            name, element = r.choice(self.pointers)
            s = self.subscript()
            return f"{name}[{s.text}]"
        if self.arrays and r.random() < 0.12:  # other widths, of all bytes
            name, element, sizes = self.arrays[0]
            other, s = r.choice(list(TYPES)), self.subscript()
            bytes_needed = (s.high + 1) * TYPES[other]
            inner = TYPES[element]
            for size in sizes[1:]:
                inner *= size
            sizes[0] = max(sizes[0], -(-bytes_needed // inner))
            return f"(({other} *){name})[{s.text}]"
        dimensions = r.choice([1, 1, 2, 2, 3])
        subscripts = [self.subscript() for _ in range(dimensions)]
        if dimensions == 1 and r.random() < 0.1:
            subscripts = [self.wrapping()]
        sizes = [s.high + 1 for s in subscripts]
        if dimensions > 1 and r.random() < 0.15:  # leaves its dimension, but not the object
            sizes[-1] = max(1, sizes[-1] - r.randint(1, 3))
            sizes[0] += 4
        name, _, _ = self.array(dimensions, r.choice(["int", "long", "long", "char"]), sizes)
        return name + "".join(f"[{s.text}]" for s in subscripts)

    def condition(self):
        r = self.r
        name, low, high = r.choice(self.counters)
        others = [c[0] for c in self.counters if c[0] != name] + ["n"]
        return r.choice([f"{name} < {r.choice(others)}", f"{name} + {r.choice(others)} > 4",
                         f"{name} % 2 == 0", f"{name} != {r.randint(low, max(low, high))}",
                         f"{name} >= {r.randint(0, 2)}", f"{name} == {r.choice(others)}",
                         f"{name} != {r.choice(others)}",
                         "m > 2", f"{self.reference()} > 7"])

    def statement(self):
        r = self.r
        target = self.reference()
        sources = [self.reference() for _ in range(r.randint(0, 2))] + [str(r.randint(1, 5))]
        value = " ^ ".join(sources)
        kind = r.random()
        if kind < 0.25:
            self.say(f"if ({self.condition()})")
            self.say(f"    {target} = {value};")
            if r.random() < 0.4:
                self.say("else")
                self.say(f"    {self.reference()} = {self.reference()};")
        elif kind < 0.32:
            self.say(f"if ({self.condition()})")
            self.say(f"    {r.choice(['break', 'continue'])};")
            self.say(f"{target} = {value};")
        else:
            self.say(f"{target} {r.choice(['=', '=', '^='])} {value};")

    def make(self):
        r = self.r
        if r.random() < 0.4:
            element = r.choice(["int", "long"])
            self.pointers = [("p", element), ("q", element)]
        levels = r.choice([1, 1, 2, 2, 2, 3, 3, 4])
        for level in range(levels):
            self.open_loop()
            if level + 1 < levels and r.random() < 0.25:
                self.statement()
        for _ in range(r.choice([1, 1, 2])):
            self.statement()
        for level in range(levels):
            self.indent -= 1
            self.say("}")
            self.counters.pop()
            if self.counters and r.random() < 0.15:
                self.statement()

    def text(self):
        out = []
        for name, element, sizes in self.arrays:
            out.append(f"static {element} {name}{''.join(f'[{s}]' for s in sizes)};")
        params = "int n, int m"
        if self.pointers:
            params += "".join(f", {element} *{name}" for name, element in self.pointers)
        out.append(f"__attribute__((noinline)) static void {self.name}({params}) {{")
        return "\n".join(out + self.body + ["}", ""])

    def calls(self):
        out = ["    memset(shared, 0, sizeof shared);"]
        for name, element, sizes in self.arrays:
            first = name + "[0]" * len(sizes)
            out.append(f"    for (size_t i = 0; i < sizeof {name} / sizeof {first}; i++)")
            out.append(f"        (({element} *){name})[i] = draw();")
        for n, m in CALLS:
            apart = self.r.choice([0, 1, 3, 100])
            if self.pointers:
                element = self.pointers[0][1]
                out.append(f"    {self.name}({n}, {m}, ({element} *)shared + {apart}, "
                           f"({element} *)shared);")
            else:
                out.append(f"    {self.name}({n}, {m});")
        return "\n".join(out)


def program(seed, nests=6):
    r = random.Random(seed)
    made = []
    for i in range(nests):
        nest = Nest(r, f"f{i}")
        nest.make()
        made.append(nest)
    out = [PRELUDE, "static long shared[400];"] + [nest.text() for nest in made]
    out += ["int main(void) {"] + [nest.calls() for nest in made] + ["}", ""]
    return "\n".join(out)


if __name__ == "__main__":
    seeded.main(__doc__, program)
