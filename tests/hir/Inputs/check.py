#!/usr/bin/env python3
"""Runs programs that compare HIR with what they do: check.py --lathe L --clang C FILE... [-- ARGS].

Each file is a program. It must print and return the same with and without the checks, and no check
may fail. Prints the number of checks that were made.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **more)


def tool(command):
    result = run(command)
    if result.returncode:
        sys.exit(f"{' '.join(command)}: exit {result.returncode}\n{result.stderr[-2000:]}")
    return result.stdout


def check(options, path, folder):
    plain, checked = os.path.join(folder, "plain"), os.path.join(folder, "checked")
    bitcode = os.path.join(folder, "checked.bc")
    names = tool([options.lathe, "opt", "--passes=hir-canonicalize,hir-test-check", path, "-o",
                  bitcode])
    tool([options.clang, "-w", "-O0", path, "-o", plain, "-lm"])
    tool([options.clang, "-w", "-O0", bitcode, os.path.join(HERE, "check_runtime.c"), "-o", checked,
          "-lm"])
    want = run([plain, *options.args], timeout=options.timeout)
    got = run([checked, *options.args], timeout=20 * options.timeout)
    made = re.search(r"hir check: (\d+) checks, (\d+) wrong", got.stderr)
    for wrong in re.findall(r"hir check (\d+): .*", got.stderr)[:5]:
        print(re.search(rf"^{wrong} .*", names, re.M).group(0))
        print(re.search(rf"hir check {wrong}: .*", got.stderr).group(0))
    if (want.returncode, want.stdout) != (got.returncode, got.stdout) or got.returncode == 99:
        sys.exit(f"{path}: differs (exit {want.returncode} and {got.returncode})")
    return int(made.group(1)) if made else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lathe", default="lathe")
    parser.add_argument("--clang", default="clang")
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--args", nargs="*", default=[])
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    total = 0
    for path in options.files:
        with tempfile.TemporaryDirectory() as folder:
            total += check(options, path, folder)
    print(f"{total} checks, none wrong")


if __name__ == "__main__":
    main()
