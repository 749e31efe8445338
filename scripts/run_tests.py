#!/usr/bin/env python3
"""Runs the unit tests (ctest) and the lit suites of a build, and sums them up in one last line."""
import argparse
import json
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

LIT_PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def lit_program(build):
    """The lit that CMake found beside the LLVM of this build."""
    with open(os.path.join(build, "tests", "lit.site.cfg.py")) as config:
        for line in config:
            if line.startswith("config.llvm_bin"):
                return os.path.join(line.split('"')[1], "lit")
    sys.exit("run_tests: no config.llvm_bin in the lit configuration of " + build)


def tally(states):
    """(passed, failed, skipped) of a list of those three words."""
    return tuple(states.count(word) for word in ("passed", "failed", "skipped"))


def unit_states(junit):
    words = {"run": "passed", "notrun": "skipped", "disabled": "skipped"}
    return [words.get(case.get("status"), "failed") for case in xml.parse(junit).iter("testcase")]


def lit_states(path):
    with open(path) as file:
        codes = [test["code"] for test in json.load(file)["tests"]]
    return ["passed" if c in LIT_PASSED else "skipped" if c in LIT_SKIPPED else "failed"
            for c in codes]


def run_unit(build, jobs):
    """The states of the unit tests; a runner that dies without a report counts as one failure."""
    junit = os.path.abspath(os.path.join(build, "unit.xml"))
    if os.path.exists(junit):
        os.remove(junit)
    code = subprocess.call(["ctest", "--test-dir", build, "-j", jobs, "--output-on-failure",
                            "--no-tests=ignore", "--timeout", "300", "--output-junit", junit])
    states = unit_states(junit) if os.path.exists(junit) else []
    return states if code == 0 or "failed" in states else states + ["failed"]


def run_lit(build, jobs, filter_text, params):
    results = os.path.join(build, "lit.json")
    if os.path.exists(results):
        os.remove(results)
    command = [lit_program(build), "-sv", "--no-progress-bar", "-j", jobs, "--output", results]
    if filter_text:
        command += ["--filter", filter_text]
    command += [f"--param={param}" for param in params]
    code = subprocess.call(command + [os.path.join(build, "tests")])
    states = lit_states(results) if os.path.exists(results) else []
    return states if code == 0 or "failed" in states else states + ["failed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", default=str(os.cpu_count() or 1))
    parser.add_argument("--filter", default="", help="only the lit tests whose path matches")
    parser.add_argument("--param", action="append", default=[], help="NAME=VALUE for lit")
    options = parser.parse_args()
    began = time.time()
    states = [] if options.filter else run_unit(options.build, options.jobs)
    states += run_lit(options.build, options.jobs, options.filter, options.param)
    passed, failed, skipped = tally(states)
    if not states:
        print("run_tests: there are no tests to run", file=sys.stderr)
    print(f"tests took {time.time() - began:.0f} s")
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return 1 if failed or not states else 0


if __name__ == "__main__":
    sys.exit(main())
