#!/usr/bin/env python3
"""Writes a random C program whose structs live in one array each, and prints checksums all along.

    gen_arrays.py --seed 7 [-o FILE.c]

The arrays come from malloc, calloc, a wrapper, realloc through a variable or a struct, are global,
local, or made and freed by a function that is called again and again. Elements point to one another
and into other arrays, are walked, compared, subtracted, swapped, copied and moved in ranges. Like
gen_structs.py: no undefined behaviour, no input, the same bytes for the same seed.
"""

import random

from gen_structs import Keyed
from struct_fields import Call, Pointer, Union, plain
from struct_nulls import ASK, NULLS_OF_ARRAY, first_of
from struct_uses import PRELUDE
import seeded

LASTING = ["malloc", "calloc", "wrapper", "grow", "held", "global", "table"]
PASSING = ["local", "block", "leak"]

OPS = {
    "scan": """
    for (int i = 0; i < n; i++)
        h = mix(h, all[i].key);""",
    "walk": """
    for (struct $S *p = all; p < all + n; p++)
        h = $S_hash(p, h);""",
    "back": """
    struct $S *p = all + n;
    while (p > all)
        h = $S_hash(--p, h);
    h = mix(h, p == all);""",
    "change": """
    for (struct $S *p = all, *end = &all[n]; p != end; p += 1)
        if (p->key % 3 == h % 3)
            $S_fill(p, h + p->key);""",
    "swap": """
    for (int i = 0; i + 1 < n; i += 2)
        $S_swap(&all[i], all + n - 1 - i);""",
    "copy": """
    all[h % n] = all[(h >> 8) % n];
    struct $S one = all[(h >> 4) % n];
    one.key ^= 5;
    all[(h >> 3) % n] = one;
    h = $S_hash(&all[h % n], h);""",
    "move": """
    int by = 1 + (int)(h % 3);
    memmove(all + by, all, (size_t)(n - by) * sizeof *all);
    memcpy(&all[0], &all[n - 1], sizeof(struct $S));""",
    "clear": """
    int from = (int)(h % (uint64_t)n);
    memset(all + from, 0, (size_t)(n - from < 2 ? n - from : 2) * sizeof(struct $S));
    h = $S_hash(all + from, h);""",
    "reset": """
    if (h % 5 == 0) {
        memset(all, 0, (size_t)n * sizeof *all);
        for (int i = 0; i < n; i++)
            $S_fill(&all[i], h + (uint64_t)i);
    }""",
    "find": """
    struct $S *found = $S_find(all, n, all[h % n].key);
    h = mix(h, found ? (uint64_t)(found - all) : 99);
    h = mix(h, $S_find(all, n, 1000004) == NULL);""",
    "order": """
    struct $S *order[$N];
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && order[k - 1]->key > all[i].key; k--)
            order[k] = order[k - 1];
        order[k] = &all[i];
    }
    for (int i = 0; i < n; i++)
        h = mix(h, (uint64_t)(order[i] - all));""",
    "sorted": """
    struct $S *order[$N];
    for (int i = 0; i < n; i++)
        order[i] = all + (i * 5 + 3) % n;
    qsort(order, (size_t)n, sizeof *order, $S_compare);
    for (int i = 0; i < n; i++)
        h = mix(h, order[i]->key);""",
    "choose": """
    struct $S *best = all;
    for (int i = 1; i < n; i++)
        best = $S_pick[h % 2](best, &all[i]);
    h = mix(h, (uint64_t)(best - all));
    best = h & 4 ? best : NULL;
    h = mix(h, best ? best->key : 7);""",
    "literal": """
    for (int i = 0; i < n; i += 3)
        all[i] = (struct $S){.key = (uint32_t)(h % 1000) + (uint32_t)i};
    h = $S_hash(all, h);""",
    "numbers": """
    for (int i = 0; i < n; i++)
        $S_bump(&all[i].key, i);
    h = mix(h, all[n / 2].key);""",
}


def link_op(field, target):
    """Points a field at elements of an array, follows it, and lets go."""
    own = target is None
    base, count = ("all", "n") if own else (target.base(), target.count())
    name = "$S" if own else target.name
    forget = "" if own else f"""
    for (int i = 0; i < n; i++)
        all[i].{field.name} = NULL;"""
    return f"""
    for (int i = 0; i < n; i++)
        all[i].{field.name} =
            (h + (uint64_t)i) % 4 ? &{base}[(i * 7 + (int)(h % 5)) % {count}] : NULL;
    for (struct $S *p = all; p != all + n; p++)
        if (p->{field.name})
            h = mix(h, p->{field.name}->key + (uint64_t)(p->{field.name} - {base}));
    for (int i = 1; i < n; i++)
        h = mix(h, all[i].{field.name} == all[i - 1].{field.name});
    struct {name} *at = all[h % n].{field.name};
    for (int steps = 0; at && steps < 20; steps++) {{
        h = mix(h, at->key);
        at = {f"at->{field.name}" if own else "NULL"};
    }}""" + forget


