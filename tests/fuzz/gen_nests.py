#!/usr/bin/env python3
"""Writes random loop nests in C that loop transforms can often change.

    gen_nests.py --seed 7 [-o FILE.c]

The same seed gives the same bytes. A file is a table of functions for Inputs/nest_main.c, with one
to three nests each: one to four loops deep, perfect or not, with loops side by side that often run
equally often; bounds that are constants, arguments or outer counters, also for no or one iteration;
arrays of one to three dimensions and pointers, which some calls let overlap; tables of rows, in
order or not; subscripts that are clamped to the ends of a loop; sums in scalars and in memory,
temps, ifs, floating point and integers of all widths that wrap. One in five has shapes of
gen_shapes.py, too; one in ten comes from gen_deps.py, as wild as those are. Half of them get at
their arrays as programs do (gen_forms.py): all of every fourth seed, and two in five of others. All
accesses stay in their objects.
"""

import random
import re

import gen_deps
import gen_forms
import gen_shapes
import seeded
from gen_deps import Range

# C type, how a value of it is written in a sum, what Inputs/nest_main.c fills and compares it as.
ELEMENTS = {
    "double": ("{}", "DOUBLES"),
    "float": ("{}", "FLOATS"),
    "unsigned": ("{}", "BYTES"),
    "unsigned long": ("{}", "BYTES"),
    "unsigned char": ("(unsigned){}", "BYTES"),
    "short": ("(unsigned){}", "BYTES"),
    "int": ("{}", "SMALL"),
    "long": ("{}", "SMALL"),
    "char": ("{}", "SMALL"),
}
COMMON = ["double"] * 5 + ["float"] * 2 + ["unsigned"] * 3 + ["unsigned long"] * 2 + [
    "unsigned char", "short"]
MOST = {"n": 13, "m": 9}
CALLS = [(0, 0), (1, 1), (13, 9), (4, 8), (2, 3), (7, 1)]
ROW = 48  # elements, of what pointers to rows point to
SHARED = 4096  # elements in the memory that pointers lead to


