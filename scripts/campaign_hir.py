#!/usr/bin/env python3
"""Makes the loops of programs again from HIR, runs the programs and compares.

    campaign_hir.py --lathe L --bitcode FOLDER --work FOLDER --instructions [--record]
    campaign_hir.py --lathe L --corpora loops,run,torture --instructions
    campaign_hir.py --lathe L [--instructions] FILE.c[:ARGUMENT]...

Corpora: the loop kernels of tests/hir, tests/run, tests/torture in small sizes, and real packages
(the folders are those of campaign_transforms.py). Each program, as the front end leaves it, goes
through hir-canonicalize alone, then with hir-identity, then through hir-optimize; it is compiled at
-O2 and runs: output, exit codes and files must be the same. With --instructions it runs under
callgrind as well, before and after hir-identity, and instructions from main on are counted: the
geometric mean of the ratios must not be above --limit in any corpus. --record writes the ratios to
--results; a program that is recorded there must not be missing.

Exit code: 0 all is well, 1 a difference or a limit that is not kept, 2 something could not be run.
"""
import argparse
import glob
import json
import math
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile

import campaign_transforms as transforms
from campaign_common import Failure, end_with, tool
from campaign_transforms import Campaign, Variant

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PLAIN = "hir-canonicalize"
PIPELINES = {"identity": PLAIN + ",hir-identity", "optimize": "hir-optimize"}
CORPORA = ("loops", "run", "torture", "packages")
# What makes a program of tests/torture short.
SIZES = {"append": 30, "blur": 20, "cg": 30, "cholesky": 90, "drand": 30, "fft": 1, "globals": 60,
         "hashtable": 30000, "input": 300, "interp": 300000, "irreducible": 300000, "list": 1,
         "lu": 90, "machine": 300000, "mixed": 500, "montecarlo": 10, "multidim": 200,
         "nbody": 300, "output": 50, "pointers": 800, "queens": 7, "recursion": 600,
         "restrict": 1, "rounding": 2500, "several": 300, "sieve": 30, "sort": 3000,
         "strings": 200, "structs": 1500, "tree": 10000, "update": 30, "vla": 150, "words": 20}
FRONT_END = ["clang-22", "-w", "-O1", "-Xclang", "-disable-llvm-passes", "-c", "-emit-llvm"]
# Code of the kernels that never runs may hold addresses far outside of everything. The heap comes
# behind .data and .bss: programs that work with addresses must find it there for code of any size.
CODE = ["clang-22", "-w", "-O2", "-mcmodel=large", "-fno-pie", "-no-pie", "-Wl,-Tdata=0x20000000"]
STUB = "__attribute__((weak)) void checkpoint(void) {}\n"
COUNT = ["valgrind", "--tool=callgrind", "--toggle-collect=main", "--callgrind-out-file=/dev/null"]
COLLECTED = re.compile(r"Collected : (\d+)")
# Stands in the place of a package's program: every n-th call is counted, the first one, too.
COUNTING = """#!/bin/sh
calls=$(cat {logs}.calls)
echo $((calls + 1)) >{logs}.calls
[ $((calls % {every})) -eq 0 ] || exec {program} "$@"
exec {count} --log-file={logs}/%p {program} "$@"
"""
COUNT_SECONDS = 3600


# Programs of one C file.

def run_source(program, argument, count):
    """What it does, in an empty folder, and its instructions if they are to be counted."""
    log = program + ".log"
    command = [*COUNT, "--log-file=" + log, program] if count else ["setarch", "-R", program]
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run([*command, *argument], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=folder,
                                  timeout=transforms.RUN_SECONDS, check=False)
        except subprocess.TimeoutExpired as late:
            raise Failure(f"{program}: not finished in {transforms.RUN_SECONDS} s") from late
        said = done.stdout + f"\n[{done.returncode}]\n".encode() + Campaign.files(folder)
    found = COLLECTED.search(transforms.contents(log).decode()) if count else None
    return said, int(found[1]) if found else 0


def try_source(options, kind, passes, front, argument):
    """What it does; what it does under callgrind and its instructions, or None."""
    new, program = front + "." + kind, os.path.join(os.path.dirname(front), "program")
    tool([options.lathe, "opt", "--passes=" + passes, front, "-o", new])
    stub = program + ".c"
    with open(stub, "w") as file:
        file.write(STUB)
    tool([*CODE, "-x", "ir", new, "-x", "c", stub, "-o", program, "-lm", "-lpthread"])
    counted = options.instructions and kind != "optimize"
    return (run_source(program, argument, False)[0],
            run_source(program, argument, True) if counted else None)


