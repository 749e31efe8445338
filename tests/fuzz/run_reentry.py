#!/usr/bin/env python3
"""Compares random programs whose functions are active several times at once, lathe against clang.

    run_reentry.py --count 50 [--seed N] [--jobs N] [--keep FOLDER]
    run_reentry.py --count 50 --sanitize

Programs come from gen_reentry.py: one part is compiled with `lathe cc`, the rest never is. What
they print and how they end must be the same as when clang alone compiles all of it. Those that
differ are kept in --keep. With --sanitize nothing is compared: the programs must run under ASan and
UBSan. Seeds: seeds.py. Exit code 0 if there is no difference, 1 if there is, or if no array was
ever taken apart.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

import gen_reentry
import seeds

# Every program is built with the default, and with one of the others in turn.
DEFAULT = ("default", ["-O2"])
OTHERS = list({
    "soa": ["-O2", "-flathe=aos-to-soa"],
    "split": ["-O2", "-flathe=delete-fields,reorder-fields,split"],
    "loops": ["-O3", "-flathe-loops"],
}.items())
SANITIZE = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def parse_args():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=50)
    seeds.add_arguments(p)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--sanitize", action="store_true", help="check the generator instead")
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang-22")
    return p.parse_args()


class Failure(Exception):
    pass


def tool(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode or "warning: " in done.stderr:
        raise Failure(f"{' '.join(command)}\n{done.stderr[:2000]}")


def build(options, folder, name, compiler, flags):
    """Builds `name` in the folder: work.c, and main.c of a program, by the given compiler."""
    with open(os.path.join(folder, "form")) as file:
        form, standard = file.read().split()
    own = [*compiler, f"-std={standard}", "-w", *flags]
    checks = [f for f in flags if "sanitize" in f]
    native = [options.clang, "-O2", "-w", "-fPIC", "-pthread", *checks]
    if form == "exe":
        tool([*native, "-c", "native.c", "-o", f"{name}-native.o"], folder)
        tool([*own, "-pthread", "work.c", "main.c", f"{name}-native.o", "-o", name], folder)
    elif form == "shared":
        tool([*own, "-fPIC", "-shared", "work.c", "-o", f"lib{name}.so"], folder)
        tool([*native, "main.c", "native.c", "-rdynamic", "-L.", f"-l{name}", "-Wl,-rpath,$ORIGIN",
              "-o", name], folder)
    else:
        tool([*native, "-shared", "native.c", "-o", f"lib{name}.so"], folder)
        tool([*own, "-pthread", "work.c", "main.c", "-L.", f"-l{name}", "-Wl,-rpath,$ORIGIN", "-o",
              name], folder)


def run(folder, name, environment=None):
    done = subprocess.run([os.path.join(folder, name)], capture_output=True, text=True, timeout=60,
                          env=environment)
    return done.returncode, done.stdout, done.stderr


def changes(folder, name):
    with open(os.path.join(folder, name)) as file:
        return [c["pass"] for c in json.load(file).get("changes", [])]


def compare_program(options, folder, seed, changed):
    build(options, folder, "plain", [options.clang], ["-O2"])
    expected = run(folder, "plain")
    if expected[0] != 0:
        raise Failure(f"without lathe it ends with {expected}")
    for variant, flags in (DEFAULT, OTHERS[seed % len(OTHERS)]):
        report = f"{variant}.json"
        build(options, folder, variant, [options.lathe, "cc"], [*flags, f"-flathe-report={report}"])
        changed.update(changes(folder, report))
        got = run(folder, variant)
        if got != expected:
            raise Failure(f"{variant}: {got} instead of {expected}")


def sanitize_program(options, folder, _seed, _changed):
    build(options, folder, "sanitized", [options.clang], SANITIZE)
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=0")
    code, _, errors = run(folder, "sanitized", environment)
    # ASan itself says that it cannot know what a jump or a coroutine does to the stack.
    if code:
        raise Failure(f"sanitized: exit code {code}\n{errors[:2000]}")


def try_seed(options, seed):
    changed = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="lathe-reentry-") as folder:
        gen_reentry.write(seed, folder)
        check = sanitize_program if options.sanitize else compare_program
        try:
            check(options, folder, seed, changed)
        except (Failure, subprocess.TimeoutExpired) as failure:
            files = [os.path.join(folder, name) for name in gen_reentry.Program(seed).files()]
            seeds.keep(options, "reentry", seed, files, str(failure))
            return changed, str(failure)
    return changed, None


def main():
    options = parse_args()
    seeds.begin(options)
    changed, differences = collections.Counter(), 0
    tried = range(options.seed, options.seed + options.count)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, (more, failure) in zip(tried, pool.map(lambda s: try_seed(options, s), tried)):
            changed.update(more)
            if failure:
                differences += 1
                print(f"program {seed}: {failure[:1500]}", flush=True)
    for name in sorted(changed):
        print(f"{name}: {changed[name]} types changed")
    total = sum(changed.values())
    print(f"{options.count} programs, {differences} differences, {total} types changed")
    apart = changed["dtrans-aos-to-soa"] + changed["dtrans-split"]
    return 1 if differences or not (apart or options.sanitize) else 0


if __name__ == "__main__":
    sys.exit(main())
