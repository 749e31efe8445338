#!/usr/bin/env python3
"""Holds HIR against random loop nests: run_loops.py --count 100 [--seed N] [--keep FOLDER]

Programs come from gen_loops.py. Half of them are compiled with -fwrapv; of the others, only calls
without undefined behaviour are made. Each is taken as the front end leaves it and after -O2, and
goes through hir-test-text, hir-test-check and hir-identity (tests/hir/Inputs/check.py). Those
that differ are kept in --keep. Seeds: seeds.py. Exit code 0 if there is no difference, 1 if there
is, or if nothing was checked.
"""

import argparse
import concurrent.futures
import contextlib
import io
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "hir", "Inputs")]

import check  # noqa: E402
import gen_loops  # noqa: E402
import seeds  # noqa: E402

LEVELS = {
    "front end": ["-O1", "-Xclang", "-disable-llvm-passes"],
    "-O2": ["-O2", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"],
}
UNDEFINED = ["-fsanitize=undefined", "-fsanitize-trap=undefined"]


def parse_args():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=100)
    seeds.add_arguments(p)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang-22")
    p.add_argument("--timeout", type=float, default=20)
    return p.parse_args()


def good_calls(options, name, flags, folder):
    """The calls that end soon, stay in their arrays and do nothing undefined."""
    probe = os.path.join(folder, "probe")
    check.tool([options.clang, "-w", "-O1", "-DPROBE", *flags, *UNDEFINED, name, "-o", probe])
    return check.run([probe], timeout=10 * options.timeout).stdout.strip(",\n")


def check_program(options, seed, folder):
    """Its number of checks and what is wrong."""
    name = os.path.join(folder, f"{seed}.c")
    with open(name, "w") as file:
        file.write(gen_loops.program(seed))
    flags = ["-fwrapv"] if seed % 2 else []
    calls = good_calls(options, name, flags, folder)
    total, wrong = 0, []
    for level, more in LEVELS.items():
        bitcode = os.path.join(folder, "program.bc")
        if not calls:
            break
        check.tool([options.clang, "-w", *more, *flags, f"-DCALLS={calls}", "-c", "-emit-llvm",
                    name, "-o", bitcode])
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said):
                total += check.check(options, bitcode, folder)
        except (SystemExit, subprocess.TimeoutExpired) as failure:
            wrong.append(f"{level} {' '.join(flags)}: {failure}\n{said.getvalue()}calls: {calls}")
    return total, wrong


def try_seed(options, seed):
    with tempfile.TemporaryDirectory(prefix="lathe-loops-") as folder:
        try:
            total, wrong = check_program(options, seed, folder)
        except (SystemExit, subprocess.TimeoutExpired) as failure:
            total, wrong = 0, [f"the program itself: {failure}"]
        if wrong:
            seeds.keep(options, "loops", seed, [os.path.join(folder, f"{seed}.c")],
                       "\n".join(wrong))
    return total, wrong


def main():
    options = parse_args()
    seeds.begin(options)
    tried = range(options.seed, options.seed + options.count)
    total = differences = 0
    # Redirecting the output is one setting of a process, so each program gets one.
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for seed, (checks, wrong) in zip(tried, pool.map(try_seed, [options] * len(tried), tried)):
            total += checks
            differences += bool(wrong)
            for line in wrong:
                print(f"program {seed}: {line}", flush=True)
    print(f"{options.count} programs, {differences} differences, {total} checks")
    return 1 if differences or not total else 0


if __name__ == "__main__":
    sys.exit(main())
