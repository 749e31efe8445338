#!/usr/bin/env python3
"""Makes the loops of real programs again from HIR, runs the programs and compares.

    campaign_hir.py --lathe L --bitcode FOLDER --work FOLDER [--programs A,B] [--instructions]

Each program, as the front end leaves it, goes through hir-canonicalize alone, then with
hir-identity, then through hir-optimize; it is compiled at -O2 and runs its workload: output, exit
codes and files must be the same. With --instructions, the workload runs under callgrind as well,
before and after hir-identity: the geometric mean of the ratios must not be above --limit. The
folders are those of campaign_transforms.py.
"""

import argparse
import math
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile

import campaign_transforms as transforms
from campaign_transforms import Campaign, Failure, Variant

PIPELINES = {"identity": "hir-canonicalize,hir-identity",
             "optimize": "hir-optimize"}
# Stands in the place of the program and counts what it executes from main on.
COUNTING = """#!/bin/sh
exec valgrind --tool=callgrind --toggle-collect=main --callgrind-out-file=/dev/null \\
    --log-file={logs}/%p {program} "$@"
"""


def count(campaign, variant, folder):
    """Instructions of the whole workload."""
    program, logs = os.path.join(folder, "real"), os.path.join(folder, "logs")
    wrapper = os.path.join(folder, "bin", variant.program)
    for made in (logs, os.path.dirname(wrapper)):
        shutil.rmtree(made, ignore_errors=True)
        os.mkdir(made)
    campaign.build(variant, "O2", program)
    with open(wrapper, "w") as file:
        file.write(COUNTING.format(logs=logs, program=program))
    os.chmod(wrapper, stat.S_IRWXU)
    campaign.execute(variant, wrapper, os.path.join(campaign.scripts, variant.program + ".sh"))
    return sum(int(n) for name in os.listdir(logs) for n in re.findall(
        r"Collected : (\d+)", transforms.contents(os.path.join(logs, name)).decode()))


def ratio(campaign, plain, variant):
    with tempfile.TemporaryDirectory(dir=campaign.cache) as folder:
        before, after = (count(campaign, v, folder) for v in (plain, variant))
    if not before or not after:
        raise Failure(f"{variant}: callgrind counts nothing")
    return after / before


def check(campaign, program):
    """What is wrong, and how many instructions remain of one."""
    plain = Variant(program, "front", "canonical", "hir-canonicalize")
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
            cost = ratio(campaign, plain, variant)
    return wrong, cost


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", required=True)
    parser.add_argument("--bitcode", required=True, help="folder of PROGRAM.front.bc")
    parser.add_argument("--work", required=True, help="folder of the packages and for results")
    parser.add_argument("--workloads", default=transforms.WORKLOADS, help="folder of PROGRAM.sh")
    parser.add_argument("--programs", default="", help="only these, by commas")
    parser.add_argument("--instructions", action="store_true", help="count them, which takes long")
    parser.add_argument("--limit", type=float, default=1.02)
    options = parser.parse_args()
    options.code = "O2"
    for name in ("lathe", "bitcode", "work", "workloads"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    return options


def main():
    options = parse_options()
    campaign = Campaign(options)
    names = sorted(n.partition(".")[0] for n in os.listdir(options.bitcode)
                   if n.endswith(".front.bc"))
    failed, logs = False, []
    for program in options.programs.split(",") if options.programs else names:
        try:
            wrong, cost = check(campaign, program)
        except (Failure, subprocess.TimeoutExpired) as failure:
            wrong, cost = [str(failure)], None
        more = f", instructions {cost:.4f}" if cost else ""
        print(f"{program:10} {'differs' if wrong else 'same'}{more}", flush=True)
        for line in wrong:
            print(f"campaign: {line}", file=sys.stderr, flush=True)
        failed |= bool(wrong)
        logs += [math.log(cost)] if cost else []
    mean = math.exp(sum(logs) / len(logs)) if logs else 1
    if logs:
        print(f"instructions, geometric mean of {len(logs)}: {mean:.4f}")
    return 1 if failed or mean > options.limit else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"campaign: {failure}", file=sys.stderr)
        sys.exit(2)