def check_source(options, name):
    """What is wrong, and the ratio of instructions."""
    path, _, argument = name.partition(":")
    argument = [argument] if argument else []
    wrong, after = [], None
    with tempfile.TemporaryDirectory() as folder:
        front = os.path.join(folder, "front.bc")
        tool([*FRONT_END, path, "-o", front])
        want, before = try_source(options, "plain", PLAIN, front, argument)
        for kind, passes in PIPELINES.items():
            got, count = try_source(options, kind, passes, front, argument)
            after = count if kind == "identity" else after
            if got != want:
                wrong.append(f"{name} {kind}: {transforms.first_difference(want, got)}")
    if not options.instructions:
        return wrong, None
    if before[0] != after[0]:
        wrong.append(f"{name} under callgrind: {transforms.first_difference(before[0], after[0])}")
    return wrong, ratio(name, before[1], after[1])


# Packages.

def count_package(campaign, variant, folder):
    """What the workload does under callgrind, as a digest, and its instructions."""
    every = campaign.options.every
    path = campaign.result_path(variant, "O2", f"count{every}")
    if os.path.exists(path):
        return json.loads(transforms.contents(path))
    program, logs = os.path.join(folder, "real"), os.path.join(folder, "logs")
    wrapper = os.path.join(folder, "bin", variant.program)
    for made in (logs, os.path.dirname(wrapper)):
        shutil.rmtree(made, ignore_errors=True)
        os.mkdir(made)
    with open(logs + ".calls", "w") as file:
        file.write("0")
    campaign.build(variant, "O2", program)
    with open(wrapper, "w") as file:
        file.write(COUNTING.format(count=" ".join(COUNT), logs=logs, program=program,
                                   every=every))
    os.chmod(wrapper, stat.S_IRWXU)
    said = campaign.execute(variant, wrapper, COUNT_SECONDS)
    if said.startswith(transforms.LATE):
        raise Failure(f"{variant}: not counted in {COUNT_SECONDS} s")
    total = sum(int(n) for name in os.listdir(logs) for n in COLLECTED.findall(
        transforms.contents(os.path.join(logs, name)).decode()))
    result = [transforms.digest(said.replace(folder.encode(), b"FOLDER")), total]
    with open(path, "w") as file:
        json.dump(result, file)
    return result


def check_package(campaign, program):
    plain = Variant(program, "front", "canonical", PLAIN)
    campaign.transform(plain)
    want, wrong, cost = campaign.run(plain, "O2"), [], None
    if not re.search(rb"^\[\d+\] ", want, re.M) or re.search(rb"^\[12[67]\] ", want, re.M):
        wrong.append(f"{plain} cannot run its workload")
    for name, passes in PIPELINES.items():
        variant = Variant(program, "front", name, passes)
        campaign.transform(variant)
        got = campaign.run(variant, "O2")
        if want != got:
            wrong.append(f"{variant}: {transforms.first_difference(want, got)}")
        if name == "identity" and campaign.options.instructions:
            with tempfile.TemporaryDirectory(dir=campaign.cache) as folder:
                before, after = (count_package(campaign, v, folder) for v in (plain, variant))
            if before[0] != after[0]:
                wrong.append(f"{variant} differs under callgrind")
            cost = ratio(program, before[1], after[1])
    return wrong, cost


def ratio(name, before, after):
    if not before or not after:
        raise Failure(f"{name}: callgrind counts nothing")
    return after / before


# Corpora.

def sources(options, corpus):
    """Files of a corpus, with arguments."""
    pattern = "hir/kernels-*.c" if corpus == "loops" else corpus + "/*.c"
    for path in sorted(glob.glob(os.path.join(options.tests, pattern))):
        name = os.path.basename(path).removesuffix(".c")
        # Other files there are parts of programs, or no programs.
        if corpus != "run" or b"RUN: %compare" in transforms.contents(path):
            yield name, f"{path}:{SIZES[name]}" if corpus == "torture" else path


def programs_of(options, corpus):
    """Name and how to check it, for each program."""
    if corpus == "packages":
        campaign = Campaign(options)
        names = sorted(n.partition(".")[0] for n in os.listdir(options.bitcode)
                       if n.endswith(".front.bc"))
        every = [(n, lambda n=n: check_package(campaign, n)) for n in names]
    else:
        named = ([(os.path.basename(f), f) for f in options.files] if corpus == "files"
                 else sources(options, corpus))
        every = [(n, lambda f=f: check_source(options, f)) for n, f in named]
    only = options.programs.split(",") if options.programs else [n for n, _ in every]
    return [(n, check) for n, check in every if n in only]


