#!/usr/bin/env python3
"""Writes a random C program of loop nests whose induction variables wrap wherever they can.

    gen_loops.py --seed 7 [-o FILE.c]

The same seed gives the same bytes. Loops count in all integer types and with pointers, up and
down, by constants and parameters, to bounds of other types and to bounds that move, with several
ways out. Conditions around some of them limit what they count by. Each function is
called with many arguments. Compiled with -DPROBE, the program runs each call in a process of its
own that ends it when it runs too long or leaves an array, and prints the numbers of the others;
compiled with -DCALLS=n,m,… it makes those calls only. See run_loops.py.
"""

import random

import seeded

TYPES = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int", "unsigned", "int64_t", "uint64_t"]
WEIGHTS = [2, 3, 2, 3, 6, 5, 4, 4]
EDGES = [0, 1, -1, 2, -2, 3, 4, 5, 7, 8, 10, 13, 16, 31, 64, 100, 126, 127, 128, 129, 200, 250, 254,
         255, 256, 257, 300, -100, -127, -128, -129, 32760, 32767, 32768, 65530, 65535, 65536,
         2**31 - 1, 2**31 - 4, 2**31, -2**31, -2**31 + 3, 2**32 - 1, 2**32 - 5, 2**32, 2**63 - 1,
         2**63 - 6, -2**63, -2**63 + 5, -3, -5, -7]
SIZE = 4096

