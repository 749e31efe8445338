#!/usr/bin/env python3
"""Makes python/lathe/_bindings.py of the public headers: api_python.py [--check] [ROOT]

The module declares to ctypes what the headers declare to a compiler, and has a class for each
handle with a method for each function that takes the handle first. What each argument and each
result means is derived from its type, its owner and its neighbours (`roles`);
python/lathe/_runtime.py carries it out. With --check nothing is written: the exit code is 1 if the
module is out of date.
"""
import argparse
import keyword
import re
import sys

import api_headers
import api_reference
from api_headers import Type

PATH = "python/lathe/_bindings.py"
PLAIN = {
    "void": "None", "bool": "C.c_bool", "char": "C.c_char", "signed char": "C.c_byte",
    "unsigned char": "C.c_ubyte", "short": "C.c_short", "unsigned short": "C.c_ushort",
    "int": "C.c_int", "unsigned": "C.c_uint", "unsigned int": "C.c_uint", "long": "C.c_long",
    "unsigned long": "C.c_ulong", "long long": "C.c_longlong",
    "unsigned long long": "C.c_ulonglong", "float": "C.c_float", "double": "C.c_double",
    "size_t": "C.c_size_t", "ptrdiff_t": "C.c_ssize_t", "intptr_t": "C.c_ssize_t",
    "uintptr_t": "C.c_size_t",
    **{f"{u}int{n}_t": f"C.c_{u}int{n}" for n in (8, 16, 32, 64) for u in ("", "u")},
}
HEAD = '''"""What liblathe declares. Made by scripts/api_python.py; `make api` makes it anew."""
import ctypes as C
import enum

from . import _runtime as R
'''
CLASS_NAMES = {"lathe_ctx": "Context"}


def camel(name):
    return "".join(p[:1].upper() + p[1:] for p in re.sub(r"^lathe_", "", name).split("_"))


def safe(name):
    return name + "_" if keyword.iskeyword(name) or name in ("self", "None") else name


def quoted(text, indent):
    """A docstring."""
    pad = " " * indent
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    lines = text.split("\n")
    body = "\n".join([lines[0]] + [(pad + line).rstrip() for line in lines[1:]])
    return f'"""{body}"""' if not body.endswith('"') else f'"""{body} """'


class Model:
    def __init__(self, headers):
        self.items = [i for h in headers for i in h.items]
        self.by_name = {i.name: i for i in self.items if i.name}
        self.functions = [i for i in self.items if i.kind == "function" and
                          i.name.startswith("lathe_")]

    def kind(self, type_):
        """handle, struct, enum, callback, alias, or "" of what is not of the headers."""
        item = self.by_name.get(type_.name) if type_.kind == "name" else None
        return item.kind if item else ""

    def ctype(self, type_):
        if type_.kind == "array":
            count = type_.count or "0"
            return f"({self.ctype(type_.of)} * {count})"
        if type_.kind == "function":
            words = [self.ctype(t) for t in
                     [type_.of] + [p.type for p in type_.parameters if p.type]]
            return f"C.CFUNCTYPE({', '.join(words)})"
        if type_.kind == "pointer":
            return self.pointer(type_.of)
        return self.named(type_.name)

    def pointer(self, to):
        if to.kind == "function" or self.kind(to) == "callback":
            return self.ctype(to)
        if to.kind == "name" and to.name == "void":
            return "C.c_void_p"
        if to.kind == "name" and to.name == "char":
            return "C.c_char_p" if to.const else "C.c_void_p"
        return f"C.POINTER({self.ctype(to)})"

    def named(self, name):
        item = self.by_name.get(name)
        if name in PLAIN:
            return PLAIN[name]
        if item and item.kind == "enum":
            return "C.c_int"
        if item and item.kind == "alias":
            return self.ctype(item.type)
        # Of LLVM's types, handles are pointers, and all others that the headers use are enums.
        return name if item else "C.c_void_p" if name.endswith("Ref") else "C.c_int"

    def is_sized(self, type_):
        item = self.by_name.get(type_.name) if self.kind(type_) == "struct" else None
        return bool(item and item.members and item.members[0].name == "struct_size")


def count_name(name, following):
    """Whether a parameter or member `following` says how many `name` points to."""
    return following in ("count", f"{name}_count", f"{re.sub('s$', '', name)}_count",
                         f"{re.sub('s$', '', name)}s_count")


