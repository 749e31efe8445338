#!/usr/bin/env python3
"""Are programs that lathe changes right on a machine with another architecture?

    campaign_aarch64.py --lathe L [--corpora loops,run,everyday] [--jobs N] [FILE.c...]

Each program is compiled for aarch64 by clang, and by clang with lathe's plugin, which changes loop
nests where the compilation begins (that is what `lathe cc -O3` does on such a machine; here it
leaves programs for another one alone). The bitcode of clang's front end for aarch64 also goes
through each of PIPELINES. All versions run under qemu-aarch64: output and exit code must be those
of clang's. Of bench/loops numbers of iterations are made smaller. Prints how many programs each
pipeline changed.

Needs Debian's gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user.
Exit code: 0 all is well, 1 a difference, or a pipeline that changes nothing, 2 something could not
be run.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

from campaign_common import Failure, end_with, tool

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPORA = {"loops": "bench/loops/*.c", "run": "tests/run/*.c", "everyday": "tests/everyday/*.c"}
# Fused or not, a multiply-add is what the program asks for: clang itself fuses fewer where it
# vectorizes sums in order, as it does for this machine.
CLANG = ["clang-22", "--target=aarch64-linux-gnu", "-w", "-ffp-contract=off"]
FRONT_END = [*CLANG, "-O1", "-Xclang", "-disable-llvm-passes", "-c", "-emit-llvm"]
PLUGIN = "plugin"  # at the beginning of -O3
PIPELINES = ["hir-canonicalize,hir-identity", "hir-optimize",
             "hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute",
             "hir-canonicalize,hir-perfect,hir-interchange",
             "dtrans-delete-fields,dtrans-reorder-fields", "dtrans-aos-to-soa<force>",
             "dtrans-split<force>"]
MACHINE = "qemu-aarch64"
RUN_SECONDS = 300
SIZES = re.compile(r"^enum \{.*=.*\};$", re.M)
SIZE = re.compile(r"(\w+) = (\d+)")
LARGEST, ROUNDS = 150, 4
FLAGS = re.compile(r"--cflags=('[^']*'|\S+)")  # that a program needs to be defined


def smaller(match):
    """A size that is still more than what short loops and blocks have, or a number of rounds."""
    name, size = match[1], int(match[2])
    if re.fullmatch("ROUNDS|STEPS|TIMES", name):
        size = min(size, ROUNDS)
    elif size > LARGEST:
        size = 120 + size % 31
    return f"{name} = {size}"


def source_of(path, folder):
    """The file to compile, and flags: of kernels, one with smaller sizes."""
    with open(path) as file:
        text = file.read()
    if os.path.basename(os.path.dirname(path)) != "loops":
        needed = FLAGS.search(text)
        return path, needed[1].strip("'").split() if needed else []
    text = SIZES.sub(lambda line: SIZE.sub(smaller, line[0]), text)
    small = os.path.join(folder, os.path.basename(path))
    with open(small, "w") as file:
        file.write(text)
    return small, [f"-I{os.path.dirname(path)}"]


def run(program, folder):
    try:
        done = subprocess.run([MACHINE, program], stdin=subprocess.DEVNULL, capture_output=True,
                              cwd=folder, timeout=RUN_SECONDS, check=False)
    except subprocess.TimeoutExpired as late:
        raise Failure(f"{program}: runs longer than {RUN_SECONDS} s") from late
    return done.returncode, done.stdout


def with_plugin(options, source, more, target):
    """An object, as -O3 makes it after hir-optimize, and clang's own."""
    command = [*CLANG, "-O3", *more, "-c", source, "-o"]
    tool([*command, target + ".clang.o"])
    tool(["env", "LATHE_PLUGIN=at=start passes=hir-optimize", *command, target + ".o",
          f"-fpass-plugin={options.plugin}"])
    return target + ".o", target + ".clang.o"


def with_pipeline(options, pipeline, module, target):
    """Bitcode before and after it."""
    preparation = "hir-canonicalize" if pipeline.startswith("hir-canon") else "verify"
    for passes, name in ((preparation, ".before.bc"), (pipeline, ".after.bc")):
        tool([options.lathe, "opt", "-q", f"--passes={passes}", module, "-o", target + name])
    return target + ".after.bc", target + ".before.bc"


def same_bytes(one, other):
    with open(one, "rb") as a, open(other, "rb") as b:
        return a.read() == b.read()


def link(thing, program):
    tool([*CLANG, "-Wno-override-module", "-O2", "-static", thing, "-lm", "-lpthread", "-o",
          program])
    return program


def check(options, path):
    """The pipelines that changed a program, and those after which it does something else."""
    changed, wrong = [], []
    with tempfile.TemporaryDirectory(prefix="lathe-aarch64-") as folder:
        source, more = source_of(path, folder)
        module = os.path.join(folder, "front.bc")
        tool([*FRONT_END, *more, source, "-o", module])
        expected = None
        for number, pipeline in enumerate([PLUGIN, *PIPELINES]):
            target = os.path.join(folder, str(number))
            now, was = (with_plugin(options, source, more, target) if pipeline == PLUGIN else
                        with_pipeline(options, pipeline, module, target))
            expected = expected or run(link(was, target + ".plain"), folder)
            if not same_bytes(now, was):
                changed.append(pipeline)
                got = run(link(now, target), folder)
                wrong += [f"{path}: {pipeline}: {expected} became {got}"] * (got != expected)
    return changed, wrong


def parse_args():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("files", nargs="*")
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--corpora", default=",".join(CORPORA))
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    return p.parse_args()


def main():
    options = parse_args()
    options.plugin = tool([options.lathe, "--plugin-path"]).decode().strip()
    names = [name for corpus in options.corpora.split(",")
             for name in sorted(glob.glob(os.path.join(ROOT, CORPORA[corpus])))]
    files = options.files or names
    changed, differences, failed = collections.Counter(), 0, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = {path: pool.submit(check, options, os.path.abspath(path)) for path in files}
        for path, job in jobs.items():
            try:
                more, wrong = job.result()
            except Failure as failure:
                failed.append(f"{path}: {failure}")
                continue
            changed.update(more)
            differences += len(wrong)
            for line in wrong:
                print(line[:2000], flush=True)
    for pipeline in [PLUGIN, *PIPELINES]:
        print(f"{pipeline}: {changed[pipeline]} of {len(files)} programs changed")
    print("\n".join([*failed, f"{len(files)} programs, {differences} differences"]))
    if failed:
        return 2
    idle = not options.files and any(not changed[name] for name in [PLUGIN, *PIPELINES])
    return 1 if differences or idle else 0


if __name__ == "__main__":
    end_with(main)
