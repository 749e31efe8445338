"""Bytes of machine code, per function and per block of the IR.

The compiler's assembly names the IR block in a comment behind each label. A mark is put at each of
them, and the assembler tells where the marks are.
"""
import collections
import re
import subprocess

from harness.measure import MeasureError
from harness.programs import make

MARK = "lathe_bench_mark_"
FUNCTION = re.compile(r"\S+:\s+# @(.*)$")
BLOCK = re.compile(r"(?:\.LBB\d+_\d+:|# %bb\.\d+:)")
NAME = re.compile(r".+# %(.+?)\s*$")
END = re.compile(r"\.Lfunc_end\d+:")
SYMBOL = re.compile(rf"\s*\d+: (?P<address>[0-9a-f]+)\s.*\s(?P<section>\d+) {MARK}(?P<mark>\d+)$")


def mark(lines):
    """The lines with marks, and what each mark stands for: (function, block), or None."""
    marked, places, function = [], [], None
    for line in lines:
        marked.append(line)
        begin = FUNCTION.match(line)
        if begin:
            function = begin[1].strip().strip('"')
            place = function, ""
        elif END.match(line):
            place = None
        elif function and BLOCK.match(line):
            name = NAME.match(line)
            place = function, name[1].strip('"') if name else ""
        else:
            continue
        marked.append(f"{MARK}{len(places)}:\n")
        places.append(place)
    return marked, places


def addresses(path):
    """(section, address, number of the mark), in order: cold functions have a section of their own.
    """
    run = subprocess.run(["llvm-readelf-22", "-s", "-W", path], capture_output=True, text=True,
                         check=False)
    if run.returncode != 0:
        raise MeasureError(f"llvm-readelf-22 failed: {run.stderr.strip()}")
    found = [SYMBOL.match(line) for line in run.stdout.splitlines()]
    return sorted((int(m["section"]), int(m["address"], 16), int(m["mark"])) for m in found if m)


def of_ir(path, stem):
    """{function: {block: bytes}} of the code that clang makes at -O2 of IR that was optimised."""
    make(["clang-22", "-O2", "-w", "-fno-pie", "-Xclang", "-disable-llvm-passes", "-x", "ir", path,
          "-S", "-o", stem + ".s"])
    with open(stem + ".s", encoding="latin-1") as file:
        marked, places = mark(file)
    with open(stem + ".s", "w", encoding="latin-1") as file:
        file.writelines(marked)
    make(["clang-22", "-c", stem + ".s", "-o", stem + ".o"])
    sizes = collections.defaultdict(collections.Counter)
    found = addresses(stem + ".o")
    for (section, begin, number), (last, end, _) in zip(found, found[1:]):
        if places[number] and section == last:
            function, block = places[number]
            sizes[function][block] += end - begin
    return sizes
