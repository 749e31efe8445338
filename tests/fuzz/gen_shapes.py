"""Shapes of loops and statements that random nests have now and then, for gen_nests.py.

Loops of hundreds of iterations; counters that start near the end of their type or wrap; steps,
while and do-while loops; starts and ends that are minima, maxima and multiples of other counters.
Sums of all kinds, values of earlier iterations in scalars, switches, gotos, calls that read, that
only compute and that count, fields of structs, elements by bytes. References near the edge of a
page next to which there is none, under ifs that keep them on it.
"""

from gen_deps import Range

LARGE = {"n": 130, "m": 37}
LARGE_CALLS = [(1, 1), (130, 37), (67, 5), (3, 33)]
FAR = 20  # what counters may be, for others to be larger


class Shapes:
    def __init__(self, r, name):
        super().__init__(r, name)
        self.large = r.random() < 0.3
        if self.large:
            self.most = LARGE
            self.CONSTANTS = [2, 7, 31, 64, 100, 200]  # counters may have 8 bits
            self.POINTERS, self.DIMENSIONS = ["flat"], [1, 1, 2]
        self.labels = 0
        self.targets = []  # labels behind the nest
        self.structs = set() if r.random() < 0.3 else None  # arrays of them
        self.edge_room = r.randint(3, 16) if r.random() < 0.35 else 0
        self.at_start = r.random() < 0.3
        self.uses_edge = False

    def depths(self):
        return [1, 1, 2, 2] if self.large else super().depths()

    def sizes(self):
        return LARGE_CALLS if self.large else super().sizes()

    # Loops.

    def near_the_end(self, name):
        """A counter of a few values that are near the end of its type, or that wraps."""
        r = self.r
        count = r.randint(2, 11)
        kind = r.randrange(6)
        if kind == 0:
            start = 2147483647 - count
            self.begin(f"for (int {name} = {start}; {name} < 2147483647; {name}++) {{",
                       (f"({name} - {start})", 0, count - 1))
        elif kind == 1:
            start = 2147483630 - self.most["n"]
            self.begin(f"for (int {name} = n + {start}; {name} < {start + count}; {name}++) {{",
                       (f"({name} - {start})", 0, count - 1))
        elif kind == 2:
            start, past = 4294967296 - r.randint(0, count), r.randint(1, 3)
            end = (start + count) % 4294967296
            start %= 4294967296
            self.begin(f"for (unsigned {name} = {start}u; {name} != {end}u; {name}++) {{",
                       (f"(int)({name} - {start}u + {past}u)", past, count - 1 + past))
        elif kind == 3:
            start = 256 - r.randint(1, count)
            self.begin(f"for (unsigned char {name} = {start}; {name} != {(start + count) % 256};"
                       f" {name}++) {{", (f"(unsigned char)({name} - {start})", 0, count - 1))
        elif kind == 4:
            low = "(-9223372036854775807 - 1)"
            self.begin(f"for (long {name} = {low} + {count}; {name} > {low}; {name}--) {{",
                       (f"({name} + 9223372036854775807)", 0, count - 1))
        else:
            self.begin(f"for (unsigned {name} = {count}; {name}-- > 0;) {{",
                       (f"(int){name}", 0, count - 1))

    def in_steps(self, name):
        r = self.r
        end, by = self.bound(), r.choice([2, 3, 3, 4, 5, 7])
        kind = r.choice(["int", "int", "long", "short"])
        if r.random() < 0.4:
            low = r.randint(0, 2)
            self.begin(f"for ({kind} {name} = {end.text}; {name} >= {low}; {name} -= {by}) {{",
                       (name, low, max(end.high, low)))
        else:
            self.begin(f"for ({kind} {name} = 0; {name} <= {end.text}; {name} += {by}) {{",
                       (name, 0, max(end.high, 0)))

    def in_words(self, name):
        """while, and do-while, which runs at least once."""
        r = self.r
        end, by = self.bound(), r.choice([1, 1, 1, 2])
        kind = r.choice(["int", "long", "unsigned"])
        if kind == "unsigned" and end.low < 0:
            kind = "int"
        text = f"(int){name}" if kind == "unsigned" else name
        if r.random() < 0.5:
            self.begin(f"for ({kind} {name} = 0; {name} < {end.text};) {{",
                       (text, 0, max(end.high - 1, 0)), f"    {name} += {by}; }}")
        else:
            self.begin(f"{{ {kind} {name} = 0; do {{", (text, 0, max(end.high - 1, 0)),
                       f"}} while (({name} += {by}) < {end.text}); }}")

    def in_corners(self, name):
        """Triangles and trapezoids."""
        r = self.r
        outer, low, high = r.choice(self.counters)
        end, c = self.bound(), r.randint(1, 5)
        kind = r.choice(["int", "long"])
        which = r.randrange(5)
        if which == 0 or (which < 3 and high > FAR):
            self.begin(f"for ({kind} {name} = {outer}; {name} < {end.text}; {name}++) {{",
                       (name, low, max(end.high - 1, low)))
        elif which == 1:
            self.begin(f"for ({kind} {name} = {outer} + {c}; {name} <= {outer} + {2 * c};"
                       f" {name}++) {{", (name, low + c, high + 2 * c))
        elif which == 2:
            self.begin(f"for ({kind} {name} = 0; {name} < 2 * {outer} + 1; {name}++) {{",
                       (name, 0, 2 * high))
        elif which == 3:
            self.begin(f"for ({kind} {name} = 0; {name} < ({outer} < {c} ? {outer} : {c});"
                       f" {name}++) {{", (name, 0, max(min(high, c) - 1, 0)))
        else:
            start = f"({outer} - {c} > 0 ? {outer} - {c} : 0)"
            self.begin(f"for ({kind} {name} = {start}; {name} <= {outer}; {name}++) {{",
                       (name, 0, high))

    def open_loop(self):
        r = self.r
        name, kind = "ijkl"[len(self.counters)], r.random()
        if kind < 0.12:
            self.near_the_end(name)
        elif kind < 0.22:
            self.in_steps(name)
        elif kind < 0.36:
            self.in_words(name)
        elif kind < 0.6 and self.counters:
            self.in_corners(name)
        else:
            super().open_loop()

    def may_continue(self):
        """Not past what counts."""
        return self.tails[-1][1] == "}"

    # References.

    def pick_array(self, write):
        before = len(self.arrays)
        array = super().pick_array(write)
        if len(self.arrays) > before and self.structs is not None and self.r.random() < 0.6:
            self.structs.add(array[0])
            array[1] = self.element
        return array

    def declared(self, name, element):
        if name in (self.structs or ()):
            return f"struct {{ {self.element} x, y, z[2]; }}"
        return super().declared(name, element)

    def element_of(self, array, subscripts):
        text = super().element_of(array, subscripts)
        if array[0] in (self.structs or ()):
            return text + self.r.choice([".x", ".x", ".y", ".z[0]", ".z[1]"])
        return text

    def on_edge(self):
        """What it takes, and a place on the page then."""
        s, room, by = self.at_level(self.r.randrange(4)), self.edge_room, self.r.randint(0, 2)
        self.uses_edge = True
        if self.at_start:
            return Range(f"{s.text} >= {by} && {s.text} < {room + by}", s.low, s.high), \
                f"e[{s.text} - {by}]"
        return Range(f"{s.text} < {room - by}", s.low, s.high), f"e[{s.text} + {by}]"

    def fits_edge(self):
        """A place that is on the page anyway, often the last one; None if there is none."""
        s = self.at_level(self.r.randrange(4))
        if s.low < 0 or s.high - s.low >= self.edge_room:
            return None
        self.uses_edge = True
        least = -s.low if self.at_start else self.edge_room - 1 - s.high
        return f"e[{s.text} + {least}]"

    def bytes_of(self):
        """A place in an array by another type, for reading and for writing."""
        plain = [a for a in self.arrays if a[0] not in (self.structs or ())]
        if self.floats or not plain:
            return None
        array = self.r.choice(plain)
        s = self.at_level(self.r.randrange(4))
        kind, size = self.r.choice([("unsigned char", 1), ("short", 2), ("unsigned", 4),
                                    ("unsigned long", 8)])
        if s.low < 0:
            return None
        whole = 1
        for length in array[2][1:]:
            whole *= length
        array[2][0] = max(array[2][0], -(-(s.high + 1) * size // whole))
        return f"(({kind} *){array[0]})[{s.text}]"

    def read(self):
        r = self.r
        kind = r.random()
        if self.edge_room and kind < 0.1:
            condition, text = self.on_edge()
            return f"({condition.text} ? {text} : {self.constant()})"
        if self.edge_room and kind < 0.2:
            return self.fits_edge() or super().read()
        if kind < 0.25:
            text = self.bytes_of()
            return f"(unsigned){text}" if text else super().read()
        if kind < 0.3:
            return self.computed()
        return super().read()

    def computed(self):
        value = super().read()
        if self.floats:
            scrambled = f"scramble((unsigned long)({value} > 0.5)) % 8"
            return self.r.choice([f"__builtin_fabs({value})", f"__builtin_sqrt({value})",
                                  f"({self.element})({scrambled})"])
        return self.r.choice([f"({self.element})scramble({value})",
                              f"({self.element})noted_last()"])

    # Statements.

    def add_up(self):
        r = self.r
        if r.random() < 0.4:
            return super().add_up()
        name, term = r.choice(self.sums), self.read()
        signs = ["+", "*", "-"] if self.floats else ["*", "&", "|", "^"]
        kind = r.random()
        if kind < 0.45:
            self.say(f"{name} {r.choice(signs)}= {term};")
        elif kind < 0.6:
            self.say(f"{name} = {name} < {term} ? {name} : {term};")
        elif kind < 0.75:
            self.say(f"if ({self.condition()}) {name} += {term};")
        else:  # what an earlier iteration had
            other = r.choice(self.sums)
            self.say(f"{self.place(write=True)[0]} = {other};")
            self.say(f"{other} = {name};")
            self.say(f"{name} = {term};")
        return None

    def choice(self):
        r = self.r
        name = r.choice(self.counters)[0]
        self.say(f"switch ((int){name} % {r.choice([2, 3, 4])}) {{")
        for i in range(r.randint(1, 3)):
            self.say(f"case {i}:")
            self.nested(1)
            if r.random() < 0.75:
                self.say("    break;")
        if r.random() < 0.6:
            self.say("default:")
            self.nested(1)
        self.say("}")

    def jump(self):
        """Over a few statements, or out of all loops."""
        r = self.r
        self.labels += 1
        label = f"l{self.labels}"
        self.say(f"if ({self.condition()})")
        self.say(f"    goto {label};")
        if r.random() < 0.3:
            self.targets.append(label)
            self.simple()
        else:
            self.nested(r.randint(1, 2))
            self.say(f"{label}:;")

    def neighbours(self):
        """Reads of neighbours, with a store between that may be to one of them."""
        array = self.pick_array(False)
        subscripts = self.subscripts_of(self.roles[array[0]])
        inner = self.counters[-1][0]
        at = next((d for d, s in enumerate(subscripts) if inner in s.text), 0)

        def moved(plus):
            near = list(subscripts)
            near[at] = Range(f"{near[at].text} + {plus}", 0, near[at].high + plus)
            return self.element_of(array, near)

        between = self.r.choice([self.place(write=True)[0],
                                 self.element_of(array, self.subscripts_of(
                                     self.roles[array[0]]))])
        for plus in self.r.choice([(0, 1), (1, 0), (0, 0), (2, 1), (1, 1)]):
            name = self.new_scalar()
            self.say(f"{self.element} {name} = {moved(plus)};")
            self.say(f"{between} = {name} + {self.constant()};")
        self.say(f"{self.place(write=True)[0]} = {name};")

    def kept(self):
        """What is read before a loop that may write it."""
        array = self.pick_array(True)
        place = self.element_of(array, self.subscripts_of(self.roles[array[0]]))
        name = self.new_scalar()
        self.say(f"{self.element} {name} = {place} + {self.constant()};")
        temps = list(self.temps)
        self.open_loop()
        self.temps.append(name)
        self.statement()
        other = self.element_of(array, self.subscripts_of(self.roles[array[0]]))
        self.say(f"{other} {self.r.choice(['=', '+='])} {name};")
        self.close_loop()
        self.temps = temps

    def until(self):
        """A loop that does nothing any more when a sum has become large."""
        name = self.r.choice(self.sums)
        self.open_loop()
        self.say(f"if ({name} {self.r.choice(['<', '>', '!='])} {self.constant()}) {{")
        self.say(f"    {name} {self.r.choice(['=', '+=', '-='])} {self.value()};")
        self.nested(self.r.choice([0, 1]))
        self.say("}")
        self.close_loop()

    def loops(self, depth):
        kind = self.r.random()
        if kind < 0.1 and self.counters and len(self.counters) < 4:
            self.kept()
        elif kind < 0.2 and self.sums and len(self.counters) < 4:
            self.until()
        else:
            super().loops(depth)

    def under_guard(self):
        condition, text = self.on_edge()
        self.say(f"if ({condition.text}) {{")
        self.say(f"    {text} {self.r.choice(['=', '+='])} {self.value()};")
        if self.r.random() < 0.3:
            self.say("} else {")
            self.nested(1)
        self.say("}")

    def statement(self):
        r = self.r
        kind = r.random()
        if kind < 0.05 and self.counters:
            self.choice()
        elif kind < 0.08:
            self.jump()
        elif kind < 0.18 and self.edge_room:
            self.under_guard()
        elif kind < 0.24 and self.counters:
            self.neighbours()
        elif kind < 0.27 and not self.floats:
            text = self.bytes_of()
            if text:
                self.say(f"{text} = {self.value()};")
        elif kind < 0.3 and self.counters:
            temps = list(self.temps)
            self.say(f"if ({self.condition()}) {{")
            self.indent += 1
            self.statement()
            self.indent -= 1
            self.say("}")
            self.temps = temps
        else:
            super().statement()

    SUMS = 0.3

    def make(self):
        if self.r.random() < self.SUMS:
            self.sums = [self.new_scalar() for _ in range(2)]
            for name in self.sums:
                self.say(f"{self.element} {name} = {self.constant()};")
        super().make()
        for label in self.targets:
            self.body.insert(len(self.body) - len(self.sums), f"{label}:;")

    # The function.

    def more_params(self):
        if not self.uses_edge:
            return ""
        word = "restrict " if self.restrict else ""
        return ("" if self.pointers else ", void *p, void *q") + f", {self.element} *{word}e"

    def edge(self):
        return (self.edge_room, int(self.at_start)) if self.uses_edge else (0, 0)