def role(model, item, index):
    """(what a parameter means, what its value is made of, whether the next one belongs to it)."""
    parameter = item.members[index]
    following = item.members[index + 1].name if index + 1 < len(item.members) else ""
    type_ = parameter.type
    if model.kind(type_) == "callback":
        return callback_role(model, Type("pointer", of=type_), following == "data")
    if type_.kind != "pointer":
        if model.kind(type_) == "enum":
            return "enum", camel(type_.name), False
        return "value", None, False
    to = type_.of
    if model.kind(to) == "handle":
        return ("take" if parameter.owner == "LATHE_TAKE" else "handle"), repr(to.name), False
    if to.kind == "function" or model.kind(to) == "callback":
        return callback_role(model, type_, following == "data")
    if type_.is_text():
        return ("text" if to.const else "value"), None, False
    if following == "room" and not to.const:
        return "fill", model.ctype(to), True
    if to.kind == "pointer" and to.of.kind == "name" and to.of.name == "char":
        if to.of.const and (to.const or count_name(parameter.name, following)):
            return "texts", None, count_name(parameter.name, following)
        return ("out_text" if to.of.const else "out_given"), None, False
    if to.kind == "pointer" and model.kind(to.of) == "handle" and not to.const:
        given = "True" if parameter.owner == "LATHE_GIVE" else "False"
        return "out_handle", f"({to.of.name!r}, {given})", False
    if model.kind(to) == "struct":
        if to.const:
            listed = count_name(parameter.name, following)
            return ("structs" if listed else "options"), to.name, listed
        return "result", to.name, False
    if to.kind == "name" and to.name != "void" and not to.const:
        return "out", model.ctype(to), False
    if to.const and not (to.kind == "name" and to.name == "void"):
        return "array", model.ctype(to), count_name(parameter.name, following)
    return "value", None, False


def callback_role(model, type_, paired):
    """With the index of the parameter that is the data which was given beside the function."""
    of = type_.of
    if model.kind(of) == "callback":
        of = model.by_name[of.name].type
        of = of.of if of.kind == "pointer" else of
    names = [p.name for p in of.parameters]
    data = names.index("data") if "data" in names else None
    return "callback", f"({model.ctype(type_)}, {data}, {paired})", paired


def roles(model, item):
    found, index = [], 0
    while index < len(item.members):
        what, of, pair = role(model, item, index)
        of = f"({of}, {pair})" if what == "array" else of
        found.append((item.members[index].name or f"argument{index}", what, of, pair))
        index += 2 if pair else 1
    return found


def result(model, item):
    """What the function's value means, as the runtime calls it."""
    type_ = item.type
    if type_.kind == "name" and type_.name == "lathe_status" and \
            not item.name.startswith("lathe_ctx_"):
        return "status", None
    if model.kind(type_) == "enum":
        return "enum", camel(type_.name)
    if type_.is_text():
        return ("given_text" if item.owner == "LATHE_GIVE" else "text"), None
    if type_.kind == "pointer" and model.kind(type_.of) == "handle":
        return ("given" if item.owner == "LATHE_GIVE" else "borrowed"), repr(type_.of.name)
    if type_.kind == "name" and type_.name == "bool":
        return "bool", None
    return ("nothing" if type_.kind == "name" and type_.name == "void" else "value"), None


IN = ("value", "enum", "handle", "take", "callback", "text", "texts", "structs", "array")


def method(model, item, name, indent, own):
    """A Python function that calls the library's; `own`: its first argument is self."""
    arguments = roles(model, item)
    optional = [a for a in arguments if a[1] == "options"]
    heads, values = [], []
    for index, (label, what, _, _) in enumerate(arguments):
        if own and index == 0:
            heads.append("self")
            values.append("self")
        elif what in IN:
            heads.append(safe(label))
            values.append(safe(label))
        elif what == "options":
            values.append(safe(label))
    heads += [f"{safe(a[0])}=None" for a in optional] if len(optional) > 1 else \
        [f"**{safe(a[0])}" for a in optional]
    what, of = result(model, item)
    spec = ", ".join(f"({w!r}, {o})" if o else f"({w!r}, None)" for _, w, o, _ in arguments)
    pad = " " * indent
    lines = [f"{pad}def {name}({', '.join(heads)}):"]
    lines.append(f"{pad}    {quoted(item.comment, indent + 4)}")
    lines.append(f"{pad}    return R.call({item.name!r}, ({what!r}, {of}), "
                 f"[{spec}], [{', '.join(values)}])")
    return "\n".join(lines) + "\n"


def enum_class(item):
    labels = [label for label, _ in item.members]
    prefix = re.match(r"(?:[A-Z0-9]+_)*", labels[0]).group() if labels else ""
    while prefix and not all(label.startswith(prefix) for label in labels):
        prefix = prefix[:prefix.rindex("_", 0, -1) + 1] if "_" in prefix[:-1] else ""
    lines = []
    if item.name:
        lines.append(f"\n\nclass {camel(item.name)}(enum.IntEnum):")
        lines.append(f"    {quoted(item.comment or item.name, 4)}")
        lines += [f"    {safe_label(label, prefix)} = {value}" for label, value in item.members]
        lines.append("\n")
    lines += [f"{label} = {value}" for label, value in item.members]
    return "\n".join(lines) + "\n"


