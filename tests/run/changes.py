"""What a pipeline changed in a program, seen in the modules before and after it and held against
what lathe says of it in its remarks, and the lines in which a program states it:

    // CHANGES dtrans-reorder-fields,dtrans-pool<force>: struct.node reorder-fields+pool 24
    // CHANGES hir-optimize: sum() distribution+interchange
    // CHANGES dtrans-pool<force>: nothing

Flags of the front end stand before the pipeline. Of pipelines that change layouts: each struct with
a new type, the passes that made one for it, and the size of the last; a dash stands for a struct of
which no type is left. Of all others: each function whose body is another one, with the transforms
that lathe names. LLVM's passes at the front of a pipeline, and hir-canonicalize, only prepare: what
they do is not counted.
"""

import functools
import re

DEFINITION = re.compile(r'^%("[^"]+"|[\w.$-]+) = type (.*)$', re.M)
FUNCTION = re.compile(r'^define [^\n]*?@("[^"]+"|[\w.$-]+)\((.*?)^}', re.M | re.S)
NUMBERED = re.compile(r"(?:, )?![\w.]* ?!\d+|(?:, )?!\d+| #\d+")
REMARK = re.compile(r"^--- !Passed\n(.*?)^\.\.\.", re.M | re.S)
DONE = re.compile(r"remark: ([\w -]+?) of a (?:loop|nest)\w* in '([\w.$-]+)' done")
STATED = re.compile(r"^// CHANGES (.+?): (.+)$", re.M)
PREFIX = re.compile(r"__([A-Z]+?)(EL|DT)?_")
# Of the names of new types. DT: the struct itself stays, what it holds has changed.
PASSES = {"DTT": "base-test", "D": "base-test", "DSH": "shuffle", "DFD": "delete-fields",
          "DRF": "reorder-fields", "SOA": "aos-to-soa", "SPLIT": "split", "DPL": "pool"}
OWN = ("dtrans-", "hir-", "ir-")
APART = ("aos-to-soa", "split")  # what is left of a struct is one pointer for each array
SIZES = {"ptr": (8, 8), "double": (8, 8), "float": (4, 4), "half": (2, 2), "x86_fp80": (16, 16),
         "fp128": (16, 16)}


