#!/usr/bin/env python3
"""Writes a C function that is one nest of four loops with many accesses, of which hardly a pair can
be told apart by simple tests: hard_pairs.py STATEMENTS [-o FILE.c]"""
import argparse
import random


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("statements", type=int)
    parser.add_argument("-o", default="/dev/stdout")
    options = parser.parse_args()
    r = random.Random(3)

    def subscript():
        return " + ".join(f"{r.randint(1, 40)} * {v}" for v in "ijkl") + f" + {r.randint(0, 30)}"

    lines = ["double A[10000000];", "void f(void) {", "    for (long i = 0; i < 20; i++)",
             "    for (long j = i; j < 30; j++)", "    for (long k = 0; k < j + 7; k++)",
             "    for (long l = 0; l < i + j; l++) {"]
    for _ in range(options.statements):
        lines.append(f"        A[{subscript()}] = A[{subscript()}] + 1;")
    with open(options.o, "w") as file:
        file.write("\n".join(lines + ["    }", "}", ""]))


if __name__ == "__main__":
    main()
