"""The fields that a generated struct may have: how each is declared, set, hashed, initialised.

`at` is the text before the field's name ("p->"); `seed` is a C expression of type uint64_t. All
arithmetic is unsigned or exact, so that nothing overflows and every compiler prints the same.
"""

INTEGERS = {"int8_t": 100, "uint8_t": 200, "int16_t": 30000, "uint16_t": 60000, "int32_t": 2000000,
            "uint32_t": 4000000, "int64_t": 8000000, "uint64_t": 9000000, "char": 100,
            "long": 70000}
REALS = ["float", "double", "double", "long double"]


class Field:
    """Dead fields are set and never read; constant ones are always set to the same number."""
    addressable = False

    def __init__(self, name):
        self.name, self.dead, self.constant = name, False, None

    def hashed(self, at):
        return [] if self.dead else self.hash(at)


class Scalar(Field):
    def __init__(self, rng, name):
        super().__init__(name)
        self.ctype = rng.choice([*INTEGERS, *INTEGERS, "_Bool", "enum shade", *REALS])
        self.addressable = self.ctype in INTEGERS
        roll = rng.random()
        self.dead = roll < 0.12
        self.call = self.dead and roll < 0.05
        if 0.12 <= roll < 0.22:
            self.constant = self.literal(rng)

    def declare(self):
        return f"{self.ctype} {self.name};"

    def value(self, seed):
        if self.ctype == "_Bool":
            return f"({seed}) % 2 != 0"
        if self.ctype == "enum shade":
            return f"(enum shade)(({seed}) % 3)"
        if self.ctype in INTEGERS:
            return f"({self.ctype})(({seed}) % {INTEGERS[self.ctype]})"
        return f"({self.ctype})(({seed}) % 512) / 4"

    def set(self, at, seed):
        if self.constant is not None:
            return [f"{at}{self.name} = {self.constant};"]
        return [f"{at}{self.name} = {self.value('tick()' if self.call else seed)};"]

    def hash(self, at):
        scale = " * 4" if self.ctype in REALS else ""
        return [f"h = mix(h, (uint64_t)(int64_t)({at}{self.name}{scale}));"]

    def literal(self, rng):
        if self.ctype in ("_Bool", "enum shade"):
            return rng.choice(["1", "0"]) if self.ctype == "_Bool" else rng.choice(["DIM", "DARK"])
        return f"{rng.randrange(100)}.25" if self.ctype in REALS else str(rng.randrange(100))


class Bits(Field):
    def __init__(self, rng, name):
        super().__init__(name)
        self.base = rng.choice(["unsigned", "unsigned", "int", "uint64_t", "uint8_t"])
        self.width = rng.randrange(2, {"uint8_t": 8, "uint64_t": 40}.get(self.base, 20))
        self.dead = rng.random() < 0.1

    def declare(self):
        return f"{self.base} {self.name} : {self.width};"

    def set(self, at, seed):
        bits = self.width - 1 if self.base == "int" else self.width
        return [f"{at}{self.name} = ({seed}) & {hex((1 << bits) - 1)}u;"]

    def hash(self, at):
        return [f"h = mix(h, (uint64_t)(int64_t){at}{self.name});"]

    def literal(self, rng):
        return str(rng.randrange(2))


class Array(Field):
    def __init__(self, rng, name):
        super().__init__(name)
        self.ctype = rng.choice([*INTEGERS, "double"])
        self.sizes = [rng.randrange(2, 6) for _ in range(rng.choice([1, 1, 1, 2]))]
        self.dead = rng.random() < 0.1

    def declare(self):
        return f"{self.ctype} {self.name}{''.join(f'[{n}]' for n in self.sizes)};"

    def loop(self, body):
        names = "ij"[:len(self.sizes)]
        heads = [f"for (int {v} = 0; {v} < {n}; {v}++)" for v, n in zip(names, self.sizes)]
        return heads + ["    " + body]

    def element(self, at):
        return f"{at}{self.name}" + "".join(f"[{v}]" for v in "ij"[:len(self.sizes)])

    def index(self):
        return " + ".join(f"{v} * {k}u" for v, k in zip("ij"[:len(self.sizes)], (7, 11)))

    def set(self, at, seed):
        limit = INTEGERS.get(self.ctype, 500)
        value = f"({self.ctype})((({seed}) + {self.index()}) % {limit})"
        return self.loop(f"{self.element(at)} = {value};")

    def hash(self, at):
        return self.loop(f"h = mix(h, (uint64_t)(int64_t){self.element(at)});")

    def literal(self, rng):
        count = rng.randrange(1, self.sizes[-1] + 1)
        inner = ", ".join(str(rng.randrange(90)) for _ in range(count))
        return "{" * len(self.sizes) + inner + "}" * len(self.sizes)


