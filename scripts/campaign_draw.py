#!/usr/bin/env python3
"""Builds drawn packages with clang, full LTO and lathe, and compares times and the packages' tests.

    campaign_draw.py --work FOLDER [--half first|second|all] [--ways clang,lto,lathe] [--lathe FILE]

FOLDER is that of draw.py. Each package is built from a fresh copy with clang-22 -O2, with
clang-22 -O2 -flto=full and with lathe cc -O2, by the usual configure and make. It holds if

    it ends         the build with lathe does, in ten times what full LTO takes (a minute at least)
    in time         processor time of the build is at most twice that of full LTO, and so is that of
                    all links where full LTO takes over a second for them
    tests pass      every test of its own that passes with clang passes with lathe

A draw's second half is there to be left alone while the first half's failures are mended, and to be
measured at the end: hence --half. --changes builds once more, unmeasured, and counts the types that
were changed. What was measured is kept in FOLDER; --again measures it anew.
Exit code: 0 all hold, 1 one does not, 2 something could not be run.
"""
import argparse
import glob
import json
import os
import re
import shutil

import build_source
from campaign_common import Failure, end_with

HERE = os.path.dirname(os.path.abspath(__file__))
LEAST_LINK = 1.0
WARNING = re.compile(r"^lathe\b.*", re.M)


def say(text):
    print(text, flush=True)


def load(path):
    if not os.path.exists(path):
        return None
    with open(path) as file:
        return json.load(file)


def store(path, data):
    with open(path, "w") as file:
        json.dump(data, file, indent=2)
        file.write("\n")


def half(names, which):
    middle = (len(names) + 1) // 2
    return {"first": names[:middle], "second": names[middle:], "all": names}[which]


class Campaign:
    def __init__(self, options):
        self.options = options
        self.compilers = build_source.ways(os.path.abspath(options.lathe))

    def path(self, name, way):
        return os.path.join(self.options.work, f"{name}.{way}")

    def measure(self, name, way, seconds, report=False):
        """{build, test} or {failed}; from the file if it was measured before."""
        folder = self.path(name, way + (".changes" if report else ""))
        result = None if self.options.again else load(folder + ".json")
        if result:
            return result
        say(f"campaign: {name}: {way}")
        try:
            tree = build_source.Tree(os.path.join(self.options.work, name), folder, way,
                                     self.compilers[way], self.options.jobs, report)
            tree.configure(self.options.seconds)
            result = {"build": tree.build(seconds), "programs": tree.programs()}
            if way in self.options.tests.split(",") and not report:
                result["test"] = tree.test(self.options.seconds)
        except build_source.Stop as stop:
            result = {"failed": str(stop)}
        result["warnings"] = warnings(folder + ".log")
        store(folder + ".json", result)
        if not self.options.keep:
            shutil.rmtree(folder, ignore_errors=True)
        return result

    def package(self, state):
        name = state["name"]
        row = {"name": name, "version": state["version"], "lines": state["lines"], "ways": {}}
        limit = self.options.seconds
        for way in self.options.ways.split(","):
            row["ways"][way] = self.measure(name, way, limit)
            if way == "lto" and "build" in row["ways"][way]:
                limit = max(60, int(10 * row["ways"][way]["build"]["processor"]))
        if self.options.changes and "lathe" in row["ways"]:
            self.measure(name, "lathe", limit, True)
            row["changed types"] = changed_types(self.path(name, "lathe.changes.reports"))
        row["wrong"] = judge(row["ways"], self.options.bound)
        return row


def warnings(log):
    """What lathe said while it built."""
    with open(log, errors="replace") as file:
        return sorted(set(WARNING.findall(file.read())))


def changed_types(folder):
    """Of all links together, by name and program."""
    found = set()
    for path in glob.glob(os.path.join(folder, "*.json")):
        report = load(path)
        found.update((report["output"], change["type"]) for change in report.get("changes", ()))
    return len(found)


def compare_tests(clang, lathe):
    """(passed with clang, of these lost with lathe)."""
    if not clang:
        return 0, []
    lathe = lathe or {"code": None, "results": {}}
    if clang["results"]:
        good = [name for name, passed in clang["results"].items() if passed]
        return len(good), [name for name in good if not lathe["results"].get(name)]
    if clang["code"] != 0:
        return 0, []
    return 1, [] if lathe["code"] == 0 else [f"exit code {lathe['code']}"]


