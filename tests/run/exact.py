#!/usr/bin/env python3
"""exact.py FILE…: ir-rename-structs changes the names of types and nothing else.

The module's text before and after, with the new names turned back, must have the same lines.
Variables that are made anew stand elsewhere, so the order and the numbers of metadata and attribute
groups do not count.
"""

import collections
import re
import subprocess
import sys
import tempfile

PREFIX = "lathe."
FRONT_END = ["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fno-discard-value-names"]


def lines(text):
    text = re.sub(r" *; preds = .*", "", text)
    text = re.sub(r"([!#])\d+", r"\1N", text)
    return collections.Counter(line for line in text.splitlines() if "ModuleID" not in line)


def check(name, folder):
    module, after = f"{folder}/before.ll", f"{folder}/after.ll"
    if name.endswith(".c"):
        command = ["clang", "-S", "-emit-llvm", *FRONT_END, name, "-o", module]
    else:
        command = ["opt", "-S", name, "-o", module]
    subprocess.run(command, check=True)
    subprocess.run(["lathe", "opt", f"--passes=ir-rename-structs<prefix={PREFIX}>", module, "-o",
                    after], check=True)
    with open(module) as old, open(after) as new:
        before, renamed = old.read(), new.read()
    kept = re.findall(r"^%(?!\"?" + re.escape(PREFIX) + r")\S+ = type.*", renamed, re.M)
    back = renamed.replace("%" + PREFIX, "%").replace('%"' + PREFIX, '%"')
    lost, added = lines(before) - lines(back), lines(back) - lines(before)
    for sign, group in (("-", lost), ("+", added)):
        for line in group:
            print(sign, line)
    for line in kept:
        print("old name:", line)
    return not lost and not added and not kept and back != renamed


def main():
    ok = True
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            if not check(name, folder):
                print(f"{name}: not exact")
                ok = False
    return 0 if ok and len(sys.argv) > 1 else 1


if __name__ == "__main__":
    sys.exit(main())
