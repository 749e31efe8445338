#!/usr/bin/env python3
"""Runs real programs whose struct layouts were changed, and compares them with the unchanged ones.

For each program and level of bitcode (front-end, -O2) a matrix of pipelines: dtrans-shuffle with
many seeds, delete-fields, reorder-fields and both, and aos-to-soa, split, pool and everything, each
for all types that may. Each result is compiled without and with optimization and runs the program's
workload (scripts/workloads/PROGRAM.sh): output, exit codes and files must be those of the plain
program, built from the same bitcode in the same way. Seed 1 and everything run once more under
AddressSanitizer, put in after the transform, so that a size or offset that was forgotten is an
error wherever it hits.

Counted: the types that each transform really changed. Fewer than recorded is a failure.

Builds and runs that succeeded are not repeated for the same bitcode and workload.
Exit code: 0 all is equal, 1 a difference or a drop, 2 something could not be run.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from campaign_common import Failure, end_with, tool

WORKLOADS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "workloads")
LEVELS = ("front", "O2")
PACKAGES = {"abc2midi": "abcmidi", "glpsol": "glpk", "lua": "lua5.4", "minigzip": "zlib"}
# What a program may have found when it was configured, by a function it then calls.
LIBRARIES = {"tgetent": "-ltinfo", "deflate": "-lz"}
# Transforms other than shuffle; base-test is only counted, its layouts are the old ones.
TRANSFORMS = {"delete": "dtrans-delete-fields", "reorder": "dtrans-reorder-fields",
              "both": "dtrans-delete-fields,dtrans-reorder-fields",
              "soa": "dtrans-aos-to-soa<force>,dtrans-strip-annotations",
              "split": "dtrans-split<force>,dtrans-strip-annotations",
              "pool": "dtrans-pool<force>",
              "all": "dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force>,"
                     "dtrans-aos-to-soa<force>,dtrans-pool<force>,dtrans-strip-annotations"}
COUNTED = ["base", "shuffle", *TRANSFORMS]
CHANGED = re.compile(r'^%"?((?:__(?:DTT|DSH|DFD|DRF)_)+)([^" ]+)"? = type ', re.M)
# Types that are taken apart may leave no type behind: those are counted by lathe.
APART = ["soa", "split", "pool", "all"]
COUNTER = re.compile(r"^ *(\d+)  types changed by ", re.M)
POOLS = "lathe_pool_"  # what programs with pools call
RUN_SECONDS = 300
# What a run that was stopped begins with; it may do better when the machine is less busy.
LATE = b"not finished in time\n"
# A prelude of every workload: each command's exit code is part of the output.
PRELUDE = 'exec 3>&1\nrun() { "$@"; echo "[$?] $*" >&3; }\n. "$0"\n'
ADDRESS_SANITIZER = "asan"
CODE = {"O0": ["-O0"], "O2": ["-O2"],
        ADDRESS_SANITIZER: ["-O1", "-fsanitize=address", "-fsanitize-recover=address"]}
# Some programs have errors of their own: all are collected, and there must be no others.
SANITIZER_OPTIONS = "detect_leaks=0:halt_on_error=0:symbolize=1:log_path="
SUMMARY = re.compile(rb"^SUMMARY: AddressSanitizer: (\S+) .*?( in \S+)?$", re.M)


def digest(*parts):
    total = hashlib.sha256()
    for part in parts:
        total.update(part if isinstance(part, bytes) else part.encode())
        total.update(b"\0")
    return total.hexdigest()[:24]


def contents(path):
    with open(path, "rb") as file:
        return file.read()


class Variant:
    """One program at one level through one pipeline, '' for the plain one."""

    def __init__(self, program, level, name, passes):
        self.program, self.level, self.name, self.passes = program, level, name, passes
        self.bitcode, self.changed, self.count = None, [], 0

    def __str__(self):
        return f"{self.program} {self.level} {self.name}"


class Campaign:
    def __init__(self, options):
        self.options = options
        self.cache = os.path.join(options.work, "transforms")
        generator = os.path.join(WORKLOADS, "generate.py")
        self.inputs = os.path.join(self.cache, "inputs." + digest(contents(generator)))
        self.scripts = options.workloads
        self.codes = [c for c in CODE if c in options.code.split(",")]
        os.makedirs(self.cache, exist_ok=True)
        # A copy: a build in the meantime must not mix two of them.
        self.lathe_key = digest(contents(options.lathe))
        self.lathe = os.path.join(self.cache, "lathe." + self.lathe_key)
        if not os.path.exists(self.lathe):
            os.rename(shutil.copy2(options.lathe, self.lathe + ".new"), self.lathe)
        self.pools = os.path.join(os.path.dirname(options.lathe), "..", "lib", "liblathe-pool.a")
        self.pools_key = digest(contents(self.pools)) if os.path.exists(self.pools) else ""
        if not os.path.isdir(self.inputs):
            with tempfile.TemporaryDirectory(dir=self.cache) as folder:
                tool([sys.executable, generator, os.path.join(folder, "inputs")])
                os.rename(os.path.join(folder, "inputs"), self.inputs)
        names = sorted(os.listdir(self.inputs))
        # Paths are part of what programs print.
        self.workload_key = digest(PRELUDE, SANITIZER_OPTIONS, self.inputs, options.work,
                                   options.workloads,
                                   *(contents(os.path.join(self.inputs, n)) for n in names))

    # Step 1: the changed bitcode, without debug info, which code does not depend on.

    def transform(self, variant):
        source = os.path.join(self.options.bitcode, f"{variant.program}.{variant.level}.bc")
        key = digest(contents(source), variant.passes, self.lathe_key if variant.passes else "")
        path = os.path.join(self.cache, f"{variant.program}.{variant.level}.{key}.bc")
        if not os.path.exists(path):
            with tempfile.TemporaryDirectory(dir=self.cache) as folder:
                whole, stripped = os.path.join(folder, "whole.bc"), os.path.join(folder, "out.bc")
                if variant.passes:
                    stats = tool([self.lathe, "opt", "--load-seconds=0", "--stats",
                                  "--passes=" + variant.passes, source, "-o", whole])
                    with open(path + ".stats", "wb") as file:
                        file.write(stats)
                tool(["opt-22", "--strip-debug", whole if variant.passes else source,
                      "-o", stripped])
                os.rename(stripped, path)
        variant.bitcode = path
        variant.changed = sorted({m[2] for m in CHANGED.finditer(
            tool(["llvm-dis-22", path, "-o", "-"]).decode(errors="replace"))})
        variant.count = len(variant.changed)
        if variant.name in APART:
            variant.count = sum(map(int, COUNTER.findall(contents(path + ".stats").decode())))

    # Step 2: a program of it.

    def build(self, variant, code, program):
        source = variant.bitcode
        if code == ADDRESS_SANITIZER:
            # The pass looks at functions that the front end marked only.
            source = program + ".bc"
            tool(["opt-22", "-passes=forceattrs", "-force-attribute=sanitize_address",
                  variant.bitcode, "-o", source])
        calls = tool(["llvm-nm-22", "-u", "-j", source]).decode().split()
        libraries = [LIBRARIES[name] for name in LIBRARIES if name in calls]
        if any(name.startswith(POOLS) for name in calls):
            libraries.append(self.pools)
        tool(["clang-22", "-w", *CODE[code], "-x", "ir", source, "-x", "none", "-o", program, "-lm",
              *libraries])

    # Step 3: what it does.

    def result_path(self, variant, code, suffix):
        """Where a result is kept: its name tells all that it depends on."""
        helpers = sorted(n for n in os.listdir(self.scripts)
                         if n.startswith(variant.program + "."))
        key = digest(contents(variant.bitcode), " ".join(CODE[code]),
                     self.pools_key if "pool" in variant.passes else "",
                     self.workload_key,
                     *(contents(os.path.join(self.scripts, n)) for n in helpers))
        return os.path.join(self.cache, f"{variant.program}.{code}.{key}.{suffix}")

    def run(self, variant, code, again=False):
        """The output and all files, as one text of which files are digests. `again` makes a
        second result, to be compared with the first."""
        path = self.result_path(variant, code, "again" if again else "txt")
        if os.path.exists(path):
            return contents(path)
        with tempfile.TemporaryDirectory(dir=self.cache) as folder:
            program = os.path.join(folder, variant.program)
            self.build(variant, code, program)
            result = self.execute(variant, program)
        if not result.startswith(LATE):
            with open(path + ".new", "wb") as file:
                file.write(result)
            os.rename(path + ".new", path)
        return result

    def execute(self, variant, program, seconds=RUN_SECONDS):
        script = os.path.join(self.scripts, variant.program + ".sh")
        package = PACKAGES.get(variant.program, variant.program)
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as logs:
            env = {"PATH": os.path.dirname(program) + ":/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC",
                   "HOME": "/", "SRC": os.path.join(self.options.work, package),
                   "IN": self.inputs, "HERE": self.scripts,
                   "ASAN_OPTIONS": SANITIZER_OPTIONS + os.path.join(logs, "log")}
            run = subprocess.Popen(["setarch", "-R", "sh", "-c", PRELUDE, script], cwd=folder,
                                   env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
            try:
                output, _ = run.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                output = LATE + run.communicate()[0]
            return (output.replace(folder.encode(), b"FOLDER") + self.files(folder)
                    + self.reports(logs))

    @staticmethod
    def reports(folder):
        """What the sanitizer found, in which functions."""
        found = set()
        for name in os.listdir(folder):
            found |= {m[1] + (m[2] or b"") for m in
                      SUMMARY.finditer(contents(os.path.join(folder, name)))}
        return b"".join(b"\nsanitizer: " + text for text in sorted(found))

    @staticmethod
    def files(folder):
        lines = []
        for place, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(place, name)
                lines.append(f"file {os.path.relpath(path, folder)} {os.path.getsize(path)} "
                             f"{digest(contents(path))}")
        return "\n".join(lines).encode()


def first_difference(plain, changed):
    """A few words on where the two outputs part."""
    a, b = (x.decode(errors="replace").splitlines() for x in (plain, changed))
    for n, (left, right) in enumerate(zip(a, b)):
        if left != right:
            return f"line {n + 1} is '{right[:160]}', not '{left[:160]}'"
    return f"{len(b)} lines, not {len(a)}"


def matrix(options, program, level, only_optimized):
    seeds = options.seeds
    if level == "O2" and only_optimized and seeds == parse_options([]).seeds:
        seeds *= 2
    only = options.only.split(",") if options.only else COUNTED
    if "base" in only:
        yield Variant(program, level, "base", "dtrans-base-test")
    for name, passes in TRANSFORMS.items():
        if name in only:
            yield Variant(program, level, name, passes)
    for seed in range(1, seeds + 1) if "shuffle" in only else ():
        yield Variant(program, level, f"shuffle {seed}", f"dtrans-shuffle<seed={seed}>")


def check(campaign, plain, variant):
    """Builds and runs one variant; yields what is wrong with it."""
    try:
        campaign.transform(variant)
        if variant.name == "base" or not variant.count:
            return
        for code in campaign.codes:
            if code == ADDRESS_SANITIZER and variant.name not in ("shuffle 1", "all"):
                continue
            # The sanitizer is held against the program itself: it must find nothing new.
            want, got = campaign.run(plain, code), campaign.run(variant, code)
            if want != got:
                yield f"{variant} at {code}: {first_difference(want, got)}"
    except Failure as failure:
        yield f"{variant}: {failure}"


def check_plain(campaign, pool, plain):
    """The workload must give the same output twice, or comparing says nothing."""
    campaign.transform(plain)
    first = list(pool.map(lambda c: campaign.run(plain, c), campaign.codes))[0]
    again = campaign.run(plain, campaign.codes[0], again=True)
    codes = re.findall(rb"^\[(\d+)\] ", first, re.M)
    if not codes or {b"126", b"127"} & set(codes):
        yield f"{plain} cannot run its workload"
    if first != again:
        yield f"{plain} is not the same twice: {first_difference(first, again)}"


def program_level(campaign, pool, program, level, only_optimized):
    """All variants of one program at one level; the counts and the problems."""
    plain = Variant(program, level, "plain", "")
    problems = list(check_plain(campaign, pool, plain))
    variants = list(matrix(campaign.options, program, level, only_optimized))
    for found in pool.map(lambda v: list(check(campaign, plain, v)), variants):
        problems += found
    counts = collections.defaultdict(list)
    for v in variants:
        counts[v.name.split()[0]].append(v.count)
    result = {name: min(counts[name]) for name in COUNTED if name in counts}
    missing = [t for t in only_optimized
               if level == "O2" and not campaign.options.only
               and not any(t in v.changed for v in variants)]
    return result, problems, missing


def drops(program, level, old, new):
    for name in new:
        if new[name] < old.get(name, 0):
            yield f"{program} ({level}): {name} changed {new[name]} types, recorded are {old[name]}"


def parse_options(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    needed = arguments is None
    parser.add_argument("--lathe", required=needed, help="the lathe to run")
    parser.add_argument("--bitcode", required=needed, help="folder of PROGRAM.front.bc, .O2.bc")
    parser.add_argument("--work", required=needed, help="folder of the packages and for results")
    parser.add_argument("--counts", required=needed, metavar="FILE", help="the recorded counts")
    parser.add_argument("--yield", dest="recorded_yield", required=needed, metavar="FILE",
                        help="the recorded yield, which names the types legal at -O2 only")
    parser.add_argument("--workloads", default=WORKLOADS, help="folder of PROGRAM.sh")
    parser.add_argument("--programs", default="", help="only these, by commas")
    parser.add_argument("--levels", default=",".join(LEVELS), help="only these, by commas")
    parser.add_argument("--only", default="", help=f"of {', '.join(COUNTED)}, by commas")
    parser.add_argument("--seeds", type=int, default=10,
                        help="of shuffle; unless given, twice as many for -O2 bitcode with types "
                             "that are legal there only")
    parser.add_argument("--code", default=",".join(CODE),
                        help=f"only these ways to generate code, of {', '.join(CODE)}")
    parser.add_argument("--record", action="store_true", help="write the counts")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    for name in ("lathe", "bitcode", "work", "workloads"):
        setattr(options, name, os.path.abspath(getattr(options, name) or ""))
    return options


def add_new(lathe):
    """Transforms of layouts, which all can be planned, that stand in no pipeline above are tried
    alone."""
    for row in json.loads(tool([lathe, "passes", "--json"], 60))["passes"]:
        keys = {param["key"] for param in row["params"]}
        if "plan" not in keys or any(row["name"] in passes for passes in TRANSFORMS.values()):
            continue
        name = row["name"].removeprefix("dtrans-")
        force = "<force>" if "force" in keys else ""
        TRANSFORMS[name] = f"{row['name']}{force},dtrans-strip-annotations"
        COUNTED.append(name)
        APART.append(name)


def main():
    options = parse_options()
    add_new(options.lathe)
    campaign = Campaign(options)
    with open(options.recorded_yield) as file:
        recorded_yield = json.load(file)
    programs = options.programs.split(",") if options.programs else sorted(recorded_yield)
    recorded = json.loads(contents(options.counts)) if os.path.exists(options.counts) else {}
    problems = []
    print(f"{'program':10} {'level':5} " + " ".join(f"{x:>8}" for x in COUNTED)
          + "  types changed", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program in programs:
            for level in options.levels.split(","):
                extra = recorded_yield[program]["legal only at O2"]
                counts, found, missing = program_level(campaign, pool, program, level, extra)
                print(f"{program:10} {level:5} "
                      + " ".join(f"{counts.get(x, '-'):>8}" for x in COUNTED)
                      + f"  {'differs' if found else 'same'}", flush=True)
                if missing:
                    print(f"{'':17}legal only at -O2, not changed: {', '.join(missing)}")
                if not options.record:
                    found += drops(program, level, recorded.get(program, {}).get(level, {}), counts)
                for problem in found:
                    print(f"campaign: {problem}", file=sys.stderr, flush=True)
                problems += found
                if options.record:
                    recorded.setdefault(program, {}).setdefault(level, {}).update(counts)
    if options.record and not problems:
        with open(options.counts, "w") as file:
            json.dump(recorded, file, indent=1, sort_keys=True)
            file.write("\n")
    return 1 if problems else 0


if __name__ == "__main__":
    end_with(main)
