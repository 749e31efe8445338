#!/usr/bin/env python3
"""Builds real projects with lathe cc, as their authors would, and runs their own tests.

    campaign_cc.py [--build BUILD] [--projects A,B] [--flathe=LIST] [--record]

Each project is a Debian source package. It is built from a fresh copy in up to four ways: with
plain clang, with CC="lathe cc", as clang -flto=full with fat objects does it, and, where the table
says so, through the plugin with lld. The usual configure and make, nothing else; the project's own
tests must then end as they do with clang. Compared besides:

    build time   processor time of lathe cc against that of the fat full-LTO build: both compile
                 everything twice
    run time     instructions of a workload, where no type could be changed, against full LTO

Exit code: 0 all is well, 1 a test fails or a bound is broken, 2 something could not be run.
"""
import argparse
import glob
import json
import os
import re
import resource
import shutil
import subprocess

from campaign_common import Failure, end_with

HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = os.path.join(HERE, "..", "bench", "cc-projects.json")
BUILD_BOUND, RUN_BOUND = 1.5, 1.02
FULL_LTO = "-flto=full -ffat-lto-objects -fuse-ld=lld"
CMAKE = ("cmake -S . -B out -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE='-O2 -DNDEBUG' "
         "-DCMAKE_C_COMPILER_LAUNCHER= {options}")
CMAKE_MAKE = ("cmake --build out", "ctest --test-dir out --output-on-failure")

# Debian builds it with libtool, as C and as C++.
LUA = "LIBTOOL=libtool DEB_HOST_MULTIARCH=lib CC=\"$CC\" CXX=\"$CXX\""

# The words of each step see CC and CXX. A workload is a program of the built tree and its options;
# it reads a file, and finds the tree's own libraries.
PROJECTS = {
    "lua5.4": {
        "build": "make -C src linux " + LUA,
        "test": f"make -C src test {LUA} && src/lua {{workloads}}/lua.lua one two",
    },
    "bzip2": {
        "build": "make CC=\"$CC\"",
        "test": "make test CC=\"$CC\"",
        "workload": "./bzip2 -c",
        "strip": "bzip2 libbz2.so.1.0",
        "plugin": True,
    },
    "zlib": {
        "configure": "./configure --static",
        "build": "make",
        "test": "make test",
        "workload": "./minigzip -c",
    },
    "potrace": {
        "configure": "./configure",
        "build": "make",
        "test": "make check",
    },
    "cjson": {
        "configure": CMAKE.format(options="-DENABLE_CJSON_TEST=On"),
        "build": CMAKE_MAKE[0],
        "test": CMAKE_MAKE[1],
    },
    "jansson": {
        "configure": CMAKE.format(options="-DJANSSON_BUILD_DOCS=OFF"),
        "build": CMAKE_MAKE[0],
        "test": CMAKE_MAKE[1],
    },
}
COLLECTED = re.compile(r"Collected : (\d+)")


def say(text):
    print(text, flush=True)