class Text(Field):
    def __init__(self, rng, name):
        super().__init__(name)
        self.size = rng.randrange(8, 15)

    def declare(self):
        return f"char {self.name}[{self.size}];"

    def set(self, at, seed):
        return [f'snprintf({at}{self.name}, {self.size}, "t%u", (unsigned)(({seed}) % 99999));']

    def hash(self, at):
        return [f"h = mix_text(h, {at}{self.name});"]

    def literal(self, rng):
        return '"' + "".join(rng.choice("abcdef") for _ in range(rng.randrange(1, 7))) + '"'


class Union(Field):
    def declare(self):
        return f"union {{ uint32_t u; uint16_t s; unsigned char b[6]; float f; }} {self.name};"

    def set(self, at, seed):
        return [f"{at}{self.name}.u = (uint32_t)({seed});"]

    def hash(self, at):
        return [f"h = mix(h, {at}{self.name}.u + {at}{self.name}.b[1]);"]

    def literal(self, rng):
        return rng.choice(["{.u = 77}", "{.s = 5}", "{.b = {1, 2, 3}}"])


class Call(Field):
    def declare(self):
        return f"uint64_t (*{self.name})(uint64_t);"

    def set(self, at, seed):
        return [f"{at}{self.name} = twists[({seed}) % 3];"]

    def hash(self, at):
        return [f"h = {at}{self.name} ? {at}{self.name}(h) : h;"]

    def literal(self, rng):
        return rng.choice(["twist_add", "twist_turn"])


class Pointer(Field):
    """Null unless a use of the struct links objects for a while; to its own struct if to none."""

    def __init__(self, name, owner, other):
        super().__init__(name)
        self.other, self.target = other, other.name if other else owner

    def declare(self):
        return f"struct {self.target} *{self.name};"

    def set(self, at, seed):
        return [f"{at}{self.name} = NULL;"]

    def hash(self, at):
        return [f"h = mix(h, {at}{self.name} ? {at}{self.name}->key : 3u);"]

    def literal(self, rng):
        return "NULL"


class Nested(Field):
    def __init__(self, rng, name, inner, direct):
        super().__init__(name)
        self.inner, self.direct = inner, direct
        self.count = rng.choice([0, 0, 0, 2, 3])

    def declare(self):
        return f"struct {self.inner.name} {self.name}{f'[{self.count}]' if self.count else ''};"

    def each(self, at, body):
        """In packed structs no member's address is taken: it goes through a copy."""
        if not self.count:
            return body(f"{at}{self.name}", "0u")
        return [f"for (int i = 0; i < {self.count}; i++) {{",
                *("    " + line for line in body(f"{at}{self.name}[i]", "i * 5u")), "}"]

    def set(self, at, seed):
        name = self.inner.name

        def body(place, more):
            if self.direct:
                return [f"{name}_fill(&{place}, {seed} + {more});"]
            return [f"struct {name} {self.name}_t;",
                    f"{name}_fill(&{self.name}_t, {seed} + {more});", f"{place} = {self.name}_t;"]
        return self.each(at, body)

    def hash(self, at):
        name = self.inner.name

        def body(place, _):
            if self.direct:
                return [f"h = {name}_hash(&{place}, h);"]
            copy = f"{self.name}_c"
            return [f"struct {name} {copy} = {place};", f"h = {name}_hash(&{copy}, h);"]
        return self.each(at, body)

    def literal(self, rng):
        inner = self.inner.literal(rng)
        return f"{{{inner}}}" if self.count else inner


PLAIN = [(Scalar, 12), (Bits, 3), (Array, 3), (Text, 1)]


def plain(rng, name):
    kinds = [kind for kind, weight in PLAIN for _ in range(weight)]
    return rng.choice(kinds)(rng, name)
