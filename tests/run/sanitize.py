#!/usr/bin/env python3
"""Do sanitizers find something in a transformed program that they do not find in the plain one?

    sanitize.py FILE.c… [--passes=…] [--checks=address | address,undefined] [--changed=N]

Front ends only mark what AddressSanitizer is to instrument, and insert the checks of
UndefinedBehaviorSanitizer. Bitcode is made with both marks and no passes, each pipeline rewrites
it, and what comes out is instrumented, compiled and run, with leaks looked for at the end. Output
and exit code must be those of the plain program. A kind of report that the plain program does not
give, or that comes more often, is an error, and so are more bytes that leak; fewer may, since what
leaks from a pool is not found.

The checks of UndefinedBehaviorSanitizer compute with addresses and pass them to its handlers, for
which hardly a type can change; how many do is said at the end. With --trap those of arithmetic,
bounds and the like are left, and end the program, so that types change as they do without.
--changed=N: fail if fewer than N do, by default if none does.
Exit code 0 if all agree, 1 if not.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

import compare

PIPELINES = [
    "dtrans-aos-to-soa<force>",
    "dtrans-split<force>",
    "dtrans-pool<force>",
    "dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force>,dtrans-pool<force>",
    "dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force>,dtrans-pool<force>",
]
TRAP = ["-fsanitize-trap=undefined",
        "-fno-sanitize=alignment,null,object-size,pointer-overflow,function,"
        "returns-nonnull-attribute,nonnull-attribute"]
REPORT = re.compile(r"ERROR: (\w+Sanitizer: [a-z-]+)|runtime error: ([a-z ]+)")
LEAKED = re.compile(r"(\d+) byte\(s\) leaked")
CHANGED = re.compile(r"^ *(\d+)  types changed by", re.M)


def reports(text):
    return collections.Counter("".join(match) for match in REPORT.findall(text))


def leaked(text):
    return sum(int(n) for n in LEAKED.findall(text))


def build_and_run(options, module, program):
    compare.tool([options.clang, "-Wno-override-module", "-x", "ir", "-O1",
                  f"-fsanitize={options.checks}", module, "-x", "none",
                  *compare.runtime(options), "-lm", "-o", program])
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1",
                       LSAN_OPTIONS="exitcode=0", UBSAN_OPTIONS="print_stacktrace=0")
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([os.path.abspath(program)], capture_output=True, cwd=folder,
                              text=True, env=environment, timeout=options.timeout,
                              errors="replace", stdin=subprocess.DEVNULL, check=False)


def check(options, name, pipeline, plain, now):
    found = reports(now.stderr) - reports(plain.stderr)
    if found or leaked(now.stderr) > leaked(plain.stderr):
        raise compare.Failure(f"{name}: {pipeline}: {dict(found)} and "
                              f"{leaked(now.stderr)} bytes leaked only after it\n"
                              f"{now.stderr[:3000]}")
    if (plain.returncode, plain.stdout) != (now.returncode, now.stdout):
        raise compare.Failure(f"{name}: {pipeline}: exit code {plain.returncode} and output\n"
                              f"{plain.stdout[:2000]}\nbecame {now.returncode}\n"
                              f"{now.stdout[:2000]}{now.stderr[:2000]}")


def one_program(options, name, folder, changed):
    module = os.path.join(folder, "front.bc")
    compare.tool([options.clang, "-c", "-emit-llvm", *compare.FRONT_END, "-w",
                  f"-fsanitize={options.checks}", *(TRAP if options.trap else []), name, "-o",
                  module])
    plain = build_and_run(options, module, os.path.join(folder, "plain"))
    seen = {}
    for i, pipeline in enumerate(options.passes):
        rewritten = os.path.join(folder, f"rewritten{i}.ll")
        done = subprocess.run([options.lathe, "opt", f"--passes={pipeline}", module, "-o",
                               rewritten, "--stats"], capture_output=True, text=True, check=False)
        if done.returncode:
            raise compare.Failure(f"{name}: {pipeline}: lathe ends with {done.returncode}\n"
                                  f"{done.stderr}")
        count = sum(int(n) for n in CHANGED.findall(done.stdout + done.stderr))
        changed[pipeline] += count
        with open(rewritten, "rb") as text:
            text = text.read()
        if count and text not in seen:
            seen[text] = True
            check(options, name, pipeline, plain,
                  build_and_run(options, rewritten, os.path.join(folder, f"now{i}")))


def parse_args():
    p = argparse.ArgumentParser(description="sanitizers before and after lathe passes")
    p.add_argument("files", nargs="+")
    p.add_argument("--passes", action="append", default=[], help="a pipeline; may be repeated")
    p.add_argument("--checks", default="address", help="address, or address,undefined")
    p.add_argument("--trap", action="store_true", help="end at undefined behaviour")
    p.add_argument("--changed", type=int, default=1,
                   help="types each pipeline must change, in all programs together")
    p.add_argument("--timeout", type=float, default=120, help="seconds a program may run")
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang")
    options = p.parse_args()
    options.passes = options.passes or PIPELINES
    return options


def main():
    options = parse_args()
    changed, wrong = collections.Counter(), 0
    for name in options.files:
        with tempfile.TemporaryDirectory() as folder:
            try:
                one_program(options, name, folder, changed)
            except (compare.Failure, subprocess.TimeoutExpired) as failure:
                print(failure, file=sys.stderr, flush=True)
                wrong += 1
    for pipeline in options.passes:
        print(f"{pipeline}: {changed[pipeline]} types changed")
    print(f"{len(options.files)} programs, {wrong} with new reports or other output")
    few = [p for p in options.passes if changed[p] < options.changed]
    if few:
        print(f"fewer than {options.changed} types changed by {', '.join(few)}", file=sys.stderr)
    return 1 if wrong or few else 0


if __name__ == "__main__":
    sys.exit(main())