class Record:
    def __init__(self, rng, number):
        self.rng, self.name = rng, f"r{number}"
        self.kind = rng.choice(LASTING + PASSING)
        self.size = rng.randrange(6, 30)
        self.fields = [Keyed("key")]
        self.fields += [plain(rng, f"f{i}") for i in range(rng.randrange(1, 7))]
        if rng.random() < 0.1:
            self.fields.append(Union("u"))
        if rng.random() < 0.2:
            self.fields.append(Call("call"))
        for i in range(rng.choice([0, 1, 1, 2])):
            self.fields.append(Pointer(f"p{i}", self.name, None))
        self.foreign = []

    def add_foreign(self, records):
        lasting = [r for r in records if r.kind in LASTING and r is not self]
        if lasting and self.rng.random() < 0.7:
            other = self.rng.choice(lasting)
            self.foreign.append(Pointer("q", self.name, other))
            self.fields += self.foreign
        self.rng.shuffle(self.fields)

    def base(self):
        return {"held": f"{self.name}_list.at", "global": f"{self.name}_table",
                "table": f"{self.name}_table"}.get(self.kind, f"{self.name}_all")

    def count(self):
        return str(self.size)

    def definition(self):
        return [f"struct {self.name} {{", *("    " + f.declare() for f in self.fields), "};"]

    def text(self, text):
        return text.replace("$S", self.name).replace("$N", str(self.size)).strip("\n").splitlines()

    def helpers(self):
        lines = [f"static void {self.name}_fill(struct {self.name} *p, uint64_t x) {{"]
        for i, field in enumerate(self.fields):
            lines += ["    " + line for line in field.set("p->", f"x * {3 + 2 * i}u")]
        lines += self.text("}\nstatic uint64_t $S_hash(const struct $S *p, uint64_t h) {")
        for field in self.fields:
            if not isinstance(field, Pointer):
                lines += ["    " + line for line in field.hashed("p->")]
        return lines + ["    return h;", "}"] + self.text("""
static void $S_swap(struct $S *a, struct $S *b) {
    struct $S t = *a;
    *a = *b;
    *b = t;
}
static struct $S *$S_find(struct $S *from, int n, uint32_t key) {
    for (struct $S *p = from; n-- > 0; p++)
        if (p->key == key)
            return p;
    return NULL;
}
static int $S_compare(const void *a, const void *b) {
    const struct $S *x = *(struct $S *const *)a, *y = *(struct $S *const *)b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x > y) - (x < y);
}
static struct $S *$S_least(struct $S *a, struct $S *b) { return a->key < b->key ? a : b; }
static struct $S *$S_last(struct $S *a, struct $S *b) { return a > b ? a : b; }
static struct $S *(*const $S_pick[])(struct $S *, struct $S *) = {$S_least, $S_last};
static void $S_bump(uint32_t *key, int by) { *key += (uint32_t)by; }
static void $S_unused(void) __attribute__((unused));
static void $S_unused(void) {
    $S_swap(NULL, NULL), $S_compare(NULL, NULL), $S_pick[0](NULL, NULL), $S_bump(NULL, 0);
    $S_find(NULL, 0, 0);
}""")

    def storage(self):
        if self.kind == "held":
            return self.text("""
static struct $S_list {
    int count;
    struct $S *at;
    int room;
} $S_list;""")
        if self.kind == "table":
            rows = []
            for _ in range(self.rng.randrange(1, self.size)):
                some = [f for f in self.fields if f.literal(self.rng) is not None
                        and self.rng.random() < 0.7]
                rows.append("{" + ", ".join(f".{f.name} = {f.constant or f.literal(self.rng)}"
                                            for f in some or [self.fields[0]]) + "}"
                            if some else "{0}")
            return self.text(f"static struct $S $S_table[$N] = {{{', '.join(rows)}}};")
        if self.kind == "global":
            return self.text("static struct $S $S_table[$N];")
        return self.text("static struct $S *$S_all;") if self.kind in LASTING else []

    def setup(self):
        fill = f"""
    for (int i = 0; i < $N; i++)
        $S_fill(&{self.base()}[i], (uint64_t)i * 77);"""
        check = "\n    if (!$S_all)\n        abort();"
        make = {"malloc": "    $S_all = malloc($N * sizeof *$S_all);" + check,
                "calloc": "    $S_all = calloc($N, sizeof(struct $S));" + check,
                "wrapper": "    $S_all = xmalloc(sizeof(struct $S) * $N);"}.get(self.kind, "")
        if self.kind == "grow":
            return self.text("""
static int $S_count, $S_room;
static void $S_add(uint64_t x) {
    if ($S_count == $S_room) {
        $S_room = $S_room ? $S_room * 2 : 2;
        struct $S *more = realloc($S_all, (size_t)$S_room * sizeof *more);
        if (!more)
            abort();
        $S_all = more;
    }
    $S_fill(&$S_all[$S_count++], x);
}
static void $S_setup(void) {
    for (int i = 0; i < $N; i++)
        $S_add((uint64_t)i * 31);
}""")
        if self.kind == "held":
            return self.text("""
static void $S_add(struct $S_list *l, uint64_t x) {
    if (l->count == l->room) {
        l->room += 3;
        l->at = realloc(l->at, (size_t)l->room * sizeof(struct $S));
        if (!l->at)
            abort();
    }
    struct $S *p = l->at + l->count++;
    $S_fill(p, x);
}
static void $S_setup(void) {
    while ($S_list.count < $N)
        $S_add(&$S_list, (uint64_t)$S_list.count * 13);
}""")
        if self.kind in PASSING:
            return []
        body = make + ("" if self.kind == "table" else fill)
        return self.text("static void $S_setup(void) {\n" + body.strip("\n") + "\n}")

    def operations(self):
        ops = dict(OPS)
        for field in self.fields:
            if isinstance(field, Pointer):
                ops[f"link_{field.name}"] = link_op(field, field.other)
        way = first_of(self.fields)
        if way:
            ops["nulls"] = NULLS_OF_ARRAY
        names = sorted(self.rng.sample(sorted(ops), min(len(ops), self.rng.randrange(5, 10))))
        lines = self.text(ASK.replace("$F", way)) if "nulls" in names else []
        for name in names:
            lines += self.text(f"static uint64_t $S_do_{name}(struct $S *all, int n, uint64_t h) {{"
                               + ops[name] + "\n    return h;\n}")
        return names, lines

    def run(self, names):
        """One function that does several things with the array; passing kinds make it first."""
        chosen = self.rng.sample(names, min(4, len(names)))
        calls = [f"    h = $S_do_{name}(all, $N, h);" for name in chosen]
        made = {"local": "    struct $S all[$N];",
                "leak": "    struct $S *all = xmalloc($N * sizeof *all);",
                "block": "    struct $S *all = malloc($N * sizeof *all);\n"
                         "    if (!all)\n        return h;"}
        lines = ["static uint64_t $S_run(uint64_t h) {",
                 made.get(self.kind, f"    struct $S *all = {self.base()};")]
        if self.kind in PASSING:
            lines += ["    for (int i = 0; i < $N; i++)",
                      "        $S_fill(&all[i], h + (uint64_t)i);"]
        lines += calls + ["    free(all);"] * (self.kind == "block") + ["    return h;", "}"]
        return self.text("\n".join(lines))


def program(seed):
    rng = random.Random(seed)
    records = [Record(rng, i) for i in range(rng.randrange(1, 5))]
    for record in records:
        record.add_foreign(records)
    lines = [f"/* gen_arrays.py --seed {seed} */", *PRELUDE.splitlines()]
    for part in ("definition", "helpers", "storage", "setup"):
        for record in records:
            lines += getattr(record, part)()
    for record in records:
        names, text = record.operations()
        lines += text + record.run(names)
    lines += ["int main(void) {", "    uint64_t h = 1;"]
    lines += [f"    {r.name}_setup();" for r in records if r.kind in LASTING]
    for _ in range(3):
        for r in rng.sample(records, len(records)):
            lines += [f"    h = {r.name}_run(h);",
                      f'    printf("{r.name} %llx\\n", (unsigned long long)h);']
    lines += [f"    free({r.base()});" for r in records
              if r.kind in LASTING and r.kind not in ("global", "table") and rng.random() < 0.7]
    lines += ['    printf("%llx %u\\n", (unsigned long long)h, ticks);',
              "    return (int)(h % 128);", "}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    seeded.main(__doc__, program)
