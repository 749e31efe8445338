"""Random struct types, and C text that fills, changes and hashes them without undefined behaviour.

Every value that is stored stays in [0, limit) of its field, so that no arithmetic overflows, no
conversion loses bits, and floating-point results are the same at every optimization level.
"""

INTEGERS = [
    ("signed char", 100), ("char", 100), ("unsigned char", 200), ("short", 30000),
    ("unsigned short", 60000), ("int", 1000000), ("unsigned", 4000000), ("long", 1 << 40),
    ("uint32_t", 4000000), ("uint64_t", 1 << 50), ("int64_t", 1 << 40), ("size_t", 1 << 40),
]
FLOATS = ["double", "float"]
NOUNS = """age amount angle balance base bits bonus bound bytes cap channel charge code color column
count credit debit degree delay depth distance energy epoch error factor first flags floor frame
gain gap group height hits index items key kind label last layer left length level limit load lock
lower margin mask mass misses mode month moves node offset order owner pages parity part peak phase
pitch points port price quota radius rank rate ratio reads retry right round row scale score seen
serial share shift size slot span speed stage start state step stock sum tax tempo tick total tries
turns unit upper usage value votes wait weight width window writes year zone""".split()


class Field:
    """One member. `kind` is int, float, text, array, bits or record."""

    def __init__(self, kind, ctype, name, limit=0, length=0, record=None):
        self.kind, self.ctype, self.name = kind, ctype, name
        self.limit, self.length, self.record = limit, length, record

    def declaration(self):
        if self.kind in ("array", "text"):
            return f"{self.ctype} {self.name}[{self.length}];"
        if self.kind == "bits":
            return f"{self.ctype} {self.name} : {self.length};"
        return f"{self.ctype} {self.name};"


class Record:
    """A struct type. `links` are pointer members that the unit using it declares and maintains."""

    def __init__(self, rng, name, members, links=(), nested=None):
        self.name, self.links = name, list(links)
        self.fields = [Field("int", "int", "serial_number", limit=1000000)]
        taken = " ".join(self.links) + " base inner"
        for noun in rng.sample([n for n in NOUNS if n not in taken], members):
            self.fields.append(random_field(rng, noun))
        if nested:
            self.fields.append(Field("record", f"struct {nested.name}", "inner", record=nested))
        rng.shuffle(self.fields)
        self.rng = rng

    def definition(self):
        lines = [f.declaration() for f in self.fields]
        for link in self.links:
            lines.insert(self.rng.randrange(len(lines) + 1), link)
        return [f"struct {self.name} {{"] + ["    " + line for line in lines] + ["};", ""]

    def fill(self, target, seed="seed"):
        """Statements that set every member of the lvalue `target` from an integer variable."""
        lines = []
        for number, field in enumerate(self.fields):
            lines += fill_field(field, f"{target}{field.name}", f"({seed} + {number * 7 + 3}u)")
        return lines

    def hash(self, target, mix):
        """Statements that stir every member into the variable h."""
        lines = []
        for field in self.fields:
            lines += hash_field(field, f"{target}{field.name}", mix)
        return lines

    def change(self, target):
        """One statement that changes one scalar member, using the integer variable x."""
        rng = self.rng
        scalars = [f for f in self.fields if f.kind in ("int", "bits", "float")]
        field = rng.choice(scalars)
        place = f"{target}{field.name}"
        if field.kind == "float":
            return f"{place} = {place} * 0.5f + {rng.randrange(1, 9)};"
        factor, offset = rng.randrange(1, 17), rng.randrange(100)
        return (f"{place} = ({field.ctype})(((uint64_t){place} * {factor} + x + {offset}u) % "
                f"{field.limit}u);")

    def test(self, target):
        """A condition over the members."""
        rng = self.rng
        field = rng.choice(self.fields)
        if field.kind in ("int", "bits"):
            return f"(uint64_t){target}{field.name} % {rng.randrange(2, 7)} == {rng.randrange(2)}u"
        if field.kind == "float":
            return f"{target}{field.name} > {rng.randrange(50)}"
        return f"x % {rng.randrange(2, 9)} == 0"


def random_field(rng, noun):
    kind = rng.choices(["int", "float", "text", "array", "bits"], [60, 12, 8, 10, 10])[0]
    if kind == "float":
        return Field(kind, rng.choice(FLOATS), noun)
    if kind == "text":
        return Field(kind, "char", noun, length=rng.choice([4, 8, 12, 16, 24]))
    if kind == "bits":
        width = rng.randrange(1, 12)
        return Field(kind, "unsigned", noun, limit=1 << width, length=width)
    ctype, limit = rng.choice(INTEGERS)
    if kind == "array":
        return Field(kind, ctype, noun, limit=limit, length=rng.randrange(2, 9))
    return Field(kind, ctype, noun, limit=limit)


def fill_field(field, place, value):
    if field.kind in ("int", "bits"):
        return [f"{place} = ({field.ctype})({value} % {field.limit}u);"]
    if field.kind == "float":
        return [f"{place} = ({field.ctype})({value} % 1000u);"]
    if field.kind == "array":
        return [f"for (unsigned i = 0; i < {field.length}; i++)",
                f"    {place}[i] = ({field.ctype})(({value} + i) % {field.limit}u);"]
    if field.kind == "text":
        return [f"for (unsigned i = 0; i + 1 < {field.length}; i++)",
                f"    {place}[i] = (char)('a' + ({value} + i) % 26u);",
                f"{place}[{field.length - 1}] = '\\0';"]
    return [line for inner in field.record.fields
            for line in fill_field(inner, f"{place}.{inner.name}", value)]


def hash_field(field, place, mix):
    if field.kind in ("int", "bits", "float"):
        return [f"h = {mix}(h, (uint64_t){place});"]
    if field.kind == "array":
        return [f"for (unsigned i = 0; i < {field.length}; i++)",
                f"    h = {mix}(h, (uint64_t){place}[i]);"]
    if field.kind == "text":
        return [f"for (const char *p = {place}; *p; p++)",
                f"    h = {mix}(h, (uint64_t)*p);"]
    return [line for inner in field.record.fields
            for line in hash_field(inner, f"{place}.{inner.name}", mix)]
