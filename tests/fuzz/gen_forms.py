"""Functions that get at matrices, bounds and numbers as programs do, for gen_nests.py.

A matrix has dimensions that run-time bounds stay in or go beyond, or it is a variable-length array,
a pointer with a leading dimension, the same in a struct, behind accessors, or a table of rows. On
top of that there may be unsigned subscripts that wrap, bounds in globals that a store or a call
changes, math functions with errno looked at, calls of small functions, and clamped subscripts.
Each function is called with several sets of arguments: matrices apart, the same one twice, windows
of one buffer, one behind the other, rows that are longer than their stride, rows that are shared.
So checks at run time hold in some calls and fail in others. All accesses stay in their objects.
"""

import re

from gen_deps import Range

ACCESSES = ["beyond", "vla", "ld", "struct", "accessor", "rows"]
EXTRAS = ["unsigned", "globals", "math", "calls", "clamped"]
FORMS = ACCESSES + EXTRAS
LONG = {"n": 50, "m": 38}
LONG_CALLS = [(1, 1), (50, 38), (33, 5), (3, 34)]
UNSIGNED = ["unsigned", "unsigned", "unsigned long", "unsigned long", "unsigned short",
            "unsigned char"]
ROW = 4  # elements that every buffer has
MATH = ["sqrt({})", "sqrt({})", "sqrt({} + 0.25)", "log({})", "log({} * {counter})",
        "exp(1500.0 * {})", "pow(1e200 * {}, 1.75)", "pow({}, -0.5)", "fmod({}, 0.1 * {counter})",
        "floor(8.0 * {})", "fabs({})", "sin({})", "acos(3.0 * {})"]


