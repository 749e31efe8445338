#!/usr/bin/env python3
"""Runs the unit tests (ctest) and the lit suites of a build, and sums them up in one last line.

A skipped test is a failed one, unless tests/skips.txt says why it cannot run there.
"""
import argparse
import json
import os
import platform
import pty
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests")
sys.path.insert(0, os.path.join(TESTS, "fuzz"))

import seeds  # noqa: E402

LIT_PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED"}
NOT_ASKED_FOR = {"EXCLUDED"}  # by --filter


def site(build):
    """The lit configuration that CMake wrote for this build."""
    with open(os.path.join(build, "tests", "lit.site.cfg.py")) as config:
        return config.read()


def lit_program(build):
    """The lit that CMake found beside the LLVM of this build."""
    match = re.search(r'^config.llvm_bin = "(.*)"', site(build), re.M)
    return os.path.join(match[1], "lit") if match else sys.exit(
        "run_tests: no config.llvm_bin in the lit configuration of " + build)


def may_skip(build, skips):
    """The tests, or beginnings of their names, that may be skipped in this build."""
    where = {platform.machine()}
    if re.search(r'^config.sanitized = "ON"', site(build), re.M):
        where.add("san")
    try:
        for descriptor in pty.openpty():
            os.close(descriptor)
    except OSError:
        where.add("no-pty")
    with open(skips) as file:
        lines = [line.split(None, 2) for line in file if line.strip() and line[0] != "#"]
    bad = [line for line in lines if len(line) < 3]
    if bad:
        sys.exit(f"run_tests: {skips}: no reason is given: {' '.join(bad[0])}")
    return tuple(test for place, test, _ in lines if place in where)


def judge(results, allowed):
    """Results with each skipped test that may not be skipped made a failed one, which is said."""
    judged = []
    for name, state in results:
        if state == "skipped" and not name.startswith(allowed):
            print(f"run_tests: {name} was skipped: install what it needs (scripts/setup.sh test), "
                  "or say in tests/skips.txt why it cannot run")
            state = "failed"
        judged.append((name, state))
    return judged


def tally(results):
    """(passed, failed, skipped)."""
    states = [state for _, state in results]
    return tuple(states.count(word) for word in ("passed", "failed", "skipped"))


def unit_results(junit):
    words = {"run": "passed", "notrun": "skipped", "disabled": "skipped"}
    return [(case.get("name"), words.get(case.get("status"), "failed"))
            for case in xml.parse(junit).iter("testcase")]


def lit_results(path):
    with open(path) as file:
        tests = [(test["name"].split(" :: ")[-1], test["code"])
                 for test in json.load(file)["tests"]]
    return [(name, "passed" if c in LIT_PASSED else "skipped" if c in LIT_SKIPPED else "failed")
            for name, c in tests if c not in NOT_ASKED_FOR]


def whole(results, code):
    """A runner that dies without a report counts as one failure."""
    if code == 0 or any(state == "failed" for _, state in results):
        return results
    return results + [("the runner itself", "failed")]


def run_unit(build, jobs):
    junit = os.path.abspath(os.path.join(build, "unit.xml"))
    if os.path.exists(junit):
        os.remove(junit)
    code = subprocess.call(["ctest", "--test-dir", build, "-j", jobs, "--output-on-failure",
                            "--no-tests=ignore", "--timeout", "300", "--output-junit", junit])
    return whole(unit_results(junit) if os.path.exists(junit) else [], code)


def run_lit(build, jobs, filter_text, params):
    results = os.path.join(build, "lit.json")
    if os.path.exists(results):
        os.remove(results)
    command = [lit_program(build), "-sv", "--no-progress-bar", "-j", jobs, "--output", results]
    if filter_text:
        command += ["--filter", filter_text]
    command += [f"--param={param}" for param in params]
    code = subprocess.call(command + [os.path.join(build, "tests")])
    return whole(lit_results(results) if os.path.exists(results) else [], code)


def say_seed():
    """The seed of all random tests, unit tests and others."""
    seed, source = seeds.default()
    print(f"seed of random tests: LATHE_FUZZ_SEED={seed} ({source})", flush=True)
    return str(seed)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", default=str(os.cpu_count() or 1))
    parser.add_argument("--filter", default="", help="only the lit tests whose path matches")
    parser.add_argument("--param", action="append", default=[], help="NAME=VALUE for lit")
    parser.add_argument("--skips", default=os.path.join(TESTS, "skips.txt"),
                        help="file with the tests that may be skipped")
    options = parser.parse_args()
    began = time.time()
    os.environ["LATHE_FUZZ_SEED"] = say_seed()
    results = [] if options.filter else run_unit(options.build, options.jobs)
    results += run_lit(options.build, options.jobs, options.filter, options.param)
    results = judge(results, may_skip(options.build, options.skips))
    passed, failed, skipped = tally(results)
    if not results:
        print("run_tests: there are no tests to run", file=sys.stderr)
    print(f"tests took {time.time() - began:.0f} s")
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main())
