#!/usr/bin/env python3
"""Compile, run, compare: does a program behave the same after a lathe pipeline?

    compare.py --passes='ir-rename-structs' [--passes=…] FILE.c… [--run='ARGS < FILE'…]
    compare.py --pipelines=pipelines.txt FILE.c…

Each FILE.c becomes front-end bitcode, several are linked into one module, each pipeline rewrites
the module, and the result is compiled at every level of --levels. Standard output and exit code of
every run must be those of the plain build. Each run has an empty folder of its own to work in.
Pipelines that write the same module are compiled and run once.
Exit code 0 if all agree, 1 with the difference shown if not.
"""

import argparse
import concurrent.futures
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

FRONT_END = ["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fno-discard-value-names"]


def parse_args():
    p = argparse.ArgumentParser(description="compare a program before and after lathe passes")
    p.add_argument("files", nargs="+", help="C or bitcode files")
    p.add_argument("--passes", action="append", default=[], help="a pipeline; may be repeated")
    p.add_argument("--pipelines", help="a file with one pipeline per line, # for comments")
    p.add_argument("--levels", default="-O0,-O2", help="code generation levels, by commas")
    p.add_argument("--cflags", default="", help="flags for the front end")
    p.add_argument("--ldflags", default="-lm", help="flags for the linker")
    p.add_argument("--run", action="append", dest="runs",
                   help="arguments of the program and, after <, the file it reads; may be repeated")
    p.add_argument("--timeout", type=float, default=30, help="seconds a program may run")
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang")
    p.add_argument("--llvm-link", default="llvm-link")
    p.add_argument("--keep", help="folder for the intermediate files")
    options = p.parse_args()
    if options.pipelines:
        options.passes += read_pipelines(options.pipelines)
    if not options.passes:
        p.error("no pipeline given")
    return options


def read_pipelines(name):
    with open(name) as file:
        lines = [line.split("#")[0].strip() for line in file]
    return [line for line in lines if line]


class Failure(Exception):
    pass


def tool(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}")


def run(program, line, options):
    words = shlex.split(line)
    source = os.devnull
    if "<" in words:
        at = words.index("<")
        source = words[at + 1]
        del words[at:at + 2]
    with open(source, "rb") as stdin, tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([os.path.abspath(program), *words], stdin=stdin, cwd=folder,
                              stdout=subprocess.PIPE, timeout=options.timeout)
    return done.returncode, done.stdout


def front_end(options, folder):
    parts = []
    for i, name in enumerate(options.files):
        part = os.path.join(folder, f"part{i}.bc")
        if name.endswith((".bc", ".ll")):
            part = name
        else:
            tool([options.clang, "-c", "-emit-llvm", *FRONT_END, *options.cflags.split(), name,
                  "-o", part])
        parts.append(part)
    if len(parts) == 1:
        return parts[0]
    whole = os.path.join(folder, "whole.bc")
    tool([options.llvm_link, *parts, "-o", whole])
    return whole


def runtime(options):
    """The archive that programs with pools link; others take nothing from it."""
    lathe = os.path.realpath(shutil.which(options.lathe) or options.lathe)
    archive = os.path.join(os.path.dirname(lathe), "..", "lib", "liblathe-pool.a")
    return [archive] if os.path.exists(archive) else []


def back_end(options, module, level, program):
    tool([options.clang, "-Wno-override-module", "-x", "ir", level, module, "-x", "none",
          *runtime(options), *options.ldflags.split(), "-o", program])
    return [run(program, line, options) for line in options.runs or [""]]


def shown(output):
    return output[:4000].decode(errors="replace")


def rewrite(options, folder, number, pipeline, module):
    rewritten = os.path.join(folder, f"rewritten{number}.ll")
    tool([options.lathe, "opt", f"--passes={pipeline}", module, "-o", rewritten])
    return rewritten


def distinct(pipelines, modules):
    """(pipelines, module) for each different text among the rewritten modules."""
    groups = {}
    for pipeline, module in zip(pipelines, modules):
        with open(module, "rb") as file:
            groups.setdefault(file.read(), ([], module))[0].append(pipeline)
    return [(" and ".join(names), module) for names, module in groups.values()]


def check(options, pipeline, module, level, expected):
    got = back_end(options, module, level, module.removesuffix(".ll") + level)
    for line, was, now in zip(options.runs or [""], expected, got):
        if was != now:
            raise Failure(f"{pipeline} at {level}, run '{line}': expected exit code {was[0]}, "
                          f"output\n{shown(was[1])}\ngot exit code {now[0]}, output\n"
                          f"{shown(now[1])}")


def compare(options, folder):
    module = front_end(options, folder)
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        plain = pool.submit(back_end, options, module, "-O0", os.path.join(folder, "plain"))
        rewriting = [pool.submit(rewrite, options, folder, i, pipeline, module)
                     for i, pipeline in enumerate(options.passes)]
        expected = plain.result()
        if not all(output for _, output in expected):
            raise Failure("a run prints nothing, so there is nothing to compare")
        modules = distinct(options.passes, [job.result() for job in rewriting])
        jobs = [pool.submit(check, options, names, rewritten, level, expected)
                for names, rewritten in modules for level in options.levels.split(",")]
        for job in jobs:
            job.result()


def main():
    options = parse_args()
    try:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
            compare(options, options.keep)
        else:
            with tempfile.TemporaryDirectory() as folder:
                compare(options, folder)
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
