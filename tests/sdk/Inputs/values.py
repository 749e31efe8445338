#!/usr/bin/env python3
"""Holds what functions of the library give against what is recorded.

    values.py PROGRAM --fixture FILE RECORD --fixture FILE RECORD --doc PAGE HEADER...

PROGRAM prints a line for each function, "name: values", of a fixture. The lines of each fixture must
be those of its record; no function may give the same of both; every function that a header exports
has a line, unless the page's table names the test that it has elsewhere; and every function that a
table of the page names is exported by a header. --update writes the records anew, for a person to
look at. Exit code 0 if all of that holds.
"""
import argparse
import hashlib
import re
import subprocess
import sys

EXPORTED = re.compile(r"LATHE_API\b[^;()]*?\b(lathe_\w+)\(")
# A row: what the specification calls it, functions, and where they are tested if not here.
ROW = re.compile(r"^\|(?P<what>[^|\n]*)\|(?P<functions>[^|\n]*)\|(?P<test>[^|\n]*)\|$", re.M)
HEAD = "| specification | C | tested in |\n|---|---|---|\n"
# Longer lines are recorded by how they begin, and by what all of them is.
LONGEST = 200


def short(line):
    if len(line) <= LONGEST:
        return line
    return f"{line[:LONGEST]} … {hashlib.sha256(line.encode()).hexdigest()[:12]}"


def values(program, fixture):
    run = subprocess.run([program, fixture], capture_output=True, text=True, check=False)
    if run.returncode or run.stderr:
        sys.exit(f"{program} {fixture}: exit {run.returncode}\n{run.stderr}")
    return "".join(short(line) + "\n" for line in run.stdout.splitlines())


def by_name(text):
    return dict(line.split(":", 1) for line in text.splitlines())


def compare(fixture, found, recorded):
    wrong = [f"{fixture}: {name} gives{found.get(name)}, recorded is{recorded.get(name)}"
             for name in sorted(found.keys() | recorded.keys())
             if found.get(name) != recorded.get(name)]
    return wrong


def read(path):
    with open(path) as file:
        return file.read()


def rows(page):
    """Functions that tables of the page name, and those that it says are tested elsewhere."""
    named, elsewhere = set(), set()
    for table in page.split(HEAD)[1:]:
        for row in ROW.finditer(table.split("\n\n")[0]):
            functions = set(re.findall(r"`(lathe_\w+)`", row["functions"]))
            if not functions:
                sys.exit(f"no function in the row of {row['what'].strip()}")
            named |= functions
            elsewhere |= functions if row["test"].strip() else set()
    return named, elsewhere


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("headers", nargs="+")
    parser.add_argument("--fixture", nargs=2, action="append", required=True)
    parser.add_argument("--doc", required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    texts = [values(options.program, fixture) for fixture, _ in options.fixture]
    found = [by_name(text) for text in texts]
    if options.update:
        for text, (_, record) in zip(texts, options.fixture):
            with open(record, "w") as file:
                file.write(text)
    wrong = []
    for own, (fixture, record) in zip(found, options.fixture):
        wrong += compare(fixture, own, by_name(read(record)))
    wrong += [f"{name} gives the same of both" for name in found[0]
              if found[0][name] == found[1].get(name)]
    exported = {name for path in options.headers for name in EXPORTED.findall(read(path))}
    named, elsewhere = rows(read(options.doc))
    wrong += [f"{name} is exported, but has no line" for name in
              sorted(exported - found[0].keys() - elsewhere)]
    wrong += [f"{name} has a line, but no row in {options.doc}" for name in
              sorted((exported & found[0].keys()) - named)]
    wrong += [f"{name} is in {options.doc}, but not exported" for name in sorted(named - exported)]
    print("\n".join(wrong))
    print(f"{len(found[0])} functions, {len(named)} in the table, {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