def ratio(ways, what):
    """Of lathe to full LTO; None if one is missing or took no time."""
    mine, theirs = (ways.get(way, {}).get("build", {}).get(what) for way in ("lathe", "lto"))
    return round(mine / theirs, 2) if mine is not None and theirs else None


def judge(ways, bound):
    """Sentences on what does not hold."""
    wrong = []
    for way, result in ways.items():
        if "failed" in result:
            wrong.append(f"{way}: {result['failed']}")
    if "lathe" not in ways or "failed" in ways["lathe"]:
        return wrong
    if (ratio(ways, "processor") or 0) > bound:
        wrong.append(f"the build takes {ratio(ways, 'processor')} times as long as with full LTO")
    if (ways.get("lto", {}).get("build", {}).get("link", 0) > LEAST_LINK
            and ratio(ways, "link") > bound):
        wrong.append(f"links take {ratio(ways, 'link')} times as long as with full LTO")
    lost = compare_tests(ways.get("clang", {}).get("test"), ways["lathe"].get("test"))[1]
    if lost:
        wrong.append("tests that pass with clang only: " + ", ".join(lost[:5]))
    return wrong


def table(rows):
    say(f"{'package':24} {'lines':>7} {'clang':>7} {'lto':>7} {'lathe':>7} {'ratio':>6} "
        f"{'link lto':>8} {'lathe':>7} {'ratio':>6}  tests")
    for row in rows:
        ways = row["ways"]
        cells = [ways.get(way, {}).get("build", {}).get("processor", "-")
                 for way in ("clang", "lto", "lathe")]
        links = [ways.get(way, {}).get("build", {}).get("link", "-") for way in ("lto", "lathe")]
        test = ways.get("clang", {}).get("test")
        passed, lost = compare_tests(test, ways.get("lathe", {}).get("test"))
        tests = "none" if not test else f"{passed} pass with clang"
        if test and "lathe" in ways:
            tests += f", {passed - len(lost)} of them with lathe"
        say(f"{row['name']:24} {row['lines']:7} {cells[0]:>7} {cells[1]:>7} {cells[2]:>7} "
            f"{ratio(ways, 'processor') or '-':>6} {links[0]:>8} {links[1]:>7} "
            f"{ratio(ways, 'link') or '-':>6}  {tests}"
            + (f"; {row['changed types']} types changed" if "changed types" in row else ""))
        for line in row["wrong"] + ways.get("lathe", {}).get("warnings", [])[:3]:
            say(f"    {line}")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", default="build/draw", metavar="FOLDER")
    parser.add_argument("--half", choices=("first", "second", "all"), default="first")
    parser.add_argument("--packages", metavar="A,B", help="only these")
    parser.add_argument("--ways", default="clang,lto,lathe")
    parser.add_argument("--tests", default="clang,lathe", metavar="WAYS", help="that run tests")
    parser.add_argument("--lathe", default=os.path.join(HERE, "..", "build", "bin", "lathe"))
    parser.add_argument("--seconds", type=int, default=300, help="for a step with clang, or tests")
    parser.add_argument("--bound", type=float, default=2.0, help="for the ratios of times")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--changes", action="store_true", help="count types that were changed")
    parser.add_argument("--again", action="store_true", help="forget what was measured")
    parser.add_argument("--keep", action="store_true", help="the built trees")
    parser.add_argument("--json", metavar="FILE", help="write all that was measured")
    options = parser.parse_args()
    options.work = os.path.abspath(options.work)
    return options


def main():
    options = parse_options()
    drawn = load(os.path.join(options.work, "draw.json"))
    if not drawn:
        raise Failure(f"there is no draw in {options.work}; run draw.py first")
    states = half(drawn["taken"], options.half)
    if options.packages:
        states = [state for state in states if state["name"] in options.packages.split(",")]
    campaign = Campaign(options)
    rows = [campaign.package(state) for state in states]
    table(rows)
    if options.json:
        store(options.json, {"seed": drawn["seed"], "half": options.half, "packages": rows})
    wrong = sum(bool(row["wrong"]) for row in rows)
    say(f"campaign: {len(rows) - wrong} of {len(rows)} packages hold")
    return 1 if wrong else 0


if __name__ == "__main__":
    end_with(main)
