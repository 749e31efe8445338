#!/usr/bin/env python3
"""The ABI of liblathe, as it is recorded: api_abi.py record|check BUILD [--record FILE]

`record` writes what abidw sees of the library through the public headers; `check` holds them
against the record with abidiff. Functions, enumerators, and members at the end of structs that
begin with struct_size may be added; what is gone or different makes the exit code 1.

What abidw looks at is not liblathe.so itself but a library of the same name, soname and symbol
versions whose functions, those that the headers declare, do nothing: its debug info has the types
that programs see and no others. From that of liblathe.so abidw 2.2 cannot leave private types out,
since it tells headers from one another by their last name only, and src/ has a dtrans.h, too. That
liblathe.so exports just these functions is what tests/install/symbols.test checks.

abidiff has the first word. It is asked to let structs grow at their end, and then also lets pass
what comes along with that, and what it takes for harmless, such as other values of enumerators. So
structs and enumerators are compared here as well, member by member.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import api_headers

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RECORD = os.path.join("tests", "install", "Inputs", "liblathe.abi")
ERROR, USAGE = 1, 2  # bits of abidiff's exit code; the others say that something differs
ADVICE = """\
abi: something that programs may use is gone or different. If that is an accident, undo it. If it
abi: must be, the soname has to change with it: add 1 to LATHE_SOVERSION in CMakeLists.txt, build,
abi: and run `make api`, which records the new ABI (docs/sdk.md, "Versions")."""


class Failure(Exception):
    """A tool that did not do its work."""


def run(words):
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError as problem:
        raise Failure(problem) from None
    if done.returncode < 0 or (words[0] != "abidiff" and done.returncode):
        raise Failure(f"{words[0]} failed: {done.stderr}")
    return done


def soname(build):
    found = run(["llvm-readelf-22", "-d", os.path.join(build, "lib", "liblathe.so")]).stdout
    return re.search(r"soname: \[(.*)\]", found).group(1)


def source(headers):
    """A C file with a body for each function of the headers."""
    lines = ["#define LATHE_PASS_DECLARATIONS"] + [f"#include <lathe/{h.name}>" for h in headers]
    for item in (i for h in headers for i in h.items):
        if item.kind == "function" and "LATHE_API" in item.text:
            prototype = api_headers.strip_comments(item.text).strip().rstrip(";")
            lines.append(f"{prototype} {{ __builtin_trap(); }}")
    return "\n".join(lines) + "\n"


def build_seen(build, root, folder):
    """The library of which abidw sees the types."""
    path, code = os.path.join(folder, "liblathe.so"), os.path.join(folder, "seen.c")
    with open(code, "w", encoding="utf-8") as file:
        file.write(source(api_headers.read(root)))
    run(["clang-22", "-w", "-std=c17", "-g", "-gdwarf-4", "-O0", "-fPIC", "-shared", "-nostdlib",
         "-fdebug-prefix-map=" + os.path.abspath(root) + "=.", code, "-o", path,
         "-I", os.path.join(root, "include"), "-isystem",
         run(["llvm-config-22", "--includedir"]).stdout.strip(), f"-Wl,-soname,{soname(build)}",
         f"-Wl,--version-script={build}/lathe.map"])
    return path


def describe(seen):
    """Without anything that depends on the machine, the folder or the line."""
    text = run(["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs",
                "--no-elf-needed", "--no-parameter-names", "--type-id-style", "hash", seen]).stdout
    return re.sub(r" path='[^']*/seen\.c'", " path='seen.c'", text)


def record(build, root, path):
    with tempfile.TemporaryDirectory() as folder:
        text = describe(build_seen(build, root, folder))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


class Description:
    """What abidw has written, as far as members and enumerators go."""

    def __init__(self, text):
        root = xml.etree.ElementTree.fromstring(text)
        self.by_id = {node.get("id"): node for node in root.iter() if node.get("id")}
        self.structs = {n.get("name"): n for n in root.iter("class-decl") if len(n)}
        self.enums = {n.get("name"): n for n in root.iter("enum-decl")}

    def type_name(self, number):
        """In words, which other versions of abidw use as well."""
        node = self.by_id.get(number)
        if node is None:
            return number
        of = self.type_name(node.get("type-id")) if node.get("type-id") else ""
        if node.tag == "pointer-type-def":
            return of + "*"
        if node.tag == "qualified-type-def":
            return of + " const" * (node.get("const") == "yes")
        if node.tag == "array-type-def":
            return f"{of}[{node.get('size-in-bits')} bits]"
        if node.tag == "function-type":
            inner = [self.type_name(n.get("type-id")) for n in node]
            return f"{inner[-1]}({', '.join(inner[:-1])})"
        return node.get("name") or node.tag

    def members(self, struct):
        """(name, offset in bits, type) of each."""
        return [(m[0].get("name"), m.get("layout-offset-in-bits"),
                 self.type_name(m[0].get("type-id")))
                for m in self.structs[struct].iter("data-member")]

    def values(self, enum):
        return {e.get("name"): e.get("value") for e in self.enums[enum].iter("enumerator")}


def struct_changes(old, new):
    """Sentences about members that are not what they were."""
    for struct in sorted(old.structs):
        if struct not in new.structs:
            yield f"struct {struct} is gone"
            continue
        before, after = old.members(struct), new.members(struct)
        grows = before[0][0] == "struct_size"
        for was, now in zip(before, after + [None] * len(before)):
            if was != now:
                yield f"member {was[0]} of {struct} is gone, or not where or what it was"
                break
        sizes = [d.structs[struct].get("size-in-bits") for d in (old, new)]
        if not grows and sizes[0] != sizes[1]:
            yield f"{struct}, which never grows, has {sizes[1]} bits and had {sizes[0]}"
        if grows and int(sizes[1]) < int(sizes[0]):
            yield f"{struct} is smaller than it was"


def enum_changes(old, new):
    for enum in sorted(old.enums):
        values = new.values(enum) if enum in new.enums else {}
        for name, value in old.values(enum).items():
            if name not in values:
                yield f"enumerator {name} is gone"
            elif values[name] != value:
                yield f"enumerator {name} is {values[name]} and was {value}"


def suppressions(root):
    """Growth of the structs that may grow."""
    sized = [item.name for header in api_headers.read(root) for item in header.items
             if item.kind == "struct" and item.members[0].name == "struct_size"]
    return ("[suppress_type]\n  type_kind = struct\n"
            f"  name_regexp = ^({'|'.join(sorted(sized))})$\n"
            "  has_data_member_inserted_at = end\n")


def check(build, root, path):
    with tempfile.TemporaryDirectory() as folder:
        seen, rules = build_seen(build, root, folder), os.path.join(folder, "growth")
        with open(rules, "w", encoding="utf-8") as file:
            file.write(suppressions(root))
        done = run(["abidiff", "--no-added-syms", "--suppressions", rules,
                    "--fail-no-debug-info", path, seen])
        new = Description(describe(seen))
    with open(path, encoding="utf-8") as file:
        old = Description(file.read())
    if done.returncode & (ERROR | USAGE):
        raise Failure(f"abidiff failed: {done.stdout}{done.stderr}")
    found = list(struct_changes(old, new)) + list(enum_changes(old, new))
    print("".join(f"abi: {text}\n" for text in found), end="")
    if done.returncode or found:
        print(done.stdout + ADVICE)
        return 1
    print("abi: nothing that was recorded is gone or different")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("record", "check"))
    parser.add_argument("build")
    parser.add_argument("--root", default=ROOT, help="whose headers: default this tree")
    parser.add_argument("--record", default=os.path.join(ROOT, RECORD), metavar="FILE")
    options = parser.parse_args()
    do = record if options.what == "record" else check
    try:
        return do(options.build, options.root, options.record)
    except Failure as failure:
        print(f"abi: {failure}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
