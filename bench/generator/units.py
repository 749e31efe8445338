"""The kinds of code that a generated program is made of: each returns the C lines of one unit.

A unit is self-contained: types, static functions and one `uint64_t NAME_run(uint64_t seed)`, which
frees what it allocates. $U is the unit's name prefix, $M its module's.
"""
import os
from string import Template

from generator.records import Record

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")


def template(name):
    with open(os.path.join(TEMPLATES, name + ".c.in")) as file:
        return file.read()


class Code(Template):
    """$U_list means U followed by _list: names are U, M or a lower-case word."""
    flags = 0
    idpattern = "U|M|[a-z][a-z0-9]*"


def expand(text, unit, **more):
    """The lines of a template; a line that is only $name is replaced by indented lines."""
    lines = []
    for line in text.strip("\n").split("\n"):
        word = line.strip()
        if word.startswith("$") and isinstance(more.get(word[1:]), list):
            indent = line[:len(line) - len(line.lstrip())]
            lines += [indent + inner for inner in more[word[1:]]]
        else:
            lines.append(Code(line).substitute(
                U=unit.name, M=unit.module,
                **{key: value for key, value in more.items() if not isinstance(value, list)}))
    return lines + [""]


class Unit:
    def __init__(self, rng, module, number):
        self.rng, self.module = rng, module
        self.name = f"{module}u{number}"

    def record(self, stem, links=(), nested=None):
        members = self.rng.randrange(4, 14)
        return Record(self.rng, f"{self.name}_{stem}", members, links, nested)


def updates(unit, record, count):
    """Functions that branch on members and change members, as real code spends its days doing."""
    rng, lines = unit.rng, []
    for number in range(count):
        body = []
        for _ in range(rng.randrange(1, 4)):
            shape = rng.randrange(4)
            if shape == 0:
                body += [f"if ({record.test('r->')}) {{", "    " + record.change("r->"),
                         "    " + record.change("r->"), "} else {", "    " + record.change("r->"),
                         "}"]
            elif shape == 1:
                body += [f"for (int i = 0; i < {rng.randrange(2, 5)}; i++) {{",
                         "    " + record.change("r->"), "    x = x * 5 + (uint64_t)i;", "}"]
            elif shape == 2:
                body += [f"switch (x % {rng.randrange(3, 6)}) {{"]
                for case in range(3):
                    body += [f"case {case}:", "    " + record.change("r->"), "    break;"]
                body += ["default:", "    " + record.change("r->"), "    break;", "}"]
            else:
                body += [record.change("r->")]
        lines += expand("""
static uint64_t $U_${record}_update$number(struct $rtype *r, uint64_t x) {
    $body
    return x + 1;
}
""", unit, record=record.name.split("_")[-1], rtype=record.name, number=str(number),
                        body=body)
    return lines


def call_updates(record, unit, count, target):
    stem = record.name.split("_")[-1]
    return [f"x = {unit.name}_{stem}_update{n}({target}, x);" for n in range(count)]


def hash_function(unit, record):
    stem = record.name.split("_")[-1]
    return expand("""
static uint64_t $U_${stem}_hash(const struct $type *r, uint64_t h) {
    $body
    return h;
}
""", unit, stem=stem, type=record.name, body=record.hash("r->", f"{unit.module}_mix"))


def build(unit, name, record, count, sizes, **more):
    """A unit around one record: its type, its functions, and the template that uses them."""
    lines = record.definition() + hash_function(unit, record) + updates(unit, record, count)
    return lines + expand(template(name), unit, fill=record.fill("r->"),
                          size=str(unit.rng.randrange(*sizes)),
                          calls=call_updates(record, unit, count, "r"), **more)


def list_unit(unit):
    record = unit.record("node", links=[f"struct {unit.name}_node *next;"])
    return build(unit, "list", record, unit.rng.randrange(2, 5), (8, 30))