PRELUDE = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
enum { SIZE = %d };
static uint64_t hash;
static int data[SIZE];
static short grid[64][64];
#ifdef PROBE
#include <sys/wait.h>
#include <unistd.h>
static long ticks;
#define TICK (void)(++ticks > 1500 ? _exit(1), 0 : 0);
#define AT(i, n) ((uint64_t)(i) < (uint64_t)(n) ? (i) : (_exit(1), (i)))
#define ON(p) ((p) >= data && (p) < data + SIZE ? (p) : (_exit(1), (p)))
#define PROMISE(x) (void)((x) ? 0 : (_exit(1), 0));
#else
#define TICK
#define AT(i, n) (i)
#define ON(p) (p)
#define PROMISE(x) __builtin_assume(x);
#endif
__attribute__((noinline)) void use(uint64_t x) {
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u + (hash >> 29);
}
__attribute__((noinline)) void use32(int x) {
    use((uint64_t)x + 77);
}
""" % SIZE

MAIN = """
typedef struct call { void (*f)(int64_t, int64_t, int64_t); int64_t a, b, c; } call;
static const call calls[] = {
%s};
#ifndef CALLS
#define CALLS 0
#endif
int main(void) {
#ifdef PROBE
    for (int i = 0; i < (int)(sizeof calls / sizeof *calls); i++) {
        int status;
        if (fork() == 0) {
            calls[i].f(calls[i].a, calls[i].b, calls[i].c);
            _exit(0);
        }
        wait(&status);
        if (status == 0)
            printf("%%d,", i);
    }
#else
    static const int wanted[] = {CALLS};
    for (int i = 0; i < (int)(sizeof wanted / sizeof *wanted); i++) {
        const call *c = &calls[wanted[i]];
        c->f(c->a, c->b, c->c);
        printf("%%d %%llx\\n", wanted[i], (unsigned long long)hash);
    }
#endif
}
"""


class Function:
    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.lines, self.depth, self.loops, self.temps = [], 1, 0, 0
        self.ivs = []        # (name, type) that may be read here
        self.pointers = []   # walking pointers that may be read here
        self.others = []     # variables that are changed now and then
        self.params = []

    def emit(self, text):
        self.lines.append("    " * self.depth + text)

    def type(self):
        return self.rng.choices(TYPES, WEIGHTS)[0]

    def constant(self):
        return str(self.rng.choice([0, 1, 2, 3, 4, 5, 7, 9, 16, 100, 127, 200, 255]))

    def atom(self):
        rng = self.rng
        pool = [name for name, _ in self.ivs] * 3 + [name for name, _ in self.params]
        pool += [name for name, _ in self.others]
        return rng.choice(pool) if pool and rng.random() < 0.85 else self.constant()

    def expr(self, depth=0):
        rng = self.rng
        if depth > 2 or rng.random() < 0.3:
            return self.atom()
        kind = rng.randrange(12)
        x = self.expr(depth + 1)
        if kind < 3:
            return f"({x} + {self.expr(depth + 1)})"
        if kind < 5:
            return f"({x} - {self.expr(depth + 1)})"
        if kind < 6:
            return f"({x} * {rng.choice(['2', '3', '-1', '4', '8', '12', self.atom()])})"
        if kind < 9:
            return f"({self.type()})({x})"
        if kind == 9:
            return f"({x} / {rng.choice(['2', '3', '4', '2u', '5u'])})"
        if kind == 10:
            kind = rng.choice(["unsigned", "uint64_t", "int"])
            return f"(({kind})({x}) >> {rng.randrange(1, 5)})"
        return rng.choice([f"({x} & 15)", f"({x} | 1)", f"(~{x})", f"({x} % 7u)"])

    def statement(self):
        rng = self.rng
        kind = rng.randrange(14)
        if kind < 4:
            self.emit(f"use((uint64_t)({self.expr()}));")
        elif kind < 5:
            self.emit(f"use32((int)({self.expr()}));")
        elif kind < 8:
            self.emit(f"data[AT({self.expr()}, SIZE)] += (int)({self.atom()} & 7);")
        elif kind < 9:
            self.emit(f"grid[AT({self.expr()}, 64)][AT({self.expr()}, 64)] ^= 1;")
        elif kind < 10:
            self.emit(f"use((uint64_t)data[AT({self.expr()}, SIZE)]);")
        elif kind < 11 and self.pointers:
            p = rng.choice(self.pointers)
            self.emit(f"*ON({p}) += 1;" if rng.random() < 0.5 else f"use((uint64_t)({p} - data));")
        elif kind < 12 and self.others:
            name, _ = rng.choice(self.others)
            self.emit(rng.choice([f"{name} += {self.atom()};", f"{name} = {self.expr(2)};",
                                  f"if ({self.condition()}) {name}++;"]))
        elif kind < 13:
            self.emit(f"if ({self.condition()}) {{")
            self.depth += 1
            self.statement()
            self.depth -= 1
            self.emit("}")
        else:
            self.emit(f"use((uint64_t)({self.expr()}) * 3);")

    def condition(self):
        operator = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        return f"{self.expr(1)} {operator} {self.expr(1)}"

    def bound(self):
        rng = self.rng
        pool = [name for name, _ in self.params]
        outer = [name for name, _ in self.ivs]
        kind = rng.randrange(10)
        if kind < 2:
            return str(rng.choice([0, 1, 3, 8, 10, 17, 64, 100, 127, 128, 200, 255, 256]))
        if kind < 6 or not outer:
            return rng.choice(pool)
        if kind < 8:
            return rng.choice(outer)
        if kind < 9:
            a, b = rng.choice(pool), rng.choice(outer)
            return f"({a} < {b} ? {a} : {b})"
        return f"({rng.choice(pool)} {rng.choice('+-')} {rng.choice(outer + pool)})"

    def step(self):
        return self.rng.choice(["1"] * 6 + ["2", "3", "4", "7", "16", "100", "128", "255"] +
                               [name for name, _ in self.params[:1]])

    def body(self, own):
        rng = self.rng
        self.emit("TICK")
        extra = []
        for name, how in own:
            if rng.random() < 0.5:
                self.emit(how)
            else:
                extra.append(how)
        for _ in range(rng.randrange(1, 4)):
            self.statement()
        if self.loops < 5 and self.depth < 4 and rng.random() < 0.55:
            self.loop()
        if rng.random() < 0.12:
            self.emit(f"if ({self.condition()}) {rng.choice(['break', 'continue', 'return'])};")
        if rng.random() < 0.3:
            self.statement()
        for how in extra:
            self.emit(how)

    def second_ivs(self, number):
        own = []
        if self.rng.random() < 0.4:
            name, kind = f"j{number}", self.type()
            self.emit(f"{kind} {name} = ({kind}){self.bound()};")
            own.append((name, f"{name} {self.rng.choice(['+=', '-='])} {self.step()};"))
            self.ivs.append((name, kind))
        if self.rng.random() < 0.2:
            name = f"q{number}"
            self.emit(f"int *{name} = data + {self.rng.randrange(SIZE)};")
            own.append((name, f"{name} {self.rng.choice(['++', '--', '+= 3', '-= 2'])};"))
            self.pointers.append(name)
        return own

    def loop(self):
        rng = self.rng
        self.loops += 1
        number = self.loops
        ivs, pointers = list(self.ivs), list(self.pointers)
        own = self.second_ivs(number)
        kind = rng.random()
        if kind < 0.12:
            self.pointer_loop(number, own)
        elif kind < 0.27:
            self.symbolic_loop(number, own)
        elif kind < 0.40:
            self.meeting_loop(number, own)
        elif kind < 0.44:
            self.meeting_pointers(number, own)
        else:
            self.counted_loop(number, own)
        for name, _ in self.ivs[len(ivs):]:
            if rng.random() < 0.5 and name[0] == "j":
                self.emit(f"use((uint64_t){name});")
        self.ivs, self.pointers = ivs, pointers

    def counted_loop(self, number, own):
        rng = self.rng
        kind, name = self.type(), f"i{number}"
        up = rng.random() < 0.65
        start, bound = (rng.choice(["0", "0", "1", self.bound()]), self.bound())
        if not up:
            start, bound = bound, start
        less = "<" if up else ">"
        operator = rng.choice([less] * 4 + [less + "="] * 2 + ["!="])
        left = rng.choice([name] * 8 + [f"({self.type()}){name}", f"{name} + 1", f"{name} * 2"])
        right = rng.choice([bound] * 8 + [f"({self.type()})({bound})"])
        test = f"{left} {operator} {right}"
        if rng.random() < 0.06:
            test = f"{test} && {self.condition()}"
        move = f"{name} {'+=' if up else '-='} {self.step()}"
        shape = rng.randrange(10)
        self.emit(f"{kind} {name} = ({kind})({start});")
        if shape < 7:
            self.emit(f"for (; {test}; {move}) {{")
        elif shape < 8:
            self.emit(f"while ({test}) {{")
        elif shape < 9:
            self.emit("do {")
        else:
            self.emit("for (;;) {")
        self.ivs.append((name, kind))
        self.depth += 1
        if shape == 9:
            self.emit(f"if (!({test})) break;")
        self.body(own + ([(name, move + ";")] if shape >= 7 else []))
        self.depth -= 1
        self.emit(f"}} while ({test});" if shape == 8 else "}")
        if rng.random() < 0.4:
            self.emit(f"use((uint64_t){name});")

    def guarded(self, test):
        """Opens a block that is left out, an if, or a promise about what follows."""
        kind = self.rng.randrange(8)
        if kind < 5:
            self.emit(f"if ({test}) {{")
        elif kind < 6:
            self.emit("{")
            self.emit(f"    PROMISE({test})")
        else:
            self.emit("{")
        self.depth += 1

    def unguard(self):
        self.depth -= 1
        self.emit("}")

    def symbolic_loop(self, number, own):
        """Counts by a parameter, which is limited to what leads to the bound, or not."""
        rng = self.rng
        kind = rng.choice(["int"] * 4 + ["int64_t"] * 3 + ["unsigned", "uint64_t", self.type()])
        name, step = f"i{number}", f"s{number}"
        own_kind = kind if rng.random() < 0.85 else self.type()
        self.emit(f"{own_kind} {step} = ({own_kind}){rng.choice(self.params)[0]};")
        up, adds = rng.random() < 0.6, rng.random() < 0.7
        positive = up == adds
        factor = rng.choice([""] * 8 + ["2 * ", "3 * "])
        more = rng.choice(["", "", f" && {step} {'<' if positive else '>'} "
                           f"{'' if positive else '-'}{rng.choice([2, 5, 20, 100, 120])}"])
        limit = rng.choice([f"{step} > 0"] * 3 +
                           [f"{step} != 0", f"{step} >= 0", f"{step} >= 2"]
                           if positive else [f"{step} < 0", f"{step} <= -1", f"{step} <= 0"])
        start, bound = rng.choice(["0", "0", "1", self.bound()]), self.bound()
        if not up:
            start, bound = bound, start
        if rng.random() < 0.6:
            self.emit(f"{kind} e{number} = ({kind})({bound});")
            bound = f"e{number}"
        if rng.random() < 0.5:
            limits = [100, 120, 1000, 30000] if up else [0, 20, -100]
            more += f" && {bound} {'<' if up else '>'} {rng.choice(limits)}"
        self.guarded(limit + more)
        operator = rng.choice(["<" if up else ">"] * 3 + ["<=" if up else ">="] * 2 + ["!="])
        test = f"{name} {operator} {bound}"
        move = f"{name} {'+' if adds else '-'}= {factor}{step}"
        self.emit(f"{kind} {name} = ({kind})({start});")
        after = rng.random() < 0.2
        self.emit("do {" if after else f"for (; {test}; {move}) {{")
        self.ivs.append((name, kind))
        self.depth += 1
        self.body(own + ([(name, move + ";")] if after else []))
        self.depth -= 1
        self.emit(f"}} while ({test});" if after else "}")
        self.emit(f"use((uint64_t){name});")
        self.ivs.pop()
        self.unguard()

    def meeting_loop(self, number, own):
        """Two variables that move until they meet."""
        rng = self.rng
        kind = self.type()
        other = kind if rng.random() < 0.8 else self.type()
        low, high = f"l{number}", f"h{number}"
        by = [rng.choice(["1"] * 5 + ["2", "3", "100", "-1"]) for _ in range(2)]
        test = rng.choice([f"{low} < {high}"] * 4 + [f"{low} <= {high}", f"{high} > {low}",
                          f"{high} >= {low}", f"{low} != {high}", f"{low} + 1 < {high}"])
        self.emit(f"{kind} {low} = ({kind})({rng.choice(['0', self.bound()])});")
        self.emit(f"{other} {high} = ({other})({self.bound()});")
        moves = [(low, f"{low} += {by[0]};"), (high, f"{high} -= {by[1]};")]
        after = rng.random() < 0.15
        self.emit("do {" if after else f"while ({test}) {{")
        self.ivs += [(low, kind), (high, other)]
        self.depth += 1
        self.body(own + moves)
        self.depth -= 1
        self.emit(f"}} while ({test});" if after else "}")
        self.emit(f"use((uint64_t){low} * 5 + (uint64_t){high});")

    def meeting_pointers(self, number, own):
        rng = self.rng
        low, high = f"p{number}", f"r{number}"
        self.emit(f"int *{low} = data + {rng.randrange(200)};")
        self.emit(f"int *{high} = data + {rng.choice([str(rng.randrange(400)), 'AT(a, SIZE)'])};")
        self.emit(f"while ({low} {rng.choice(['<', '<', '<='])} {high}) {{")
        self.pointers += [low, high]
        self.depth += 1
        step = rng.choice([1, 1, 2])
        self.body(own + [(low, f"{low} += {step};"), (high, f"{high} -= {rng.choice([1, 3])};")])
        self.depth -= 1
        self.emit("}")

    def pointer_loop(self, number, own):
        rng = self.rng
        name = f"p{number}"
        first, last = sorted(rng.sample(range(0, 400), 2))
        up, step = rng.random() < 0.6, rng.choice([1, 1, 2, 3])
        start, end = (first, last) if up else (last, first)
        end = str(end) if rng.random() < 0.5 else f"AT({rng.choice(self.params)[0]}, SIZE)"
        operator = rng.choice(["<" if up else ">", "!=", "<=" if up else ">="])
        self.emit(f"int *{name} = data + {start};")
        self.emit(f"for (; {name} {operator} data + {end}; {name} {'+' if up else '-'}= {step}) {{")
        self.pointers.append(name)
        self.depth += 1
        self.emit(f"(void)ON({name});")
        self.body(own)
        self.depth -= 1
        self.emit("}")

    def text(self):
        self.params = [(n, self.type()) for n in "abc"]
        casts = [f"    {kind} {n} = ({kind})x{n};" for n, kind in self.params]
        self.others = [("t", self.type())]
        self.emit(f"{self.others[0][1]} t = 1;")
        for _ in range(self.rng.randrange(1, 3)):
            self.loop()
        self.emit("use((uint64_t)t);")
        head = f"static void f{self.number}(int64_t xa, int64_t xb, int64_t xc) {{"
        return "\n".join([f"__attribute__((noinline)) {head}", *casts, *self.lines, "}"])


def program(seed, functions=6, calls=40):
    rng = random.Random(seed)
    texts = [Function(rng, i).text() for i in range(functions)]
    rows = []
    for i in range(functions):
        for _ in range(calls):
            a, b, c = (rng.choice(EDGES[:34]) if rng.random() < 0.6 else rng.choice(EDGES)
                       for _ in range(3))
            values = [f"(int64_t){v % 2**64}u" for v in (a, b, c)]
            rows.append("    {f%d, %s},\n" % (i, ", ".join(values)))
    return PRELUDE + "\n".join(texts) + MAIN % "".join(rows)


if __name__ == "__main__":
    seeded.main(__doc__, program)
