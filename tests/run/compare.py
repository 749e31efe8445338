#!/usr/bin/env python3
"""Compile, run, compare: does a program behave the same after a lathe pipeline?

    compare.py --passes='ir-rename-structs' [--passes=…] FILE.c… [--run='ARGS < FILE'…]
    compare.py --pipelines=pipelines.txt FILE.c…

Each FILE.c becomes front-end bitcode, several are linked into one module, each pipeline rewrites
the module, and the result is compiled at every level of --levels. Standard output and exit code of
every run must be those of the plain build. Each run has an empty folder of its own to work in.
Pipelines that write the same module are compiled and run once.

A pipeline that changes nothing proves nothing. A program states what must change under each
pipeline (changes.py), which is held against the modules and against lathe's remarks; --update
writes it anew, for a person to look at. A program of a test that looks at the changes itself need
not state them.
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

import changes

FRONT_END = ["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fno-discard-value-names"]


def parse_args():
    p = argparse.ArgumentParser(description="compare a program before and after lathe passes")
    p.add_argument("files", nargs="+", help="C or bitcode files")
    p.add_argument("--passes", action="append", default=[], help="a pipeline; may be repeated")
    p.add_argument("--pipelines", help="a file with one pipeline per line, # for comments")
    p.add_argument("--load", action="append", default=[], help="a shared object with passes")
    p.add_argument("--levels", default="-O0,-O2", help="code generation levels, by commas")
    p.add_argument("--cflags", default="", help="flags for the front end")
    p.add_argument("--ldflags", default="-lm", help="flags for the linker")
    p.add_argument("--run", action="append", dest="runs",
                   help="arguments of the program and, after <, the file it reads; may be repeated")
    p.add_argument("--timeout", type=float, default=30, help="seconds a program may run")
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang")
    p.add_argument("--llvm-link", default="llvm-link")
    p.add_argument("--changes", choices=["stated", "some", "any"],
                   help="what must change: what the program states, something, or whatever may; "
                   "stated if the program states something, else any")
    p.add_argument("--update", action="store_true", default=bool(os.environ.get("LATHE_UPDATE")),
                   help="let the program state what changes, and do not run it")
    p.add_argument("--keep", help="folder for the intermediate files")
    options = p.parse_args()
    if options.pipelines:
        options.passes += read_pipelines(options.pipelines)
    if not options.passes:
        p.error("no pipeline given")
    # Bitcode states nothing: the test that made it looks at the changes itself.
    if not options.files[0].endswith(".c"):
        options.changes = options.changes if options.changes == "some" else "any"
    if options.changes is None:
        options.changes = "stated" if changes.stated(options.files[0]) else "any"
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
    return done.stdout


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


def loads(options):
    return [f"--load={file}" for file in options.load]


def rewrite(options, folder, number, pipeline, module):
    rewritten = os.path.join(folder, f"rewritten{number}.ll")
    tool([options.lathe, "opt", *loads(options), f"--passes={pipeline}", module, "-o", rewritten])
    return rewritten


def read(name):
    with open(name, errors="replace") as file:
        return file.read()


def rewrite_and_say(options, folder, number, pipeline, module):
    """The rewritten module's file, and what lathe says that it did."""
    remarks = os.path.join(folder, f"remarks{number}.yaml")
    rewritten = os.path.join(folder, f"rewritten{number}.ll")
    printed = tool([options.lathe, "opt", *loads(options), f"--passes={pipeline}", module,
                    "-o", rewritten, f"--remarks={remarks}", "--verbose"])
    return rewritten, changes.Said(read(remarks), printed)


def before(options, folder, number, pipeline, module):
    """The module as clang prints it, or as what prepares it for a pipeline leaves it."""
    text = os.path.join(folder, f"before{number}.ll")
    if pipeline:
        tool([options.lathe, "opt", f"--passes={pipeline}", module, "-o", text])
    else:
        tool([options.clang, "-Wno-override-module", "-Xclang", "-disable-llvm-passes", "-S",
              "-emit-llvm", "-x", "ir", module, "-o", text])
    return changes.Module(read(text))


def check_changes(options, old, rewritten):
    """What each pipeline changed is what must change."""
    program, found, wrong = options.files[0], {}, []
    flags = f"{options.cflags} " if options.cflags else ""
    for pipeline, (name, said) in zip(options.passes, rewritten):
        found[flags + pipeline], more = changes.described(
            pipeline, old[changes.preparation(pipeline)].result(), changes.Module(read(name)), said)
        wrong += more
    if options.update and options.changes == "stated":
        changes.state(program, found)
    stated = changes.stated(program)
    if options.changes == "stated":
        wrong += [f"{program}: {pipeline} must change {stated.get(pipeline, '(not stated)')}\n"
                  f"  but changes {text}"
                  for pipeline, text in found.items() if stated.get(pipeline) != text]
    else:
        wrong += [f"{program}: {pipeline} changes nothing" for pipeline, text in found.items()
                  if text == "nothing"]
    if wrong:
        raise Failure("\n".join(wrong) + "\ncompare.py --update states what changes now")


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


def check_runs(options, pool, plain, rewritten):
    """Each pipeline's program does what the plain one does."""
    expected = plain.result()
    if not all(output for _, output in expected):
        raise Failure("a run prints nothing, so there is nothing to compare")
    modules = distinct(options.passes, [name for name, _ in rewritten])
    jobs = [pool.submit(check, options, names, module, level, expected)
            for names, module in modules for level in options.levels.split(",")]
    for job in jobs:
        job.result()


def compare(options, folder):
    module = front_end(options, folder)
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        rewriting = [pool.submit(rewrite_and_say, options, folder, i, pipeline, module)
                     for i, pipeline in enumerate(options.passes)]
        prepared = dict.fromkeys(map(changes.preparation, options.passes))
        for i, pipeline in enumerate(prepared):
            prepared[pipeline] = pool.submit(before, options, folder, i, pipeline, module)
        plain = options.update or pool.submit(back_end, options, module, "-O0",
                                              os.path.join(folder, "plain"))
        rewritten = [job.result() for job in rewriting]
        if options.changes != "any":
            check_changes(options, prepared, rewritten)
        if not options.update:
            check_runs(options, pool, plain, rewritten)


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
