#!/usr/bin/env python3
"""Writes a random C program that lives in its structs and prints checksums all along.

    gen_structs.py --seed 7 [-o FILE.c]

The same seed gives the same bytes. Structs have fields of every kind (struct_fields.py); each is
used in several ways: lists, trees, growing arrays, tables, by value, through globals, with list
heads inside. The program has no undefined behaviour and needs no input.
"""

import random

from struct_fields import Array, Bits, Call, Field, Nested, Pointer, Scalar, Text, Union, plain
from struct_allocators import allocator
from struct_uses import LINKED, PRELUDE, USES, expand
import seeded


class Keyed(Field):
    """The number by which objects are told apart; every struct has one."""
    addressable = True
    ctype = "uint32_t"

    def declare(self):
        return "uint32_t key;"

    def set(self, at, seed):
        return [f"{at}key = (uint32_t)(({seed}) % 1000003);"]

    def hash(self, at):
        return [f"h = mix(h, {at}key);"]

    def literal(self, rng):
        return str(rng.randrange(1000))


class Link(Field):
    """A pointer or list head that belongs to one use of the struct and is no part of its value."""

    def __init__(self, name, text):
        super().__init__(name)
        self.text, self.dead = text, True

    def declare(self):
        return self.text

    def set(self, at, seed):
        return []

    def hash(self, at):
        return []

    def literal(self, rng):
        return None


class Struct:
    def __init__(self, rng, number, earlier):
        self.rng, self.name = rng, f"s{number}"
        self.packed = rng.random() < 0.08
        self.aligned = rng.choice([0] * 12 + [16, 32])
        self.flexible = not self.packed and not self.aligned and rng.random() < 0.12
        self.fields = self.make_fields(earlier)
        inside = [] if self.packed else [f.inner.align for f in self.nested()]
        self.align = max([self.aligned, *inside])
        self.uses = self.choose_uses()
        for use in self.uses:
            self.fields += [Link(name, expand(text, self))
                            for name, text in USES[use].links.items()]
        rng.shuffle(self.fields)
        if self.flexible:
            self.item = rng.choice(["uint16_t", "double", "char", "struct pair"])

    def make_fields(self, earlier):
        rng, fields = self.rng, [Keyed("key")]
        for i in range(rng.randrange(1, 9)):
            fields.append(plain(rng, f"f{i}"))
        # Structs with a flexible array come from malloc, which aligns to 16.
        small = [s for s in earlier if not s.flexible and s.depth() < 3
                 and not (self.flexible and s.align > 16)]
        for i in range(rng.choice([0, 0, 1, 1, 2]) if small else 0):
            fields.append(Nested(rng, f"n{i}", rng.choice(small), not self.packed))
        for i in range(rng.choice([0, 1, 1, 2])):
            fields.append(Pointer(f"p{i}", self.name, rng.choice([*earlier, None])))
        if rng.random() < 0.15:
            fields.append(Union("u"))
        if rng.random() < 0.15:
            fields.append(Call("call"))
        return fields

    def depth(self):
        return 1 + max([f.inner.depth() for f in self.nested()] + [0])

    def nested(self):
        return [f for f in self.fields if isinstance(f, Nested)]

    def choose_uses(self):
        able = [name for name, use in USES.items() if use.fits(self)]
        if not self.flexible and self.rng.random() < 0.5:
            able = [name for name in able if name in LINKED]
        return self.rng.sample(able, min(len(able), self.rng.randrange(2, 5)))

    def peers(self):
        return [f for f in self.fields if isinstance(f, Pointer) and not f.other]

    def foreign(self):
        return [f for f in self.fields if isinstance(f, Pointer) and f.other]

    def numbers(self):
        """Fields whose address may be passed on, with their types."""
        return [f for f in self.fields if f.addressable and f.constant is None and not f.dead]

    def definition(self):
        attributes = ["packed"] * self.packed + [f"aligned({self.aligned})"] * bool(self.aligned)
        mark = f"__attribute__(({', '.join(attributes)})) " if attributes else ""
        lines = [f"struct {mark}{self.name} {{", *("    " + f.declare() for f in self.fields)]
        if self.flexible:
            lines += ["    uint16_t count;", f"    {self.item} items[];"]
        return lines + ["};"]

    def functions(self):
        seeds = self.rng.sample(range(1, 1000), len(self.fields))
        name = self.name
        mutate = [f for f in self.fields if isinstance(f, (Scalar, Array, Text, Bits))]
        lines = [f"static void {name}_fill(struct {name} *p, uint64_t x) {{"]
        for field, seed in zip(self.fields, seeds):
            lines += ["    " + line for line in field.set("p->", f"x * {seed}u")]
        lines += ["}", f"static uint64_t {name}_hash(const struct {name} *p, uint64_t h) {{"]
        for field in self.fields:
            lines += ["    " + line for line in field.hashed("p->")]
        lines += ["    return h;", "}",
                  f"static void {name}_change(struct {name} *p, uint64_t x) {{"]
        for field in self.rng.sample(mutate, min(len(mutate), 3)):
            lines += ["    " + line for line in field.set("p->", "x + p->key")]
        return lines + ["    (void)p, (void)x;", "}"]

    def alloc(self, count):
        one = f"sizeof(struct {self.name})"
        size = f"({count}) * {one}"
        if self.align > 16:
            return f"aligned_alloc({self.align}, {size})"
        return self.rng.choice([f"malloc({size})", f"calloc({count}, {one})", f"xmalloc({size})",
                                f"xcalloc({count}, {one})"])

    def literal(self, rng):
        fields = [f for f in self.fields if f.literal(rng) is not None and rng.random() < 0.6]
        if not fields:
            return "{0}"
        return "{" + ", ".join(f".{f.name} = {f.constant or f.literal(rng)}" for f in fields) + "}"


def program(seed):
    rng = random.Random(seed)
    structs = []
    for i in range(rng.randrange(2, 6)):
        structs.append(Struct(rng, i, list(structs)))
    lines, runs = [], []
    for s in structs:
        lines += s.definition() + s.functions()
        for use in s.uses:
            lines += expand(USES[use].text(s), s).strip("\n").splitlines()
            runs.append(f"{s.name}_{use}")
    rng.shuffle(runs)
    prelude, helpers = PRELUDE.split("static void *xmalloc(", 1)
    own = allocator(rng, structs, "\n".join(lines))
    lines = [f"/* gen_structs.py --seed {seed} */", *prelude.splitlines(), *own,
             *("static void *xmalloc(" + helpers).splitlines(), *lines]
    lines += ["int main(void) {", "    uint64_t h = 1;"]
    for run in runs + rng.sample(runs, min(2, len(runs))):
        lines += [f"    h = {run}(h);", f'    printf("{run} %llx\\n", (unsigned long long)h);']
    lines += ['    printf("%llx %u\\n", (unsigned long long)h, ticks);',
              "    return (int)(h % 128);", "}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    seeded.main(__doc__, program)