def safe_label(label, prefix):
    short = label[len(prefix):]
    return short if re.match(r"[A-Z]\w*$", short) and not keyword.iskeyword(short) else label


def structs(model):
    """Classes first, members after all of them: they may point to one another."""
    out = []
    for item in model.items:
        if item.kind in ("struct", "handle"):
            out.append(f"\n\nclass {item.name}(C.Structure):\n"
                       f"    {quoted(item.comment or item.name, 4)}\n")
    out.append("\n")
    for item in model.items:
        if item.kind == "callback":
            type_ = item.type.of if item.type.kind == "pointer" else item.type
            out.append(f"\n{item.name} = {model.ctype(type_)}")
    for item in model.items:
        if item.kind == "struct":
            rows = [f"\n    ({m.name!r}, {model.ctype(m.type)})," for m in item.members]
            out.append(f"\n{item.name}._fields_ = [{''.join(rows)}\n]")
            kinds = {m.name: camel(m.type.name) for m in item.members
                     if model.kind(m.type) == "enum"}
            text = ", ".join(f"{k!r}: {v}" for k, v in kinds.items())
            out.append(f"\n{item.name}._enums_ = {{{text}}}")
    return "".join(out) + "\n"


def of_handle(model, item):
    """The kind of handle whose method the function is; None if it is of none."""
    first = item.members[0].type if item.members else None
    if first and first.kind == "pointer" and model.kind(first.of) == "handle":
        return first.of.name
    return None


def methods_of(model, kind):
    """(name, function) for each method of a handle."""
    taken = set()
    for item in model.functions:
        if of_handle(model, item) != kind or item.name == f"{kind}_free" or item.variadic:
            continue
        short = safe(item.name[len(prefix(kind, item.name)):])
        short = item.name[len("lathe_"):] if short in taken else short
        taken.add(short)
        yield short, item


def prefix(kind, function):
    """What a method's name leaves away: the kind of the handle, or as much of it as functions use,
    such as lathe_ddref_ of lathe_reg_ddref."""
    words = kind.split("_")[1:]
    some = ["_".join(w for i, w in enumerate(words) if bits & 1 << i)
            for bits in range(1, 1 << len(words))]
    found = [f"lathe_{s}_" for s in some if function.startswith(f"lathe_{s}_")]
    return max(found, key=len, default="lathe_")


def classes(model):
    out = []
    for item in model.items:
        if item.kind != "handle":
            continue
        name = CLASS_NAMES.get(item.name, camel(item.name))
        free = f"{item.name}_free" if f"{item.name}_free" in model.by_name else None
        out.append(f"\n\nclass {name}(R.Handle):\n    {quoted(item.comment or item.name, 4)}\n"
                   f"    _kind, _free = {item.name!r}, {free!r}\n")
        for label, function in methods_of(model, item.name):
            out.append("\n" + method(model, function, label, 4, True))
    return "".join(out)


def plain_functions(model):
    out = []
    for item in model.functions:
        if of_handle(model, item) or item.variadic or item.name in ("lathe_free", "lathe_ctx_new"):
            continue
        name = safe(item.name[len("lathe_"):])
        out.append("\n\n" + method(model, item, name, 0, False))
    return "".join(out)


def module(headers):
    model = Model(headers)
    out = [HEAD, "\n"]
    out += [f"{i.name} = {i.value}\n" for i in model.items if i.kind == "constant"]
    out += [enum_class(i) for i in model.items if i.kind == "enum"]
    out.append(structs(model))
    out.append("\n# The value of each function, and its arguments.\nFUNCTIONS = {\n")
    for item in model.functions:
        given = ", ".join(model.ctype(p.type) for p in item.members)
        value = model.ctype(item.type)
        value = "C.c_void_p" if item.owner == "LATHE_GIVE" and item.type.is_text() else value
        out.append(f"    {item.name!r}: ({value}, [{given}]),\n")
    out.append("}\n")
    out.append(classes(model))
    out.append(plain_functions(model))
    out.append('\n__all__ = [n for n in globals() if n[0] != "_" and n not in ("C", "R", "enum")]')
    out.append("\n")
    return re.sub(r"\n{4,}", "\n\n\n", "".join(out))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", default=".")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    wanted = {PATH: module(api_headers.read(options.root))}
    stale = api_reference.put(options.root, wanted, options.check)
    for path in stale:
        print(f"{path}: {'out of date: run make api' if options.check else 'made anew'}")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
