#!/usr/bin/env python3
"""Compares random struct-heavy programs before and after lathe pipelines, at -O0 and -O2.

    run_structs.py --count 200 [--seed N] [--pipelines FILE] [--passes P…] [--csmith] [--keep DIR]
    run_structs.py --count 200 --sanitize

Programs come from gen_structs.py, or with --arrays from gen_arrays.py, and with --csmith every
fourth one from csmith. Those that behave differently are kept in --keep. A pipeline that changes no
type in any of the programs proves nothing, and is a failure, too. With --sanitize nothing is
compared: the generator's own programs must run under ASan and UBSan. Seeds: seeds.py. Exit code 0
if there is no difference, 1 if there is.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "run")]

import compare  # noqa: E402
import gen_arrays  # noqa: E402
import gen_structs  # noqa: E402
import seeds  # noqa: E402

DEFINITION = re.compile(r"^%.* = type .*$", re.M)
# Whether these change something depends on what pays, and on what LLVM leaves of the types.
MAY_BE_IDLE = ("dtrans-aos-to-soa", "default<O2>,dtrans-aos-to-soa<force>")
SANITIZE = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-w"]


def parse_args():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=200)
    seeds.add_arguments(p)
    p.add_argument("--passes", action="append", default=[], help="a pipeline; may be repeated")
    p.add_argument("--pipelines", help="a file with one pipeline per line")
    p.add_argument("--csmith", action="store_true", help="every fourth program is csmith's")
    p.add_argument("--csmith-include", default="/usr/include/csmith")
    p.add_argument("--arrays", action="store_true", help="programs of gen_arrays.py")
    p.add_argument("--sanitize", action="store_true", help="check the generator instead")
    seeds.add_pass_arguments(p)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang-22")
    options = p.parse_args()
    if options.pipelines:
        options.passes += compare.read_pipelines(options.pipelines)
    if not options.passes and not options.sanitize:
        p.error("no pipeline given")
    # What compare.py wants to know besides.
    options.levels, options.cflags, options.ldflags = "-O0,-O2", "-w", "-lm"
    options.runs, options.timeout = None, 10
    return options


class Result:
    def __init__(self):
        self.differences, self.changed, self.skipped = [], collections.Counter(), False


def write_program(options, seed, folder):
    name = os.path.join(folder, f"{seed}.c")
    if options.csmith and seed % 4 == 0:
        # It leaves a file where it runs.
        subprocess.run(["csmith", "--seed", str(seed), "--max-funcs", "4", "-o", name], cwd=folder,
                       check=True, stdout=subprocess.DEVNULL)
    else:
        with open(name, "w") as file:
            file.write((gen_arrays if options.arrays else gen_structs).program(seed))
    return name


def definitions(name):
    with open(name) as file:
        return set(DEFINITION.findall(file.read()))


def compare_program(options, name, folder, result):
    options = argparse.Namespace(**vars(options))
    options.files = [name]
    if options.csmith:
        options.cflags = f"-w -I{options.csmith_include}"
    module = compare.front_end(options, folder)
    try:
        expected = compare.back_end(options, module, "-O0", os.path.join(folder, "plain"))
    except subprocess.TimeoutExpired:
        result.skipped = True
        return
    before = definitions(compare.rewrite(options, folder, "-plain", "verify", module))
    written = []
    for i, pipeline in enumerate(options.passes):
        try:
            written.append((pipeline, compare.rewrite(options, folder, i, pipeline, module)))
            result.changed[pipeline] = len(definitions(written[-1][1]) - before)
        except compare.Failure as failure:
            result.differences.append(str(failure))
    for names, rewritten in compare.distinct(*zip(*written)) if written else []:
        for level in options.levels.split(","):
            try:
                compare.check(options, names, rewritten, level, expected)
            except (compare.Failure, subprocess.TimeoutExpired) as failure:
                result.differences.append(str(failure))


def sanitize_program(options, name, folder, result):
    program = os.path.join(folder, "sanitized")
    compare.tool([options.clang, *SANITIZE, name, "-o", program])
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
    done = subprocess.run([program], capture_output=True, text=True, env=environment, timeout=60)
    if done.stderr or not done.stdout:
        result.differences.append(f"exit code {done.returncode}\n{done.stderr[:2000]}")


def try_seed(options, seed):
    result = Result()
    with tempfile.TemporaryDirectory(prefix="lathe-structs-") as folder:
        name = write_program(options, seed, folder)
        run = sanitize_program if options.sanitize else compare_program
        try:
            run(options, name, folder, result)
        except compare.Failure as failure:
            result.differences.append(str(failure))
        if result.differences:
            seeds.keep(options, "structs", seed, [name], "\n".join(result.differences))
    return result


def must_change(options, pipeline):
    return options.must_work or "dtrans-" in pipeline and pipeline not in MAY_BE_IDLE or \
        "rename" in pipeline


def main():
    options = parse_args()
    seeds.begin(options)
    changed, differences, skipped = collections.Counter(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tried = range(options.seed, options.seed + options.count)
        for seed, result in zip(tried, pool.map(lambda s: try_seed(options, s), tried)):
            changed.update(result.changed)
            differences += bool(result.differences)
            skipped += result.skipped
            for text in result.differences[:1]:
                print(f"program {seed}: {text[:1000]}", flush=True)
    for pipeline in options.passes:
        print(f"{pipeline}: {changed[pipeline]} types changed")
    if skipped:
        print(f"{skipped} programs run too long and were not compared")
    idle = [] if options.sanitize else [pipeline for pipeline in options.passes
                                        if must_change(options, pipeline) and not changed[pipeline]]
    for pipeline in idle:
        print(f"{pipeline} changes nothing in programs {tried[0]} to {tried[-1]}")
    total = sum(changed.values())
    print(f"{options.count} programs, {differences} differences, {total} types changed")
    return 1 if differences or idle or 2 * skipped > options.count else 0


if __name__ == "__main__":
    sys.exit(main())