class Nest(gen_deps.Nest):
    def __init__(self, r, name):
        super().__init__(r, name)
        self.element = r.choice(COMMON)
        self.floats = self.element in ("double", "float")
        self.most = MOST
        self.tails = []  # of loops: how it begins, and how it ends
        self.temps = []  # names of scalars in scope
        self.sums = []  # of those that live for the whole function
        self.scalars = 0
        self.roles = {}  # array -> levels of the counters in its subscripts
        self.restrict = False
        self.perfect = r.random() < 0.4  # one loop in another, and no more
        self.constant_bounds = r.random() < 0.5
        self.apart = r.random() < 0.5  # mostly writes to other arrays than it reads
        self.written = set()
        self.reads = False  # the place that is being made
        self.tables = {}  # array -> the order of the rows in its table

    DIMENSIONS = [1, 2, 2, 3]
    TABLES = 0.12  # of references to matrices: through a table of pointers to rows

    # What values are made of.

    def offset(self):
        return self.r.choice([0, 0, 0, 0, 0, 0, 1, 1, 2])

    def at_level(self, level):
        """A subscript that moves with the loop of a level, or with another, or with none."""
        r = self.r
        if not self.counters or r.random() < 0.06:
            value = r.randint(0, 3)
            return Range(str(value), value, value)
        name, low, high = self.counters[level] if level < len(self.counters) else r.choice(
            self.counters)
        end = self.end_of(name)
        if end and r.random() < 0.08:
            moved = f"{name} + {r.choice([-2, -1, -1, 1, 1, 2])}"
            return Range(f"({moved} < 0 ? 0 : {moved} >= {end} ? {end} - 1 : {moved})", 0, high)
        if low >= 0 and r.random() < 0.05:
            bit = r.choice([0, 1, 1])
            return Range(f"(2 * {name} | {bit})", 2 * low + bit, 2 * high + bit)
        by = r.choice([1] * 14 + [2, -1])
        plus = self.offset() - min(by * low, by * high)
        text = (f"{by} * {name}" if by != 1 else name) + (f" + {plus}" if plus else "")
        return Range(text, min(by * low, by * high) + plus, max(by * low, by * high) + plus)

    def end_of(self, name):
        """What a counter that goes up by 1 is less than."""
        for header, _ in self.tails:
            found = re.fullmatch(rf"for \(int {name} = \d+; {name} < (\w+); {name}\+\+\) {{",
                                 header)
            if found:
                return found.group(1)
        return None

    def subscripts_of(self, role):
        if self.r.random() < 0.12:
            role = self.r.sample(range(4), len(role))
        return [self.at_level(level) for level in role]

    def pick_array(self, write):
        r = self.r
        fitting = self.arrays
        if self.apart and r.random() < 0.9:
            fitting = [a for a in self.arrays if (a[0] in self.written) == write]
        if not fitting or (len(self.arrays) < 5 and r.random() < 0.3):
            around = max(1, len(self.counters))
            dimensions = min(3, around) if r.random() < 0.6 else r.choice(self.DIMENSIONS)
            name = f"a{len(self.arrays)}_{self.name}"
            element = self.element if r.random() < 0.9 else r.choice(COMMON)
            if (element in ("double", "float")) != self.floats:
                element = self.element
            levels = sorted(r.sample(range(max(around, dimensions)), dimensions))
            self.roles[name] = levels if r.random() < 0.6 else r.sample(levels, dimensions)
            self.arrays.append([name, element, [1] * dimensions])
            fitting = self.arrays[-1:]
            self.written |= {name} if write else set()
        return r.choice(fitting)

    def pointer_reference(self):
        r = self.r
        name, kind = r.choice(self.pointers)
        parts = [self.at_level(level) for level in r.sample(range(2), 2)]
        if kind == "rows":
            return f"{name}[{parts[0].text}][{parts[1].text}]"
        if kind == "flat":
            return f"{name}[{parts[0].text}]"
        return f"{name}[({parts[0].text}) * {r.choice(['m', 'm', 'n', '16'])} + {parts[1].text}]"

    def place(self, write=False):
        """A place in memory, and the type of what is there."""
        if self.pointers and self.r.random() < 0.4:
            return self.pointer_reference(), self.element
        array = self.pick_array(write)
        subscripts = self.subscripts_of(self.roles[array[0]])
        self.reads = not write
        text = self.element_of(array, subscripts)
        self.reads = False
        return text, array[1]

    def element_of(self, array, subscripts):
        """The array gets large enough for it."""
        array[2][:] = [max(size, s.high + 1) for size, s in zip(array[2], subscripts)]
        if len(subscripts) == 2 and self.reads and self.r.random() < self.TABLES:
            self.tables.setdefault(array[0], self.r.choice(["even", "even", "down", "mixed"]))
            return f"rows_{array[0]}[{subscripts[0].text}][{subscripts[1].text}]"
        return array[0] + "".join(f"[{s.text}]" for s in subscripts)

    def reference(self):
        return self.place()[0]

    def read(self):
        text, element = self.place()
        return ELEMENTS[element][0].format(text)

    def constant(self):
        """Of few bits: LLVM computes x * y + z of constants as if it were rounded once."""
        r = self.r
        return r.choice(["0.5", "1.25", "-0.75", "0.125"]) if self.floats else str(r.randint(1, 9))

    def term(self):
        r = self.r
        kind = r.random()
        if self.temps and kind < 0.2:
            return ELEMENTS[self.element][0].format(r.choice(self.temps))
        if self.counters and kind < 0.27:
            return f"({self.element}){r.choice(self.counters)[0]}"
        if kind < 0.33:
            return self.constant()
        return self.read()

    def value(self):
        r = self.r
        signs = ["+", "+", "-", "*"] if self.floats else ["+", "-", "*", "^"]
        text = self.term()
        for _ in range(r.choice([0, 1, 1, 1, 2])):
            term = self.term() if r.random() < 0.8 else f"{self.constant()} * {self.term()}"
            text += f" {r.choice(signs)} {term}"
        return text

    def condition(self):
        r = self.r
        kind = r.random()
        if kind < 0.4 or not self.counters:
            return r.choice(["m > 2", "n > 4", "n > m", "n != 7", "m == 8"])
        if kind < 0.6:
            return f"{self.read()} > {self.constant()}"
        name, low, high = r.choice(self.counters)
        others = [c[0] for c in self.counters if c[0] != name] + ["n", "m"]
        return r.choice([f"{name} < {r.choice(others)}", f"{name} % 2 == 0",
                         f"{name} != {r.randint(low, max(low, high))}", f"{name} >= 1",
                         f"{name} == {r.choice(others)}", f"{name} != {r.choice(others)}"])

    # Statements.

    def new_scalar(self):
        self.scalars += 1
        return f"t{self.scalars}"

    def assign(self):
        r = self.r
        target, _ = self.place(write=True)
        kind = r.random()
        if kind < 0.25:
            self.say(f"{target} += {self.value()};")
        elif kind < 0.35:
            self.say(f"{target} = {target} * {self.constant()} + {self.term()};")
        else:
            self.say(f"{target} = {self.value()};")

    def stencil(self):
        """Sums up neighbours, and sometimes puts the sum among them."""
        r = self.r
        array = self.pick_array(False)
        subscripts = self.subscripts_of(self.roles[array[0]])
        inner = self.counters[-1][0] if self.counters else ""
        moving = [d for d, s in enumerate(subscripts) if inner and inner in s.text]
        at = r.choice(moving or range(len(subscripts)))
        texts = []
        for plus in r.choices(range(4), k=r.choice([2, 3, 3, 4])):
            moved = list(subscripts)
            moved[at] = Range(f"{moved[at].text} + {plus}", 0, moved[at].high + plus)
            texts.append(self.element_of(array, moved))
        target = texts.pop() if r.random() < 0.35 else self.place(write=True)[0]
        reads = [ELEMENTS[array[1]][0].format(text) for text in texts]
        self.say(f"{target} = {' + '.join([f'{self.constant()} * {reads[0]}', *reads[1:]])};")

    def add_up(self):
        r = self.r
        name = r.choice(self.sums)
        kind = r.random()
        if kind < 0.6:
            self.say(f"{name} += {self.value()};")
        elif kind < 0.75:
            self.say(f"{name} = {name} * {self.constant()} + {self.term()};")
        elif kind < 0.9:
            term = self.read()
            self.say(f"{name} = {name} > {term} ? {name} : {term};")
        else:
            self.say(f"{name} = {self.value()};")

    def define_temp(self):
        value = self.value()
        name = self.new_scalar()
        self.say(f"{self.element} {name} = {value};")
        self.temps.append(name)

    def branch(self):
        r = self.r
        self.say(f"if ({self.condition()}) {{")
        self.nested(r.choice([1, 1, 2]))
        if r.random() < 0.35:
            self.say("} else {")
            self.nested(1)
        self.say("}")

    def nested(self, count):
        temps = list(self.temps)
        self.indent += 1
        for _ in range(count):
            self.simple()
        self.indent -= 1
        self.temps = temps

    def simple(self):
        kind = self.r.random()
        if self.sums and kind < 0.15:
            self.add_up()
        elif kind < 0.3:
            self.stencil()
        else:
            self.assign()

    def statement(self):
        r = self.r
        kind = r.random()
        if kind < 0.13:
            self.branch()
        elif kind < 0.26:
            self.define_temp()
        elif kind < 0.29:
            ways = ["break", "continue", "continue"] if self.may_continue() else ["break"]
            self.say(f"if ({self.condition()})")
            self.say(f"    {r.choice(ways)};")
        elif kind < 0.31:
            self.say(f"note((unsigned long)({self.value()} > {self.constant()}));")
        elif kind < 0.325:
            self.say(f"*(volatile {self.element} *)&here += {self.value()};")
        else:
            self.simple()

    # Loops.

    CONSTANTS, ARGUMENTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12], ["n", "n", "m"]
    PLUS = [0, 0, 0, 0, -1, 1]

    def bound(self, constant=0.05, argument=0.85):
        return super().bound(constant + 0.8 * self.constant_bounds, argument)

    def begin(self, header, counter, tail="}"):
        self.say(header)
        self.counters.append(counter)
        self.tails.append((header, tail))
        self.indent += 1

    def may_continue(self):
        return True

    def open_loop(self):
        r = self.r
        if r.random() < 0.2:
            super().open_loop()
            self.tails.append((self.body[-1].strip(), "}"))
            return
        name, kind, end = "ijkl"[len(self.counters)], r.choice(["int", "int", "long"]), self.bound()
        start = r.choice([0, 0, 0, 1])
        if r.random() < 0.12:
            header = f"for ({kind} {name} = {end.text} - 1; {name} >= {start}; {name}--) {{"
        else:
            header = f"for ({kind} {name} = {start}; {name} < {end.text}; {name}++) {{"
        self.begin(header, (name, start, max(end.high - 1, start)))

    def close_loop(self):
        self.indent -= 1
        self.say(self.tails.pop()[1])
        self.counters.pop()

    def loops(self, depth):
        """One to three loops side by side."""
        r = self.r
        header = None
        for _ in range(1 if self.perfect else r.choice([1, 1, 2, 2, 3])):
            temps = list(self.temps)
            if header and r.random() < 0.75:  # runs as often as the one before
                self.begin(*header)
            else:
                self.open_loop()
                header = self.tails[-1][0], self.counters[-1], self.tails[-1][1]
            self.block(depth - 1)
            self.close_loop()
            self.temps = temps
            if self.counters and not self.perfect and r.random() < 0.05:
                self.statement()

    def total(self, depth):
        """A sum in a scalar that starts before a loop and goes to memory behind it."""
        name = self.new_scalar()
        target, _ = self.place(write=True)
        start = self.r.choice([target, target, self.constant(), self.value()])
        self.say(f"{self.element} {name} = {start};")
        temps = list(self.temps)
        self.open_loop()
        if depth > 1:
            self.open_loop()
        if self.r.random() < 0.15:
            self.say(f"{target} = {self.value()};")
        elif self.r.random() < 0.3:
            self.statement()
        self.say(f"{name} {self.r.choice(['+', '+', '-'])}= {self.value()};")
        if depth > 1:
            self.close_loop()
        self.close_loop()
        self.temps = temps
        self.say(f"{target} = {name};")

    def block(self, depth):
        r = self.r
        if depth == 0:
            for _ in range(r.choice([1, 1, 1, 2, 2, 3])):
                self.statement()
            return
        if self.perfect:
            self.loops(depth)
            return
        if r.random() < 0.2:
            for _ in range(r.choice([1, 1, 2])):
                self.statement()
        if self.counters and r.random() < 0.2:
            self.total(depth)
        elif self.counters and r.random() < 0.1:
            temps = list(self.temps)
            self.say(f"if ({self.condition()}) {{")
            self.indent += 1
            self.loops(depth)
            self.indent -= 1
            self.say("}")
            self.temps = temps
        else:
            self.loops(depth)
        if r.random() < 0.15:
            self.statement()

    POINTERS = ["flat", "rows", "rows", "sized"]

    def depths(self):
        return [1, 2, 2, 2, 3, 3, 4] if self.perfect else [1, 2, 2, 2, 3]

    def make(self):
        r = self.r
        if r.random() < 0.35:
            kinds = [r.choice(self.POINTERS)] * 2
            self.pointers = list(zip("pq", kinds))
            self.restrict = r.random() < 0.4
        for _ in range(r.choice([0, 0, 1, 1, 2])):
            self.sums.append(self.new_scalar())
            self.say(f"{self.element} {self.sums[-1]} = {self.constant()};")
        for _ in range(r.choice([1, 1, 1, 1, 2])):
            self.loops(r.choice(self.depths()))
        for i, name in enumerate(self.sums):
            self.say(f"out_{self.name}[{i}] = {name};")

    def declared(self, name, element):
        """The type of an array's elements."""
        return element

    def more_params(self):
        return ""

    def edge(self):
        """How many elements there are before the end of a page, and whether behind its start."""
        return 0, 0

    def text(self):
        out = [f"static {self.declared(name, element)} {name}{''.join(f'[{s}]' for s in sizes)};"
               for name, element, sizes in self.arrays]
        out += [self.table_of(name, sizes) for name, _, sizes in self.arrays
                if name in self.tables]
        if self.sums:
            out.append(f"static {self.element} out_{self.name}[{len(self.sums)}];")
        params = "int n, int m"
        word = "restrict " if self.restrict else ""
        for name, kind in self.pointers:
            params += f", {self.element} " + (
                f"(*{word}{name})[{ROW}]" if kind == "rows" else f"*{word}{name}")
        head = f"void {self.name}({params}{self.more_params()}) {{"
        if any("&here" in line for line in self.body):
            out.append(f"static {self.element} here_{self.name};")
            self.body = [line.replace("&here", f"&here_{self.name}") for line in self.body]
        return "\n".join(out + [head] + self.body + ["}"])

    def table_of(self, name, sizes):
        rows = list(range(sizes[0]))
        if self.tables[name] == "down":
            rows.reverse()
        elif self.tables[name] == "mixed":
            rows[len(rows) // 2] = rows[0]
        return (f"static __typeof__(**{name}) *rows_{name}[{sizes[0]}] = "
                f"{{{', '.join(f'{name}[{row}]' for row in rows)}}};")

    def areas(self):
        out = [(name, element) for name, element, _ in self.arrays]
        if self.sums:
            out.append((f"out_{self.name}", self.element))
        return out

    def overlaps(self):
        """How many elements p is behind q, in each call."""
        if self.restrict:
            return [SHARED // 2] * len(CALLS)
        return [self.r.choice([0, 1, 3, ROW, ROW + 1, SHARED // 2]) for _ in CALLS]

    def sizes(self):
        return CALLS

    def pointed_to(self):
        return self.element if self.pointers else None


class Odd(gen_shapes.Shapes, Nest):
    pass


class Everyday(gen_forms.Forms, Nest):
    pass


class Summing(Odd):
    """Loops that do little else than accumulate, mostly whole numbers: their order is free."""
    SUMS = 1

    def __init__(self, r, name):
        super().__init__(r, name)
        self.perfect = r.random() < 0.8
        if r.random() < 0.8:
            self.element, self.floats = r.choice(["unsigned", "unsigned long", "short"]), False

    def statement(self):
        if self.r.random() < 0.75:
            self.add_up()
        else:
            super().statement()


class Wild(gen_deps.Nest):
    """One of gen_deps.py, with the same questions answered."""

    def text(self):
        return super().text().replace("__attribute__((noinline)) static void", "void")

    def areas(self):
        return [(name, element) for name, element, _ in self.arrays]

    def overlaps(self):
        return [self.r.choice([0, 1, 3, 100]) for _ in gen_deps.CALLS]

    def sizes(self):
        return gen_deps.CALLS

    def pointed_to(self):
        return self.pointers[0][1] if self.pointers else None

    def edge(self):
        return 0, 0


def row_of(nest):
    """The entry of the table, and what it points to."""
    areas = [f"{{{name}, sizeof {name}, {ELEMENTS[element][1]}}}"
             for name, element in nest.areas()]
    element = nest.pointed_to() or (nest.element if nest.edge()[0] else None)
    calls = [f"{{{n}, {m}, {apart}}}" for (n, m), apart in zip(nest.sizes(), nest.overlaps())]
    shared = f"sizeof({element}), {ELEMENTS[element][1]}" if element else "0, 0"
    table = [f"static const struct area areas_{nest.name}[] = {{{', '.join(areas + ['{0}'])}}};",
             f"static const struct call calls_{nest.name}[] = {{{', '.join(calls)}}};"]
    return "\n".join(table), (f"    {{\"{nest.name}\", (kernel *){nest.name}, areas_{nest.name}, "
                              f"calls_{nest.name}, {len(calls)}, {shared}, "
                              f"{', '.join(map(str, nest.edge()))}}},")


def has_types(seed):
    """Whether all nests of a seed access memory by its own type only."""
    return seed % 4 == 1


def make(seed, number):
    r = random.Random(seed * 1000003 + number)
    if has_types(seed):
        kind = Everyday
    elif number % 10 == 7:
        kind = Summing
    else:
        kind = r.choices([Wild, Nest, Odd, Everyday], [12, 26, 22, 40])[0]
    nest = kind(r, f"f{number}")
    nest.make()
    return nest


def program(seed, numbers=range(20)):
    """The nests of a seed with these numbers: each is the same, whatever others there are."""
    out, rows = ['#include "nest_main.h"'], []
    for number in numbers:
        nest = make(seed, number)
        body = nest.text()
        table, row = row_of(nest)
        out += [body, table]
        rows.append(row)
    return "\n".join(out + ["const struct nest nests[] = {"] + rows + ["    {0},", "};", ""])


if __name__ == "__main__":
    seeded.main(__doc__, program)
