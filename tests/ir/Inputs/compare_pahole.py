"""Compares the layouts ir-print-structs shows with pahole's.

usage: compare_pahole.py LATHE-TEXT PAHOLE-TEXT MINIMUM

For every named struct both know: the size, each member's place in bits, and the number of unused
bits outside nested types. Prints how many structs agree; fails on any difference, or if fewer than
MINIMUM were compared.
"""
import re
import sys


class Layout:
    def __init__(self, size):
        self.size = size
        self.members = {}
        self.unused = 0

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __str__(self):
        places = ", ".join(f"{name}@{bit}" for name, bit in sorted(self.members.items()))
        return f"{self.size} bytes, {self.unused} bits unused: {places}"


def bits(text):
    byte, _, bit = text.partition(":")
    return int(byte) * 8 + int(bit or 0)


def read_lathe(path):
    layouts, current = {}, None
    for line in open(path):
        head = re.match(r"struct[. ](\w+): (\d+) bytes?, .*source ", line)
        row = re.match(r" +([\d:]+) +(\d+(?: bits)?)  (\S.*)$", line)
        if not line.startswith(" "):
            current = layouts.setdefault(head[1], Layout(int(head[2]))) if head else None
        elif current and row and row[3] in ("<hole>", "<padding>"):
            current.unused += int(row[2][:-5]) if "bits" in row[2] else int(row[2]) * 8
        elif current and row:
            name = re.search(r"(\w+)(?:\[\d*\])*$", row[3])
            if name:
                current.members[name[1]] = bits(row[1])
    return layouts


def read_pahole(path):
    layouts, current = {}, None
    for line in open(path):
        line = re.sub(r"\s*__attribute__ ?\(\([^;]*\)\)(?=;)", "", line)
        head = re.match(r"struct (\w+) {", line)
        row = re.match(r"\t(?! |\t|/).*?(\w+)\)?(?:\([^/]*\))?(?:\[\d*\])*(?::\d+)?;"
                       r"(?: /\*|.*/\*) +(\d+)(?:: *(\d+))? +\d+ \*/", line)
        if head:
            current = layouts[head[1]] = Layout(0)
        elif line.startswith("}"):
            current = None
        elif current and row:
            current.members[row[1]] = int(row[2]) * 8 + int(row[3] or 0)
        elif current and line.startswith("\t/*"):
            for pattern, scale in ((r"sum holes: (\d+)", 8), (r"sum bit holes: (\d+)", 1),
                                   (r" padding: (\d+)", 8), (r"bit_padding: (\d+)", 1)):
                found = re.search(pattern, line)
                current.unused += int(found[1]) * scale if found else 0
            size = re.search(r"/\* size: (\d+)", line)
            current.size = int(size[1]) if size else current.size
    return layouts


def main():
    ours, theirs = read_lathe(sys.argv[1]), read_pahole(sys.argv[2])
    both = [name for name in ours if name in theirs]
    wrong = [name for name in both if ours[name] != theirs[name]]
    for name in wrong:
        print(f"{name}\n  lathe:  {ours[name]}\n  pahole: {theirs[name]}")
    print(f"{len(both) - len(wrong)} of {len(both)} structs agree")
    return 1 if wrong or len(both) < int(sys.argv[3]) else 0


sys.exit(main())