def closing(text, start):
    """Where the parenthesis at start is closed."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    raise ValueError(text)


class Forms:
    DIMENSIONS = [2, 2, 2, 1]

    def __init__(self, r, name):
        super().__init__(r, name)
        self.access = r.choice(ACCESSES)
        self.extras = [e for e in EXTRAS if r.random() < 0.16]
        if not self.floats and "math" in self.extras:
            self.element, self.floats = r.choice(["double", "double", "float"]), True
        self.constant_bounds = r.random() < 0.15
        self.long = r.random() < 0.15
        if self.long:
            self.most = dict(LONG)
            self.CONSTANTS = [3, 8, 33, 40]
        self.buffers = {}  # name -> elements
        self.worker = "_".join([name, self.access, *self.extras])
        self.subscript_type = r.choice(UNSIGNED)
        self.clean = r.random() < 0.6  # little that keeps nests as they are
        if self.clean:
            self.perfect, self.apart = r.random() < 0.6, True
        # How often a subscript or value is of an extra kind.
        self.often = r.choice([0, 0.1, 0.3]) if self.clean else 0.4
        self.by_value = r.random() < 0.25  # structs
        self.columns = {a: r.random() < 0.3 for a in range(5)}  # of column-major matrices
        self.direct = self.access == "beyond" and r.random() < 0.5  # arrays, no pointers to them
        self.fixed = {}  # array -> number of elements in a row, of a type
        self.stride_type = r.choice(["int", "int", "long", "unsigned long"])

    def forms(self):
        return [self.access, *self.extras]

    def has(self, extra):
        return extra in self.extras

    def depths(self):
        return [1, 2, 2] if self.long else super().depths()

    def sizes(self):
        return LONG_CALLS if self.long else super().sizes()

    # Matrices.

    def add_arrays(self):
        r = self.r
        for k in range(r.choice([2, 2, 3, 3, 4])):
            deep = self.access in ("beyond", "vla") and not self.long and r.random() < 0.15
            dimensions = 3 if deep else 2 if k == 0 else r.choice(self.DIMENSIONS)
            name = f"a{k}_{self.name}" if self.direct else f"a{k}"
            self.roles[name] = r.sample(range(max(dimensions, r.choice([2, 3]))), dimensions)
            self.arrays.append([name, self.element, [1] * dimensions])
            if k == 0 or r.random() < 0.3:
                self.written.add(name)

    def pick_array(self, write):
        fitting = self.arrays
        if self.apart and self.r.random() < 0.9:
            fitting = [a for a in self.arrays if (a[0] in self.written) == write]
        return self.r.choice(fitting or self.arrays)

    def element_of(self, array, subscripts):
        name, _, sizes = array
        sizes[:] = [max(size, s.high + 1) for size, s in zip(sizes, subscripts)]
        texts = [s.text for s in subscripts]
        if len(texts) != 2 or self.access in ("beyond", "vla", "rows"):
            return name + "".join(f"[{text}]" for text in texts)
        if self.access == "accessor":
            return f"*at_{self.name}({name}, {', '.join(texts)})"
        row, column = reversed(texts) if self.columns[int(name[1])] else texts
        if self.access == "struct":
            dot = "." if self.by_value else "->"
            return f"{name}{dot}d[({row}) * {name}{dot}ld + ({column})]"
        return f"{name}[({row}) * ld{name[1]} + ({column})]"

    def at_level(self, level):
        r, s = self.r, super().at_level(level)
        if self.has("clamped") and r.random() < max(self.often, 0.1):
            return self.clamp(s)
        if not self.has("unsigned"):
            return s
        text = re.sub(r"\(int\)(\w)", r"\1", s.text)
        if r.random() < self.often:
            plus, kind = max(0, 1 - s.low), self.subscript_type
            text = f"{text} + {plus} + step" if plus else f"{text} + step"
            return Range(f"({kind})({text})", s.low + plus - 1, s.high + plus + 2)
        return Range(text, s.low, s.high)

    def clamp(self, s):
        """Between 0 and what does not depend on the loop: borders of images."""
        r = self.r
        last = r.choice(["n", "m", "m", "4"])
        most = self.most.get(last, 4)
        back = r.choice([0, 1, 1, 2])
        text = f"{s.text} - {back}" if back else s.text
        kind = r.random()
        if kind < 0.35:
            return Range(f"clamp_{self.name}({text}, {last})", 0, most)
        if kind < 0.7:
            return Range(f"({text} < 0 ? 0 : {text} > {last} ? {last} : {text})", 0, most)
        if kind < 0.85:
            return Range(f"(({text}) & 7)", 0, 7)
        return Range(f"((int)({s.text}) % ({last} + 1))", 0, most)

    # Counters and bounds.

    def bound(self, constant=0.05, argument=0.85):
        end = super().bound(constant, argument)
        if self.access == "struct" and self.r.random() < 0.5:
            dot = "." if self.by_value else "->"
            for name, member in (("n", "r"), ("m", "c")):
                end.text = re.sub(rf"\b{name}\b", f"a0{dot}{member}", end.text)
        return end

    def open_loop(self):
        if not self.has("unsigned") or self.r.random() < 0.2:
            super().open_loop()
            return
        r, name, kind, end = self.r, "ijkl"[len(self.counters)], self.subscript_type, self.bound()
        if end.low < 0:
            end = Range("n", 0, self.most["n"])
        counter = (f"(int){name}", 0, max(end.high - 1, 0))
        if r.random() < 0.2:
            self.begin(f"for ({kind} {name} = {end.text}; {name}-- > 0;) {{", counter)
        else:
            sign = "<" if self.has("globals") else r.choice(["<", "<", "!="])
            self.begin(f"for ({kind} {name} = 0; {name} {sign} ({kind})({end.text}); {name}++) {{",
                       counter)

    # Values and statements.

    def read(self):
        r = self.r
        text = super().read()
        if self.access == "accessor" and text.startswith("*at_") and r.random() < 0.6:
            text = "get" + text[3:]
        if self.has("math") and r.random() < max(self.often, 0.1):
            form = r.choice(MATH)
            if self.element == "float":
                form = form.replace("(", "f(", 1)
            counter = r.choice(self.counters)[0] if self.counters else "n"
            text = form.replace("{counter}", f"({self.element}){counter}").format(text)
        elif self.has("calls") and r.random() < max(self.often, 0.1):
            text = r.choice([f"half_{self.name}({text})", f"row_{self.name}(row_of, {self.tiny()})",
                             f"most_{self.name}({text}, {self.constant()})"])
            text = text if self.floats else f"(unsigned){text}"
        return text

    def tiny(self):
        return self.r.choice(["2", "3"] + [f"({c[0]}) & 3" for c in self.counters])

    def say(self, text):
        if self.access == "accessor" and text.startswith("*at_") and self.r.random() < 0.6:
            end = closing(text, text.index("("))
            if text[end + 1:].startswith(" = "):
                text = f"set{text[3:end]}, {text[end + 4:-1]});"
        super().say(text)

    def statement(self):
        r = self.r
        kind = r.random()
        if self.has("math") and kind < 0.1:
            target = self.place(write=True)[0]
            self.say(r.choice(["ERRNO = 0;", f"if (ERRNO) {target} += {self.constant()};",
                               f"{target} = ERRNO;", f"if (ERRNO == 33) {target} = {self.value()};",
                               "note((unsigned long)ERRNO);"]))
        elif self.has("calls") and kind < 0.15:
            self.say(r.choice([f"bump_{self.name}({self.tiny()});",
                               f"put_{self.name}(&{self.place(write=True)[0]}, {self.value()});",
                               f"counted_{self.name}++;"]))
        elif self.has("globals") and kind < 0.15:
            self.say(r.choice([f"if (m > 3 && n > 5) less_{self.name}();",
                               f"if ({self.condition()} && m > 0) m = m - 1;",
                               f"*where = {r.randint(0, 7)};"]))
        elif self.access == "rows" and kind < 0.06 and any(len(a[2]) == 2 for a in self.arrays):
            name = r.choice([a[0] for a in self.arrays if len(a[2]) == 2])
            self.say(f"{{ {self.element} *row = {name}[0]; {name}[0] = {name}[1]; "
                     f"{name}[1] = row; }}")
            array = next(a for a in self.arrays if a[0] == name)
            array[2][0] = max(array[2][0], 2)
        elif kind > 0.95 and self.tails:
            self.checked()
        elif self.clean:
            self.simple()
        else:
            super().statement()


    def checked(self):
        """Under an if that holds anyway, as checks of subscripts do."""
        test = re.search(r"; (\w+ (<|>=) [^;]+);", self.tails[-1][0])
        if test:
            self.say(f"if ({test[1]}) {{")
            self.nested(1)
            self.say("}")
        else:
            self.simple()

    def make(self):
        self.add_arrays()
        r = self.r
        for _ in range(r.choice([0, 0, 1])):
            self.sums.append(self.new_scalar())
            self.say(f"{self.element} {self.sums[-1]} = {self.constant()};")
        for _ in range(r.choice([1, 1, 1, 2])):
            self.loops(r.choice(self.depths()))
        for i, name in enumerate(self.sums):
            self.say(f"out_{self.name}[{i}] = {name};")
        if self.has("math"):
            self.say("note((unsigned long)ERRNO);")

    # Arguments.

    def fix_dimensions(self):
        """Of some arrays they are more than what subscripts reach, of others fewer."""
        r = self.r
        for name, _, sizes in self.arrays:
            self.fixed[name] = [size + r.choice([0, 0, 1, 4]) if r.random() < 0.5 else
                                r.randint(max(1, size // 2), size) for size in sizes[1:]]

    def least_stride(self):
        return 1 if self.access in ("vla", "beyond") else 0

    def inner(self, array, plan):
        """Numbers of elements in a row, and in what has rows, as one set of arguments has them."""
        r, (name, _, sizes) = self.r, array
        if self.access == "beyond":
            return self.fixed[name]
        found = []
        for size in sizes[1:]:
            if plan == "narrow" or r.random() < 0.15:
                found.append(r.randint(self.least_stride(), max(size, 1)))
            else:
                found.append(size + r.choice([0, 0, 1, 3]))
        if self.major(array) and sizes[1:]:
            found[0] = max(self.least_stride(), found[0] - sizes[1] + sizes[0])
        return found

    def major(self, array):
        return self.columns[int(array[0][1])] and self.access in ("ld", "struct")

    def needed(self, array, inner):
        last = 0
        sizes = array[2][::-1] if self.major(array) else array[2]
        for size, stride in zip(sizes, [1, *inner]):
            last = last * stride + size - 1
        return last + 1

    def arguments(self, plan):
        """[(buffer, offset, strides, elements needed)] of the arrays."""
        r, found, behind = self.r, [], 0
        shared = self.inner(max(self.arrays, key=lambda a: a[2][-1]), plan)
        for k, array in enumerate(self.arrays):
            inner = self.inner(array, plan)
            if plan in ("same", "windows") and len(shared) == len(inner):
                inner = shared if self.access != "beyond" else inner
            needed = self.needed(array, inner)
            if self.access == "rows" and len(array[2]) == 2:
                rows = max(a[2][0] for a in self.arrays if len(a[2]) == 2)
                needed = max(needed, rows * (inner[0] + 1) + array[2][1])
            if plan in ("apart", "narrow"):
                found.append((f"own{k}", 0, inner, needed))
            elif plan == "same":
                found.append(("all", 0, inner, needed))
            elif plan == "windows":
                at = r.choice([0, 1, 2, *inner, *inner, needed // 2, needed - 1])
                found.append(("all", at, inner, needed))
            else:
                found.append(("all", max(0, behind - (plan == "touching")), inner, needed))
                behind = found[-1][1] + needed
        return found

    PLANS = ["same", "windows", "windows", "narrow", "behind", "touching"]

    def direct_text(self):
        out = []
        for array in self.arrays:
            name, element, _ = array
            inner, whole = self.fixed[name], 1
            for size in inner:
                whole *= size
            rows = -(-max(self.needed(array, inner), ROW) // whole)
            dimensions = "".join(f"[{size}]" for size in [rows, *inner])
            out.append(f"static {element} {name}{dimensions};")
        out += self.helpers() + [self.head()] + self.final_body() + ["}"]
        first = self.arrays[0]
        chosen = [(first[0], 0, [], 0)] * len(self.arrays)
        calls = self.call(chosen) + self.call(chosen)
        return "\n".join(out + [f"void {self.name}(int n, int m) {{", *calls, "}"])

    def text(self):
        r = self.r
        self.fix_dimensions()
        if self.direct:
            return self.direct_text()
        plans = ["apart", *r.sample(self.PLANS, 2 if self.long else 3)]
        r.shuffle(plans)
        calls, buffers = [], self.buffers
        for plan in plans:
            chosen = self.arguments(plan)
            for buffer, at, _, needed in chosen:
                buffers[buffer] = max(buffers.get(buffer, ROW), at + needed)
            calls += self.call(chosen)
        out = [f"static {self.element} {b}_{self.name}[{size}];" for b, size in buffers.items()]
        out += self.helpers() + [self.head()] + self.final_body() + ["}"]
        return "\n".join(out + [f"void {self.name}(int n, int m) {{", *calls, "}"])

    def final_body(self):
        body = self.body
        if self.has("globals"):
            body = [re.sub(r"\b([nm])\b", rf"\1_{self.name}", line) for line in body]
        return [line.replace("&here", f"&here_{self.name}") for line in body]

    def head(self):
        kinds = [] if self.has("globals") else ["int n", "int m"]
        kinds += [f"{self.stride_type} {name}" for name in self.strides()]
        kinds += [] if self.direct else [self.param(array) for array in self.arrays]
        if self.has("unsigned"):
            kinds.append(f"{self.subscript_type} step")
        if self.has("globals"):
            kinds.append("int *where")
        if self.has("calls"):
            kinds.append(f"const {self.element} *row_of")
        return f"void {self.worker}({', '.join(kinds)}) {{"

    def strides(self):
        if self.access == "vla":
            return [f"{'lh'[i]}d{a[0][1]}" for a in self.arrays for i in range(len(a[2]) - 1)]
        if self.access == "ld":
            return [f"ld{a[0][1]}" for a in self.arrays if len(a[2]) == 2]
        return []

    def param(self, array):
        name, element, sizes = array
        if len(sizes) == 1:
            return f"{element} *{name}"
        if self.access == "rows":
            return f"{element} **{name}"
        if self.access in ("struct", "accessor"):
            star = "" if self.access == "struct" and self.by_value else "*"
            return f"struct s_{self.name} {star}{name}"
        if self.access == "vla":
            inner = "".join(f"[{'lh'[i]}d{name[1]}]" for i in range(len(sizes) - 1))
            return f"{element} (*{name}){inner}"
        if self.access == "beyond":
            return f"{element} (*{name})" + "".join(f"[{size}]" for size in self.fixed[name])
        return f"{element} *{name}"

    def helpers(self):
        e, f = self.element, self.name
        out = [f"static {e} out_{f}[2];", f"static {e} here_{f};"]
        if self.access in ("struct", "accessor"):
            out.append(f"struct s_{f} {{ int r, c, ld; {e} *d; }};")
        if self.access == "accessor":
            out += [f"static inline {e} *at_{f}(struct s_{f} *a, int i, int j) "
                    "{ return &a->d[i * a->ld + j]; }",
                    f"static inline {e} get_{f}(const struct s_{f} *a, int i, int j) "
                    "{ return a->d[i * a->ld + j]; }",
                    f"static inline void set_{f}(struct s_{f} *a, int i, int j, {e} v) "
                    "{ a->d[i * a->ld + j] = v; }"]
        if self.has("globals"):
            out += [f"int n_{f}, m_{f};", f"static int other_{f};",
                    f"static void less_{f}(void) {{ n_{f} = n_{f} - 1; }}"]
        if self.has("clamped"):
            out.append(f"static inline int clamp_{f}(int i, int last) "
                       "{ return i < 0 ? 0 : i > last ? last : i; }")
        if self.has("calls"):
            out += [f"static int counted_{f}; static {e} bumped_{f}[4];",
                    f"static {e} half_{f}({e} x) {{ return x * {self.constant()}; }}",
                    f"static {e} most_{f}({e} x, {e} y) {{ return x > y ? x : y; }}",
                    f"static void put_{f}({e} *at, {e} x) {{ *at = x; }}",
                    f"static void bump_{f}(int i) {{ bumped_{f}[i] += {self.constant()}; }}",
                    f"static {e} row_{f}(const {e} *row, int n) {{ {e} s = 0; "
                    "for (int i = 0; i < n; i++) s += row[i]; return s; }"]
        return out

    def call(self, chosen):
        """A block that calls the function."""
        f, lines, strides, pointers = self.name, [], [], []
        same = all(c[:2] == ("all", 0) for c in chosen)
        for array, (buffer, at, inner, _) in zip([] if self.direct else self.arrays, chosen):
            place = f"{buffer}_{f} + {at}"
            if len(array[2]) == 1 or self.access == "ld":
                pointers.append(place)
                strides += map(str, inner)
            elif self.access == "vla":
                pointers.append(f"(void *)({place})")
                strides += map(str, inner)
            elif self.access == "beyond":
                pointers.append(f"(void *)({place})")
            elif self.access == "rows":
                if not same:
                    lines += self.table(array, place, inner[0])
                elif array[0] == "a0":  # one table for all
                    rows = max(a[2][0] for a in self.arrays if len(a[2]) == 2)
                    lines += self.table(["a0", None, [rows]], place, inner[0])
                pointers.append("r0" if same else f"r{array[0][1]}")
            else:
                lines.append(f"struct s_{f} {array[0]} = {{n, m, {inner[0]}, {place}}};")
                by_value = self.by_value and self.access == "struct"
                pointers.append(array[0] if by_value else f"&{array[0]}")
        words = [] if self.has("globals") else ["n", "m"]
        words += strides + pointers
        if self.has("unsigned"):
            words.append(self.r.choice(["0", "0", "1", "2", "-1"]))
        if self.has("globals"):
            lines.append(f"n_{f} = n; m_{f} = m;")
            words.append(self.r.choice([f"&m_{f}", f"&n_{f}", f"&other_{f}"]))
        if self.has("calls"):
            words.append(f"(void *){self.arrays[0][0]}" if self.direct else f"{chosen[0][0]}_{f}")
        before = ["ERRNO = 0;"] if self.has("math") else []
        text = " ".join([*before, *lines, f"{self.worker}({', '.join(words)});"])
        return [f"    {{ {text} }}"]

    def table(self, array, place, width):
        """Rows one behind the other, shared, permuted, or a few elements apart."""
        r, rows = self.r, array[2][0]
        name = f"r{array[0][1]}"
        way = r.choice(["i", "i", "i", "i", f"({rows - 1} - i)", "0", "i / 2", "i % 2"])
        by = r.choice([str(width), str(width), str(width), "1"])
        return [f"{self.element} *{name}[{rows}]; for (int i = 0; i < {rows}; i++) "
                f"{name}[i] = {place} + {way} * {by};"]

    def areas(self):
        out = [(f"{b}_{self.name}", self.element) for b in self.buffers]
        out += [(a[0], self.element) for a in self.arrays if self.direct]
        if self.sums:
            out.append((f"out_{self.name}", self.element))
        if self.has("calls"):
            out.append((f"bumped_{self.name}", self.element))
        return out

    def overlaps(self):
        return [0] * len(self.sizes())

    def pointed_to(self):
        return None
