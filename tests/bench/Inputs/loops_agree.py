"""Builds every program of bench/loops.py in a small size and compares what the versions print:
loops_agree.py LATHE FOLDER"""
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import loops
from harness.versions import output

PEERS = ("polly", "gcc")  # what is compared with, but not promised


def printed(job):
    """What all versions of a program print, where one that differs is an error; and whether lathe
    has changed anything."""
    suite, name = job
    made = loops.versions(sys.argv[1], sys.argv[2], suite, name, ("-DSMALL=8",), PEERS)
    assert len(made.paths) == (3 if suite == "everyday" else 2), made.paths
    return output(made.paths["clang"]), not made.is_same("lathe")


jobs = [(suite, name) for suite in loops.SUITES for name in loops.programs(suite)]
with ThreadPoolExecutor(os.cpu_count()) as pool:
    found = dict(zip(jobs, pool.map(printed, jobs)))
for suite, name in jobs:
    text, _ = found[suite, name]
    assert text and (suite == "everyday" or text == found["constant", name][0]), (suite, name)
changed = sum(is_changed for _, is_changed in found.values())
assert changed > len(jobs) / 4, f"only {changed} of {len(jobs)} are changed"
print(len(jobs), "programs agree")
