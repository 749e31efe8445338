#!/usr/bin/env python3
"""Whether mending the line that lathe names as a type's root cause makes the type legal.

    root_causes.py FILE.c…

A line that ends in `//= TYPE => CODE` must be named as the cause of struct TYPE; with CODE in its
place a transform may change the type.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

MARK = re.compile(r"^(\s*).*?\s*//= (\w+) => (.*)$")


def analyse(path, folder):
    command = ["lathe", "dtrans", "--json", path, "--", "-g", "-w", "-I", folder]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def find(document, name):
    return next(t for t in document["types"] if t["name"] == "struct." + name)


def check(path):
    folder = os.path.dirname(path)
    with open(path, encoding="utf-8") as f:
        lines = f.read().splitlines()
    marks = [(i, MARK.match(line)) for i, line in enumerate(lines) if MARK.match(line)]
    if len(marks) != 1:
        return "not one marked line"
    at, mark = marks[0]
    before = analyse(path, folder)
    refused = find(before, mark[2])
    if refused["transforms"]["reorder-fields"]["legal"]:
        return f"'{mark[2]}' is legal before the line is mended"
    cause = refused["root_cause"]
    if cause["line"] != at + 1:
        return f"line {cause['line']} is named, not {at + 1}: {cause['reason']}"
    if refused["name"] not in sum((c["types"] for c in before["root_causes"]), []):
        return "the causes of the program do not list the type"
    lines[at] = mark[1] + mark[3]
    with tempfile.TemporaryDirectory() as scratch:
        mended = os.path.join(scratch, "mended.c")
        with open(mended, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
        after = find(analyse(mended, folder), mark[2])
    if not after["transforms"]["reorder-fields"]["legal"]:
        return f"still blocked: {after['root_cause']['reason']}"
    return None


def main():
    failures = [(path, why) for path in sys.argv[1:] if (why := check(path))]
    for path, why in failures:
        print(f"{os.path.basename(path)}: {why}")
    print(f"{len(sys.argv) - 1 - len(failures)} examples of {len(sys.argv) - 1} agree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
