#!/usr/bin/env python3
"""Trace, run, check: do the pointer classes of a program allow what it does at run time?

    ptr_check.py [--levels=fe,O2] FILE.c… [--run='ARGS < FILE'…] [--each]

The files become one module, as front-end bitcode and as clang -O2 leaves it. The traced module
must run as the plain one does, and ir-test-ptr-check must accept every pair of accesses that met.
With --each, every file is a program of its own. Exit code 0 if all is well, 1 if not.
"""

import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RUNTIME = os.path.join(HERE, "Inputs", "ptr_trace_rt.c")
COMPILE = {
    "fe": ["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fno-discard-value-names"],
    "O2": ["-O2", "-g"],
}
TOTALS = re.compile(r"^touched (\d+), met .*$", re.M)


def parse_args():
    p = argparse.ArgumentParser(description="check pointer classes against running programs")
    p.add_argument("files", nargs="+", help="C or bitcode files")
    p.add_argument("--each", action="store_true", help="every file is a program")
    p.add_argument("--levels", default="fe,O2", help="how C is compiled before tracing")
    p.add_argument("--cflags", default="", help="flags for the front end")
    p.add_argument("--ldflags", default="-lm", help="flags for the linker")
    p.add_argument("--run", action="append", dest="runs",
                   help="arguments of the program and, after <, the file it reads; may be repeated")
    p.add_argument("--timeout", type=float, default=60, help="seconds a program may run")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang")
    p.add_argument("--llvm-link", default="llvm-link")
    p.add_argument("--keep", help="folder for the intermediate files")
    return p.parse_args()


class Failure(Exception):
    pass


def tool(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace")
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}")
    return done.stdout


def run(program, line, options, log):
    words = shlex.split(line)
    source = os.devnull
    if "<" in words:
        at = words.index("<")
        source = words[at + 1]
        del words[at:at + 2]
    environment = dict(os.environ, LATHE_PTR_TRACE=os.path.abspath(log))
    with open(source, "rb") as stdin, tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([os.path.abspath(program), *words], stdin=stdin, cwd=folder,
                              env=environment, stdout=subprocess.PIPE, timeout=options.timeout)
    return done.returncode, done.stdout


def front_end(options, files, level, folder):
    parts = []
    for i, name in enumerate(files):
        part = name
        if not name.endswith((".bc", ".ll")):
            part = os.path.join(folder, f"part{i}-{level}.bc")
            tool([options.clang, "-c", "-emit-llvm", "-w", *COMPILE[level],
                  *options.cflags.split(), name, "-o", part])
        parts.append(part)
    if len(parts) == 1:
        return parts[0]
    whole = os.path.join(folder, f"whole-{level}.bc")
    tool([options.llvm_link, *parts, "-o", whole])
    return whole


def build(options, module, program, extra):
    tool([options.clang, "-Wno-override-module", "-O0", "-x", "ir", module, "-x", "none", *extra,
          *options.ldflags.split(), "-o", program])


def check_level(options, files, level, folder, runtime):
    module = front_end(options, files, level, folder)
    stem = os.path.join(folder, f"traced-{level}")
    tool([options.lathe, "opt", "--passes=ir-test-ptr-trace", module, "-o", stem + ".bc"])
    build(options, module, stem + ".plain", [])
    build(options, stem + ".bc", stem, [runtime])
    if os.path.exists(stem + ".log"):
        os.remove(stem + ".log")
    for line in options.runs or [""]:
        was = run(stem + ".plain", line, options, os.devnull)
        now = run(stem, line, options, stem + ".log")
        if was != now:
            raise Failure(f"{level}, run '{line}': the traced program ends with {now[0]} instead "
                          f"of {was[0]}, or prints something else")
    shown = tool([options.lathe, "opt", f"--passes=ir-test-ptr-check<log={stem}.log>", module,
                  "-o", os.devnull])
    totals = TOTALS.search(shown)
    if not totals or int(totals[1]) == 0:
        raise Failure(f"{level}: nothing was touched, so nothing was checked")
    return f"{level}: {totals[0]}"


def check_program(options, files, folder, runtime):
    os.makedirs(folder, exist_ok=True)
    lines, failed = [], False
    for level in options.levels.split(","):
        try:
            lines.append(check_level(options, files, level, folder, runtime))
        except (Failure, subprocess.TimeoutExpired) as failure:
            lines.append(f"{level}: FAILED\n{failure}")
            failed = True
    return failed, lines


def check_all(options, folder):
    runtime = os.path.join(folder, "runtime.o")
    tool([options.clang, "-O2", "-c", RUNTIME, "-o", runtime])
    programs = [[f] for f in options.files] if options.each else [options.files]
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
        jobs = [pool.submit(check_program, options, files, os.path.join(folder, str(i)), runtime)
                for i, files in enumerate(programs)]
        failures = 0
        for files, job in zip(programs, jobs):
            failed, lines = job.result()
            failures += failed
            for line in lines:
                print(f"{os.path.basename(files[0])}: {line}", flush=True)
    return failures


def main():
    options = parse_args()
    try:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
            failures = check_all(options, options.keep)
        else:
            with tempfile.TemporaryDirectory() as folder:
                failures = check_all(options, folder)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