def tree_unit(unit):
    record = unit.record("tree", links=[f"struct {unit.name}_tree *left;",
                                        f"struct {unit.name}_tree *right;", "uint64_t tree_key;"])
    return build(unit, "tree", record, unit.rng.randrange(1, 4), (8, 40))


def hash_unit(unit):
    key = unit.rng.choice([8, 12, 16])
    record = unit.record("entry", links=[f"struct {unit.name}_entry *chain;",
                                         f"char text_key[{key}];", "unsigned cached;"])
    return build(unit, "hash", record, unit.rng.randrange(1, 4), (8, 40), key=str(key))


def array_unit(unit):
    inner = unit.record("part")
    record = unit.record("row", links=["uint64_t sort_key;"], nested=inner)
    sort = unit.rng.choice([f"{unit.name}_insertion_sort(rows.at, rows.length);",
                            f"qsort(rows.at, rows.length, sizeof *rows.at, {unit.name}_compare);"])
    half = f"{unit.name}_insertion_sort(rows.at, rows.length / 2);"
    lines = inner.definition() + updates(unit, inner, 1)
    return lines + build(unit, "array", record, unit.rng.randrange(2, 5), (6, 20),
                         sort=[sort, half])


def table_unit(unit):
    """Objects with a table of function pointers each."""
    rng, lines = unit.rng, expand(template("table_head"), unit)
    kinds = [f"kind{n}" for n in range(rng.randrange(2, 5))]
    for kind in kinds:
        record = unit.record(kind)
        first, *rest = record.definition()
        lines += [first, f"    struct {unit.name}_object base;"] + rest
        lines += hash_function(unit, record)
        lines += expand(template("table_kind"), unit, kind=kind, test=record.test("r->"),
                        change1=record.change("r->"), change2=record.change("r->"),
                        fill=record.fill("r->"))
    return lines + expand(template("table_run"), unit, kinds=str(len(kinds)),
                          makers=[f"{unit.name}_{kind}_new," for kind in kinds],
                          size=str(rng.randrange(4, 12)))


def text_unit(unit):
    record = unit.record("token", links=["const char *start;", "unsigned width;"])
    words = unit.rng.sample(["alpha", "beta", "gamma", "delta", "x12", "count=7", "if", "while",
                             "rate=1024", "99", "end", "begin", "(a+b)", "[3]"], 6)
    return build(unit, "text", record, 0, (10, 15), words=[f'"{word}",' for word in words])


def matrix_unit(unit):
    rng = unit.rng
    ctype = rng.choice(["double", "float", "uint32_t", "uint64_t"])
    return expand(template("matrix"), unit, ctype=ctype, rows=str(rng.randrange(3, 9)),
                  columns=str(rng.randrange(3, 9)), bias=str(rng.randrange(5)))


def machine_unit(unit):
    rng = unit.rng
    states = rng.randrange(5, 14)
    record = unit.record("machine", links=["unsigned now;", "unsigned long steps;"])
    cases = []
    for state in range(states):
        cases += [f"case {state}:", f"    if ({record.test('r->')}) {{",
                  f"        {record.change('r->')}", f"        r->now = {rng.randrange(states)};",
                  "    } else {", f"        {record.change('r->')}",
                  f"        r->now = {(state + 1) % states};", "    }", "    break;"]
    return build(unit, "machine", record, 0, (20, 60), cases=cases)


def pool_unit(unit):
    """Objects that come from slabs of the unit's own allocator and are linked both ways."""
    record = unit.record("cell", links=[f"struct {unit.name}_cell *before;",
                                        f"struct {unit.name}_cell *after;"])
    return build(unit, "pool", record, unit.rng.randrange(1, 4), (8, 30),
                 slab=str(unit.rng.randrange(4, 12)))


KINDS = [list_unit, tree_unit, hash_unit, array_unit, table_unit, text_unit, matrix_unit,
         machine_unit, pool_unit]