def run_corpus(options, corpus):
    """Ratio of each program, None if it was not counted; and how many are not the same."""
    ratios, different = {}, 0
    for name, check in programs_of(options, corpus):
        try:
            wrong, ratios[name] = check()
        except Failure as failure:
            wrong, ratios[name] = [str(failure)], None
        more = f", instructions {ratios[name]:.4f}" if ratios[name] else ""
        print(f"{corpus:9} {name:20} {'differs' if wrong else 'same'}{more}", flush=True)
        for line in wrong:
            print(f"campaign: {line}", file=sys.stderr, flush=True)
        different += bool(wrong)
    return ratios, different


def mean(ratios):
    logs = [math.log(r) for r in ratios.values() if r]
    return math.exp(sum(logs) / len(logs)) if logs else None


def problems(options, corpus, ratios, different, recorded):
    if not ratios:
        yield f"{corpus}: no programs"
    if different:
        yield f"{corpus}: {different} of {len(ratios)} programs are not the same"
    if options.instructions and ratios and (mean(ratios) or math.inf) > options.limit:
        yield f"{corpus}: instructions {mean(ratios) or math.inf:.4f}, the limit is {options.limit}"
    missing = sorted(set(recorded.get(corpus, ())) - set(ratios))
    if missing and not options.programs and not options.record:
        yield f"{corpus}: recorded but missing: {', '.join(missing)}"


def summary(corpus, ratios, different):
    line = f"{corpus:9} {len(ratios):8} {len(ratios) - different:6}"
    known = {n: r for n, r in ratios.items() if r}
    if known:
        least, most = (pick(known, key=known.get) for pick in (min, max))
        line += (f"  {mean(known):.4f}, from {known[least]:.4f} ({least})"
                 f" to {known[most]:.4f} ({most})")
    return line


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default="lathe")
    parser.add_argument("--corpora", default=",".join(CORPORA), help="only these, by commas")
    parser.add_argument("--tests", default=os.path.join(ROOT, "tests"), help="folder of corpora")
    parser.add_argument("--bitcode", help="folder of PROGRAM.front.bc")
    parser.add_argument("--work", help="folder of the packages and for results")
    parser.add_argument("--workloads", default=transforms.WORKLOADS, help="folder of PROGRAM.sh")
    parser.add_argument("--programs", default="", help="only these, by commas")
    parser.add_argument("--instructions", action="store_true", help="count them, which takes long")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="count every N-th call of a package's program only")
    parser.add_argument("--limit", type=float, default=1.02)
    parser.add_argument("--results", default=os.path.join(ROOT, "bench", "hir-identity.json"))
    parser.add_argument("--record", action="store_true", help="write the ratios to --results")
    parser.add_argument("files", nargs="*", metavar="FILE.c[:ARGUMENT]", help="instead of corpora")
    options = parser.parse_args()
    options.code = "O2"
    options.corpora = ["files"] if options.files else options.corpora.split(",")
    if "packages" in options.corpora and not (options.bitcode and options.work):
        parser.error("packages need --bitcode and --work")
    if options.record and not options.instructions:
        parser.error("--record needs --instructions")
    options.lathe = shutil.which(options.lathe) or options.lathe
    for name in ("lathe", "bitcode", "work", "workloads"):
        setattr(options, name, os.path.abspath(getattr(options, name) or ""))
    return options


def main():
    options = parse_options()
    recorded = (json.loads(transforms.contents(options.results))
                if os.path.exists(options.results) else {})
    rows, wrong = [], []
    for corpus in options.corpora:
        ratios, different = run_corpus(options, corpus)
        rows.append(summary(corpus, ratios, different))
        wrong += problems(options, corpus, ratios, different, recorded)
        recorded.setdefault(corpus, {}).update({n: round(r, 4) for n, r in ratios.items() if r})
    print(f"{'corpus':9} programs   same  instructions, geometric mean")
    print("\n".join(rows), flush=True)
    for line in wrong:
        print(f"campaign: {line}", file=sys.stderr)
    if options.record and not wrong:
        with open(options.results, "w") as file:
            json.dump(recorded, file, indent=1, sort_keys=True)
            file.write("\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    end_with(main)
