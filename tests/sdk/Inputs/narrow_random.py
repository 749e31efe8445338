#!/usr/bin/env python3
"""Runs a transform from outside the tree on random programs: narrow_random.py NARROW --count N

Each program of tests/fuzz/gen_structs.py is run as it is and after `NARROW IN OUT`, without
optimization and with it, and must print the same. Exit code 1 if one does not, or if nothing was
narrowed in any of them.
"""
import argparse
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fuzz"))
import gen_structs  # noqa: E402
import seeds  # noqa: E402


def output(command, **options):
    run = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    return run.returncode, run.stdout


def build(clang, level, source, program):
    subprocess.run([clang, level, "-w", source, "-o", program, "-lm"], check=True)


def try_seed(options, seed, folder):
    """How many fields became bytes; None if the program behaves differently."""
    name = os.path.join(folder, f"{seed}.c")
    with open(name, "w", encoding="utf-8") as file:
        file.write(gen_structs.program(seed))
    build(options.clang, "-O0", name, name + ".before")
    expected = output([name + ".before"], timeout=60)
    code, said = output([options.narrow, name, name + ".ll"])
    if code:
        return None
    for level in ("-O0", "-O2"):
        build(options.clang, level, name + ".ll", name + ".after")
        if output([name + ".after"], timeout=60) != expected:
            return None
    return said.count("\nnarrowed ") + said.startswith("narrowed ")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("narrow")
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--clang", default="clang")
    seeds.add_arguments(parser)
    options = parser.parse_args()
    seeds.begin(options)
    narrowed, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            found = try_seed(options, seed, folder)
            narrowed += found or 0
            wrong += [] if found is not None else [seed]
    print(f"{options.count} programs from seed {options.seed}, {narrowed} fields narrowed, "
          f"different: {wrong or 'none'}")
    return 1 if wrong or not narrowed else 0


if __name__ == "__main__":
    sys.exit(main())