class Layouts:
    """Sizes and alignments of types as LLVM lays them out on x86-64."""

    def __init__(self, definitions):
        self.definitions = definitions

    def of(self, text):
        """(size, alignment), None of what is not known."""
        text = text.strip()
        if text in SIZES:
            return SIZES[text]
        if re.fullmatch(r"i\d+", text):
            size = 1
            while size * 8 < int(text[1:]):
                size *= 2
            return size, min(size, 16)
        if text.startswith("%"):
            body = self.definitions.get(text[1:])
            return self.of(body) if body else None
        if text.startswith("["):
            count, element = text[1:-1].split(" x ", 1)
            inner = self.of(element)
            return inner and (int(count) * inner[0], inner[1])
        packed = text.startswith("<{")
        if not packed and not text.startswith("{"):
            return None
        return self.of_fields(fields(text.strip("<>")[1:-1]), packed)

    def of_fields(self, texts, packed):
        size, most = 0, 1
        for part in texts:
            inner = self.of(part)
            if inner is None:
                return None
            align = 1 if packed else inner[1]
            size, most = -(-size // align) * align + inner[0], max(most, align)
        return -(-size // most) * most, most


def fields(text):
    """The parts of a list of types, at its commas."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "[{<(") - (c in "]}>)")
        if c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [part for part in (*parts, text[start:]) if part.strip()]


class Module:
    """Types and functions of a module's text."""

    def __init__(self, text):
        self.text = text

    @functools.cached_property
    def types(self):
        return {name.strip('"'): body for name, body in DEFINITION.findall(self.text)}

    @functools.cached_property
    def functions(self):
        return {name.strip('"'): NUMBERED.sub("", body)
                for name, body in FUNCTION.findall(self.text)}


def preparation(pipeline):
    """The passes at its front after which changes count."""
    passes, found = split_passes(pipeline), []
    while len(found) < len(passes) and (passes[len(found)].startswith("hir-canonicalize") or
                                        not passes[len(found)].startswith(OWN)):
        found.append(passes[len(found)])
    return ",".join(found)


def split_passes(pipeline):
    return [part.strip() for part in fields(pipeline)]


def origin(name):
    """Of the name of a type: the name it began with, and the passes that renamed it, first one
    first; none if the name is of a part of it."""
    passes = []
    while match := PREFIX.match(name):
        if match[2] == "EL":
            return name, []
        passes.insert(0, PASSES.get(match[1], match[1]))
        name = name[match.end():]
    return name, passes


def new_types(before, after):
    """Name -> (passes, size) of the structs that have a new type."""
    layouts, found = Layouts(after.types), {}
    for name, body in after.types.items():
        old, passes = origin(name)
        if old not in before.types or before.types.get(name) == body:
            continue
        size = layouts.of(body)
        apart = any(p in APART for p in passes)
        found[old] = (passes or ["renamed"], "" if apart or not size else str(size[0]))
    return found


class Said:
    """What lathe says it did: types, with the passes that changed them and the last size, from
    remarks in YAML; functions, with the transforms of their loops, from what --verbose prints."""

    def __init__(self, remarks, printed):
        self.types, self.functions = {}, {}
        for remark in REMARK.findall(remarks):
            of = dict(re.findall(r"^(?:  - )?(\w+): +'?(.*?)'?$", remark, re.M))
            if "Type" in of and "NewSize" in of:
                passes = self.types.get(of["Type"], ([], ""))[0]
                passes = passes + [of["Pass"].removeprefix("dtrans-")]
                self.types[of["Type"]] = (passes, of["NewSize"])
        for transform, function in DONE.findall(printed):
            self.functions.setdefault(function, set()).add(transform.replace(" ", "-"))


def disagreements(before, after, seen, said):
    """Where the module is not what lathe says it made of it."""
    wrong = [f"{name} is changed, and no remark says so" for name in seen if name not in said.types]
    for name, (passes, size) in said.types.items():
        if name in seen:
            has = seen[name]
            # Parts of a struct that is taken apart go by its name, and may change once more.
            if not set(has[0]) <= set(passes) or has[1] and has != (passes, size):
                wrong.append(f"{name} is changed by {'+'.join(has[0])} to {has[1]} bytes, and "
                             f"remarks say {'+'.join(passes)}, {size}")
        elif name in before.types and name in after.types:
            wrong.append(f"remarks say that {name} is changed, and it is as it was")
    wrong += [f"remarks say that loops of {name}() are changed, and it is as it was"
              for name in said.functions
              if name in before.functions and before.functions[name] == after.functions.get(name)]
    return wrong


def changed_types(before, after, seen, said):
    parts = [" ".join([name, "+".join(passes), size]).rstrip()
             for name, (passes, size) in seen.items()]
    gone = [f"{name} {'+'.join(passes)} -" for name, (passes, _) in said.types.items()
            if name in before.types and name not in after.types and name not in seen]
    return sorted(parts + gone)


def changed_functions(before, after, said):
    return [f"{name}() {'+'.join(sorted(said.functions.get(name, ())))}".rstrip()
            for name, body in sorted(before.functions.items())
            if after.functions.get(name) != body]


def described(pipeline, before, after, said):
    """(the text of what has changed, where it contradicts what lathe says)."""
    seen = new_types(before, after)
    parts = changed_types(before, after, seen, said)
    if "dtrans-" in pipeline:
        wrong = disagreements(before, after, seen, said)
    else:
        wrong = disagreements(before, after, {}, said)
        parts += changed_functions(before, after, said)
    return "; ".join(parts) or "nothing", [f"{pipeline}: {text}" for text in wrong]


def stated(name):
    """Pipeline -> what the program says of it."""
    if not name.endswith(".c"):
        return {}
    with open(name) as file:
        return dict(STATED.findall(file.read()))


def state(name, found):
    """Rewrites what the program says of these pipelines, at its end."""
    with open(name) as file:
        lines = file.read().splitlines()
    statements = {**stated(name), **found}
    lines = [line for line in lines if not STATED.match(line)]
    while not lines[-1]:
        lines.pop()
    lines += [""] + [f"// CHANGES {pipeline}: {text}" for pipeline, text in statements.items()]
    with open(name, "w") as file:
        file.write("\n".join(lines) + "\n")
