#!/usr/bin/env python3
"""Writes a large, struct-rich C program that compiles without warnings and prints a checksum.

The same seed and size give the same bytes. The text is made of modules, each with its allocation
wrapper and a number of units (lists, trees, hash tables, …; bench/generator/units.py).

    gen_program.py --lines 100000 -o big.c
    gen_program.py --lines 100000 --files 8 -o DIR       several files, to be linked together
    gen_program.py --lines 100000 --suffix b -o copy.c   the same under other names and without a
                                                         main, to be linked beside the first
"""
import argparse
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from generator.units import KINDS, Unit, list_unit  # noqa: E402

HEADER = """\
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"""

MODULE = """\
struct $M_account {
    unsigned long live;
    unsigned long total;
    size_t largest;
};

static struct $M_account $M_account;

static uint64_t $M_mix(uint64_t h, uint64_t v) {
    h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    return h * 0x100000001b3u;
}

static void *$M_alloc(size_t size) {
    void *p = calloc(1, size);
    if (!p)
        abort();
    $M_account.live++;
    $M_account.total++;
    if (size > $M_account.largest)
        $M_account.largest = size;
    return p;
}

static void $M_release(void *p) {
    if (!p)
        return;
    $M_account.live--;
    free(p);
}
"""

UNITS_PER_MODULE = 12


class Program:
    """Modules as lists of lines, and the names of the functions that run them."""

    def __init__(self, lines, seed, suffix):
        self.rng = random.Random(seed)
        self.suffix = suffix
        self.modules = []
        self.runs = []
        total = 0
        while total < lines or not self.modules:
            module = self.module(len(self.modules), lines - total)
            self.modules.append(module)
            total += len(module)

    def module(self, number, wanted):
        name = f"m{number}{self.suffix}"
        lines = MODULE.replace("$M", name).split("\n")
        # Every kind comes before any comes twice, so that small programs have all of them; the
        # first one allocates, so that no module leaves its wrappers unused.
        kinds = [list_unit] + [kind for _ in range(1 + UNITS_PER_MODULE // len(KINDS))
                               for kind in self.rng.sample(KINDS, len(KINDS))]
        runs = []
        for count, kind in enumerate(kinds[:UNITS_PER_MODULE]):
            if count and len(lines) >= wanted:
                break
            unit = Unit(self.rng, name, count)
            lines += kind(unit)
            runs.append(f"{unit.name}_run")
        body = [f"    h = {name}_mix(h, {run}(seed + {n}u));" for n, run in enumerate(runs)]
        lines += [f"uint64_t {name}_run(uint64_t seed) {{", "    uint64_t h = seed;"] + body
        if number:
            lines.append(f"    if (h % 64 == 1)\n        h ^= m{number - 1}{self.suffix}_leaks();")
        lines += [f"    return {name}_mix(h, {name}_leaks());", "}", ""]
        leaks = f"{name}_account.live * 1000 + {name}_account.largest % 1000"
        lines += [f"uint64_t {name}_leaks(void) {{", f"    return {leaks};", "}", ""]
        self.runs.append(f"{name}_run")
        return lines

    def prototypes(self):
        names = [run[:-len("_run")] for run in self.runs]
        return [line for name in names for line in (f"uint64_t {name}_run(uint64_t seed);",
                                                    f"uint64_t {name}_leaks(void);")]

    def entry(self):
        """main, or for a renamed copy a function that does the same."""
        calls = [f"    h = h * 31 + {run}(h % 4096);" for run in self.runs]
        start = f"int program_{self.suffix}(void)" if self.suffix else "int main(void)"
        before = [f"{start};", ""] if self.suffix else []
        return before + [f"{start} {{", "    uint64_t h = 1;"] + calls + [
            '    printf("checksum %016llx\\n", (unsigned long long)h);', "    return 0;", "}"]

    def files(self, count):
        """The text of each file; the entry stands in the first."""
        texts = []
        for index in range(count):
            lines = HEADER.split("\n") + self.prototypes() + [""]
            for module in self.modules[index::count]:
                lines += module
            if index == 0:
                lines += self.entry()
            texts.append("\n".join(lines) + "\n")
        return texts


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=100000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--suffix", default="", help="added to every name of the program")
    parser.add_argument("--files", type=int, default=0, help="write this many files into a folder")
    parser.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    program = Program(options.lines, options.seed, options.suffix)
    if not options.files:
        write(options.output, program.files(1)[0])
        return
    os.makedirs(options.output, exist_ok=True)
    for index, text in enumerate(program.files(options.files)):
        write(os.path.join(options.output, f"part{index}.c"), text)


if __name__ == "__main__":
    main()