def shell(line, folder, log, environment):
    """The processor time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(log, "ab") as out:
        out.write(f"+ {line}\n".encode())
        out.flush()
        code = subprocess.call(["sh", "-c", line], cwd=folder, stdout=out,
                               stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                               env={**os.environ, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code != 0:
        raise Failure(f"exit code {code}: {line}; see {log}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Campaign:
    def __init__(self, options):
        self.build = os.path.abspath(options.build)
        self.lathe = os.path.join(self.build, "bin", "lathe")
        self.sources = os.path.join(self.build, "campaign")
        self.work = os.path.join(self.sources, "cc")
        self.workload = self.lathe  # any large file will do
        self.seconds = {"lathe": 0.0, "lto": 0.0}
        self.failed = False
        flags = subprocess.run([self.lathe, "--lto-flags"], capture_output=True, text=True)
        if flags.returncode != 0:
            raise Failure(f"{self.lathe} --lto-flags: {flags.stderr.strip()}")
        wish = f" -flathe={options.flathe}" if options.flathe else ""
        self.compilers = {"clang": "clang-22", "lathe": f"{self.lathe} cc{wish}",
                          "lto": f"clang-22 {FULL_LTO}",
                          "plugin": f"clang-22 {flags.stdout.strip()}"}

    def fail(self, text):
        self.failed = True
        say(f"campaign: {text}")

    def fetch(self, name):
        fetch = subprocess.run(["sh", os.path.join(HERE, "fetch-source.sh"), name, self.sources],
                               capture_output=True, text=True, check=False)
        if fetch.returncode != 0:
            raise Failure(f"{name} cannot be fetched: {fetch.stderr.strip()[-300:]}")

    def make(self, name, way):
        """Builds and tests a fresh copy; the folder and the seconds of the build."""
        steps = PROJECTS[name]
        folder = os.path.join(self.work, f"{name}.{way}")
        log = folder + ".log"
        shutil.rmtree(folder, ignore_errors=True)
        if os.path.exists(log):
            os.remove(log)
        shutil.copytree(os.path.join(self.sources, name), folder, symlinks=True)
        shell("rm -f .configured; [ ! -f Makefile ] || make distclean || make clean || :",
              folder, log, {})
        compiler = self.compilers[way]
        plus = compiler.replace("clang-22", "clang++-22").replace("lathe cc", "lathe c++")
        environment = {"CC": compiler, "CXX": plus}
        seconds = 0.0
        if "configure" in steps:
            shell(steps["configure"], folder, log, environment)
        seconds += shell(steps["build"], folder, log, environment)
        shell(steps["test"].format(workloads=os.path.join(HERE, "workloads")), folder, log,
              environment)
        return folder, seconds

    def instructions(self, command, folder):
        run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                              *command.split(), self.workload], cwd=folder, capture_output=True,
                             check=False, env={**os.environ, "LD_LIBRARY_PATH": folder})
        found = COLLECTED.search(run.stderr.decode(errors="replace"))
        if run.returncode != 0 or not found:
            raise Failure(f"callgrind of {command} in {folder}: exit code {run.returncode}")
        return int(found.group(1)), run.stdout

    def compare_runs(self, name, lathe, lto):
        command = PROJECTS[name]["workload"]
        # Debian 12's valgrind cannot read the debug info of clang 22.
        for folder in (lathe, lto):
            shell(f"strip -g {PROJECTS[name].get('strip', command.split()[0])}", folder,
                  folder + ".log", {})
        mine, output = self.instructions(command, lathe)
        theirs, expected = self.instructions(command, lto)
        if output != expected:
            self.fail(f"{name}: the workload's output differs from full LTO's")
        return mine / theirs

    def project(self, name):
        self.fetch(name)
        row = {"version": version(os.path.join(self.sources, name))}
        self.make(name, "clang")
        lathe, mine = self.make(name, "lathe")
        lto, theirs = self.make(name, "lto")
        row["build"] = round(mine / theirs, 2)
        if mine / theirs > BUILD_BOUND:
            self.fail(f"{name} takes {row['build']} times as long to build as with full LTO")
        self.seconds["lathe"] += mine
        self.seconds["lto"] += theirs
        if "workload" in PROJECTS[name]:
            row["run"] = round(self.compare_runs(name, lathe, lto), 4)
            if row["run"] > RUN_BOUND:
                self.fail(f"{name} executes {row['run']} times the instructions of full LTO")
        if PROJECTS[name].get("plugin"):
            self.make(name, "plugin")
            row["plugin"] = "tests pass"
        row["tests"] = "pass"
        say(f"{name:10} {row['version']:16} tests pass, build {row['build']}"
            + (f", run {row['run']}" if "run" in row else "")
            + (", plugin: tests pass" if "plugin" in row else ""))
        return row


def version(folder):
    """Of the package, from its Debian changelog."""
    for name in glob.glob(os.path.join(folder, "debian", "changelog")):
        with open(name) as file:
            return re.search(r"\(([^)]*)\)", file.readline()).group(1)
    return "unknown"


def record(rows):
    """Other projects' rows stay as they were."""
    if os.path.exists(RECORD):
        with open(RECORD) as file:
            rows = {**json.load(file)["projects"], **rows}
    with open(RECORD, "w") as file:
        json.dump({"projects": rows}, file, indent=2, sort_keys=True)
        file.write("\n")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--projects", default=",".join(PROJECTS))
    parser.add_argument("--flathe", metavar="LIST", help="what to do instead of the default")
    parser.add_argument("--record", action="store_true", help="write bench/cc-projects.json")
    return parser.parse_args()


def main():
    options = parse_options()
    campaign = Campaign(options)
    os.makedirs(campaign.work, exist_ok=True)
    rows = {name: campaign.project(name) for name in options.projects.split(",")}
    ratio = campaign.seconds["lathe"] / campaign.seconds["lto"]
    say(f"build time, all together: {ratio:.2f} of fat full LTO (bound {BUILD_BOUND})")
    if ratio > BUILD_BOUND:
        campaign.fail("the builds take too long")
    if options.record:
        record(rows)
    return 1 if campaign.failed else 0


if __name__ == "__main__":
    end_with(main)
