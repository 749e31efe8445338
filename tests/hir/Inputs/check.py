#!/usr/bin/env python3
"""Holds HIR against what programs do: check.py --lathe L --clang C FILE...

Each file is a program. It is run eight times: as it is; with checks that compare every closed form
with the value that it stands for; with its loops made again from HIR (hir-identity), as that is
and after -O2; the same with several loops in one region; and from HIR that was printed, as text and
as JSON, and read over its code (hir-test-retext). It must print and return the same each time, and
no check may fail. Where checks were made there are loops, so that hir-identity must write other
code than it was given. Prints the number of checks that were made.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Code that never runs may hold addresses far outside of everything.
CODE = ["-w", "-mcmodel=large", "-fno-pie", "-no-pie"]


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **more)


def tool(command):
    result = run(command)
    if result.returncode:
        sys.exit(f"{' '.join(command)}: exit {result.returncode}\n{result.stderr[-2000:]}")
    return result.stdout


def build(options, path, folder, passes, more, levels=("-O0",)):
    bitcode, program = os.path.join(folder, "new.bc"), os.path.join(folder, "new")
    shape = "hir-canonicalize<join>" if "<join>" in passes else "hir-canonicalize"
    names = tool([options.lathe, "opt", f"--passes={shape},{passes}", path, "-o", bitcode])
    runs = []
    for level in levels:
        tool([options.clang, level, *CODE, bitcode, *more, "-o", program, "-lm"])
        runs.append(run([program], timeout=20 * options.timeout))
    return names, runs


def must_write(options, path, folder, passes):
    """hir-identity makes code again, and does not just leave what is there."""
    texts = []
    for more in ("", "," + passes):
        bitcode = os.path.join(folder, "code.bc")
        shape = "hir-canonicalize<join>" if "<join>" in passes else "hir-canonicalize"
        tool([options.lathe, "opt", f"--passes={shape}{more}", path, "-o", bitcode])
        with open(bitcode, "rb") as file:
            texts.append(file.read())
    if texts[0] == texts[1]:
        sys.exit(f"{path}: {passes} makes no code again")


def check(options, path, folder):
    plain = os.path.join(folder, "plain")
    tool([options.clang, "-O0", *CODE, path, "-o", plain, "-lm"])
    want = run([plain], timeout=options.timeout)
    names, (got,) = build(options, path, folder, "hir-test-text,hir-test-check",
                          [os.path.join(HERE, "check_runtime.c")])
    made = re.search(r"hir check: (\d+) checks, (\d+) wrong", got.stderr)
    for wrong in re.findall(r"hir check (\d+): .*", got.stderr)[:5]:
        print(re.search(rf"^{wrong} .*", names, re.M).group(0))
        print(re.search(rf"hir check {wrong}: .*", got.stderr).group(0))
    if (want.returncode, want.stdout) != (got.returncode, got.stdout):
        sys.exit(f"{path}: with checks differs (exit {want.returncode} and {got.returncode})")
    for passes, levels in (("hir-identity", ("-O0", "-O2")), ("hir-identity<join>", ("-O0",)),
                           ("hir-test-retext", ("-O0",)), ("hir-test-retext<verbose>", ("-O2",)),
                           ("hir-test-retext<json>", ("-O1",))):
        for level, got in zip(levels, build(options, path, folder, passes, [], levels)[1]):
            if (want.returncode, want.stdout) != (got.returncode, got.stdout):
                sys.exit(f"{path}: from HIR ({passes}) at {level} differs "
                         f"(exit {want.returncode} and {got.returncode})")
    checks = int(made.group(1)) if made else 0
    if checks:
        must_write(options, path, folder, "hir-identity")
    return checks


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lathe", default="lathe")
    parser.add_argument("--clang", default="clang")
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    total = 0
    for path in options.files:
        with tempfile.TemporaryDirectory() as folder:
            total += check(options, path, folder)
    print(f"{total} checks, none wrong")


if __name__ == "__main__":
    main()
