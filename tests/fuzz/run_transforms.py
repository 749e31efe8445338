#!/usr/bin/env python3
"""Runs random loop nests before and after transforms: run_transforms.py --count 2000 [--keep DIR]

Nests come from gen_nests.py, --nests of them in one file. Each file goes through transforms alone,
through a random sequence of five with the code made again in between, and through one on a single
HIR; it is compiled at -O0, sometimes at -O2, and run: what each nest leaves in memory must be the
same to the bit. Transforms are the passes of `lathe passes`
whose names begin with hir-, without those that only read or prepare; a file goes through a few of
them alone, the next through others, and every other file is made perfect first. Of a nest that
differs, the shortest sequence that shows it and its own source are kept in --keep. A nest of which
clang, without lathe, makes the very same other thing at that level is told, but not counted: that
is clang's own error. Prints how often each transform was done, and for each form of gen_forms.py
how many nests of it there were and hir-optimize changed. Seeds: seeds.py. Exit code 0 if all nests
are the same and every transform was done, 1 if not.
"""

import argparse
import json
import collections
import concurrent.futures
import functools
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, "Inputs")
sys.path.insert(0, HERE)

import gen_forms  # noqa: E402
import gen_nests  # noqa: E402
import seeds  # noqa: E402

NO_TRANSFORMS = ("hir-canonicalize", "hir-print", "hir-test-")
SILENT = ("hir-identity",)  # says nothing of what it does
# In front of a sequence: all of it is done to one HIR, which is lowered then.
TOGETHER = "together"
NOT_TOGETHER = ("hir-identity", "hir-optimize")
# Values for parameters that passes may have.
VALUES = {"factor": [2, 2, 3, 4, 5], "size": [2, 3, 4, 5, 8], "sizes": ["2", "4:3", "3:4:2", "0:4"],
          "level": [1, 2, 3]}
FRONT_END = ["-O1", "-Xclang", "-disable-llvm-passes"]
LEVELS = [FRONT_END, FRONT_END,
          ["-O1", "-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize"]]
RARE = 20  # files more for a transform that no file has shown: some change one nest in hundreds
LOOK_AT = 3  # nests that differ, of one file after one sequence: the others are only counted
PASS = re.compile(r"^lathe: note: ([\w-]+)$", re.M)
DONE = re.compile(r"in '(\w+)' done")
FORM = re.compile(r"^void f\d+_(\w+)\(", re.M)


class Failed(Exception):
    pass


def parse_args():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=2000, help="of nests")
    seeds.add_arguments(p, "file")
    p.add_argument("--nests", type=int, default=100, help="in one file")
    p.add_argument("--alone", type=int, default=3, help="transforms alone, for each file")
    p.add_argument("--sequences", type=int, default=1, help="of five transforms, for each file")
    p.add_argument("--together", type=int, default=1, help="of five transforms on one HIR")
    p.add_argument("--passes", action="append",
                   help="only this sequence, instead of random ones; may be given several times")
    seeds.add_pass_arguments(p)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang-22")
    p.add_argument("--timeout", type=float, default=120)
    p.add_argument("--sanitize", action="store_true", help="see that the nests are defined")
    return p.parse_args()


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **more)


def tool(command, **more):
    done = run(command, **more)
    if done.returncode:
        raise Failed(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr[-1000:]}")
    return done


def find_transforms(lathe):
    """Name -> parameters that it takes, of those that have values here."""
    rows = json.loads(tool([lathe, "passes", "--json"]).stdout)["passes"]
    return {row["name"]: [param["key"] for param in row["params"] if param["key"] in VALUES]
            for row in rows
            if row["name"].startswith("hir-") and not row["name"].startswith(NO_TRANSFORMS)}


def with_values(r, name, keys):
    chosen = [f"{key}={r.choice(VALUES[key])}" for key in keys if r.random() < 0.8]
    return f"{name}<{';'.join(chosen)}>" if chosen else name


def sequences(options, r, seed):
    if options.passes:
        return [passes.split(",") for passes in options.passes]
    names, keys = list(options.transforms), options.transforms
    # More can be done with nests that are perfect.
    first = ["hir-perfect"] if "hir-perfect" in names and seed % 2 else []
    chosen = [[names[(seed * options.alone + i) % len(names)]] for i in range(options.alone)]
    chosen += [r.choices(names, k=5 - len(first)) for _ in range(options.sequences)]
    steps = [name for name in names if name not in NOT_TOGETHER]
    chosen += [r.choices(steps, k=5 - len(first)) for _ in range(options.together)]
    chosen = [[with_values(r, name, keys[name]) for name in first + sequence]
              for sequence in chosen]
    apart = len(chosen) - options.together
    return chosen[:apart] + [[TOGETHER, *sequence] for sequence in chosen[apart:]]


def as_step(options, name):
    """As hir-test-sequence has it, with one number: tile/4 for hir-tile<size=4;level=2>. Where that
    is a size or a factor, a level alone is left out."""
    whole, _, rest = name.partition("<")
    step = name.removeprefix("hir-").replace("<within>", "-within").partition("<")[0]
    sized = set(options.transforms.get(whole, ())) - {"level"}
    numbers = [word for word in rest.rstrip(">").split(";") if "=" in word]
    numbers = [word for word in numbers if not (sized and word.startswith("level="))]
    return f"{step}/{numbers[0].split('=')[1]}" if numbers else step


def pipeline(options, sequence):
    """For nests that are canonical already."""
    if sequence[0] == TOGETHER:
        steps = ":".join(as_step(options, name) for name in sequence[1:])
        return f"hir-test-sequence<steps={steps}>"
    return ",hir-canonicalize,".join(sequence)


class File:
    """The nests of a seed with these numbers, compiled."""

    def __init__(self, options, seed, numbers, folder):
        self.options, self.seed, self.numbers, self.folder = options, seed, list(numbers), folder
        r = random.Random(seed)
        self.source, self.bitcode = self.path("nests.c"), self.path("nests.bc")
        with open(self.source, "w") as file:
            file.write(gen_nests.program(seed, self.numbers))
        self.flags = (r.choice(LEVELS) + r.choice([[], ["-fwrapv"]]) +
                      r.choice([[], ["-ffp-contract=off"]]) +
                      r.choice([[], ["-fno-math-errno"]]) + ["-w"])
        self.flags += [] if gen_nests.has_types(seed) else ["-fno-strict-aliasing"]
        self.sequences = sequences(options, r, seed)
        tool([options.clang, *self.flags, f"-I{INPUTS}", "-c", "-emit-llvm", self.source,
              "-o", self.path("front-end.bc")])
        self.plain = {}  # results by level
        self.expected = self.without_lathe("-O0")
        tool([options.lathe, "opt", "--passes=hir-canonicalize", self.path("front-end.bc"),
              "-o", self.bitcode])

    def path(self, name):
        return os.path.join(self.folder, name)

    def forms(self):
        """What the names of functions say of them."""
        with open(self.source) as file:
            return FORM.findall(file.read())

    def sanitize(self):
        program = self.path("probe")
        tool([self.options.clang, "-w", "-O1", "-g", "-fsanitize=undefined,address",
              "-fno-sanitize=alignment,bounds,function", "-fno-sanitize-recover=undefined",
              f"-I{INPUTS}", self.source, os.path.join(INPUTS, "nest_main.c"), "-lm",
              "-o", program])
        tool([program])

    def results(self, bitcode, level):
        """By nest, a number, or how the program ended."""
        program = self.path("program")
        tool([self.options.clang, "-w", level, bitcode, self.options.main, "-lm",
              "-o", program])
        found, start = {}, 0
        while start < len(self.numbers):
            try:
                done = run([program, str(start)], timeout=self.options.timeout)
                text, end = done.stdout, f"exit {done.returncode}"
            except subprocess.TimeoutExpired as late:
                text, end = (late.stdout or b"").decode(), "does not end"
            lines = [line.split() for line in text.splitlines()]
            for line in lines:
                found[line[0]] = line[1] if len(line) > 1 else end
            start += max(1, len(lines))
        return found

    def without_lathe(self, level):
        if level not in self.plain:
            self.plain[level] = self.results(self.path("front-end.bc"), level)
        return self.plain[level]

    def through(self, passes, source, target):
        loads = [f"--load={file}" for file in self.options.load]
        return tool([self.options.lathe, "opt", *loads, "--verbose", f"--passes={passes}", source,
                     "-o", target], timeout=600).stderr

    @functools.cached_property
    def perfect(self):
        """Bitcode that several sequences begin with."""
        self.through("hir-perfect,hir-canonicalize", self.bitcode, self.path("perfect.bc"))
        return self.path("perfect.bc")

    def transform(self, sequence):
        """What lathe says of it; new.bc is made."""
        if sequence == ["hir-optimize"]:  # brings functions into shape itself
            passes, source = sequence[0], self.path("front-end.bc")
        elif sequence[0] == "hir-perfect" and len(sequence) > 1:
            passes, source = pipeline(self.options, sequence[1:]), self.perfect
        else:
            passes, source = pipeline(self.options, sequence), self.bitcode
        return self.through(passes, source, self.path("new.bc"))

    def differences(self, sequence, level):
        """What lathe says, the nests that differ and how, and those in which clang errs."""
        said = self.transform(sequence)
        got = self.results(self.path("new.bc"), level)
        differ = [(name, f"{want} became {got.get(name, 'nothing')}")
                  for name, want in self.expected.items() if got.get(name) != want]
        clangs = [(name, how) for name, how in differ
                  if name in got and got[name] == self.without_lathe(level).get(name)]
        return said, [one for one in differ if one not in clangs], clangs


def shows(options, seed, number, sequence, level, folder):
    """Whether this nest alone differs, or lathe fails."""
    try:
        return bool(File(options, seed, [number], folder).differences(sequence, level)[1])
    except (Failed, subprocess.TimeoutExpired):
        return True


def shorten(options, seed, number, sequence, level, folder):
    """What is left of the sequence if all is dropped that the difference does not need."""
    i = 0
    while i < len(sequence) and len(sequence) > 1:
        less = sequence[:i] + sequence[i + 1:]
        if less != [TOGETHER] and shows(options, seed, number, less, level, folder):
            sequence = less
        else:
            i += 1
    return sequence


def keep(options, file, number, sequence, level, how):
    passes = f"hir-canonicalize,{pipeline(options, sequence)}"
    seeds.keep(options, f"transforms-f{number}", file.seed,
               [(f"f{number}.c", gen_nests.program(file.seed, [number]))], how,
               [f"clang {' '.join(file.flags)} -c -emit-llvm -Itests/fuzz/Inputs f{number}.c",
                f"lathe opt --passes='{passes}' f{number}.bc -o b.bc",
                f"clang {level} b.bc tests/fuzz/Inputs/nest_main.c -lm"])


def report(options, file, number, sequence, level, how):
    """One line on a nest that differs, after a look at it alone."""
    with tempfile.TemporaryDirectory(prefix="lathe-nest-") as folder:
        alone = shows(options, file.seed, number, sequence, level, folder)
        if alone:
            sequence = shorten(options, file.seed, number, sequence, level, folder)
    keep(options, file, number, sequence, level, how)
    return (f"seed {file.seed} f{number}: {how} after {','.join(sequence)} at {level}"
            f"{'' if alone else ', not alone'}")


def blame(options, file, sequence, level, failure):
    """The nests for which lathe fails, if they do alone."""
    with tempfile.TemporaryDirectory(prefix="lathe-nest-") as folder:
        guilty = [n for n in file.numbers if shows(options, file.seed, n, sequence, level, folder)]
    for number in guilty[:LOOK_AT]:
        keep(options, file, number, sequence, level, str(failure))
    names = [f"f{n}" for n in guilty[:LOOK_AT]]
    return [f"seed {file.seed} {names}: {','.join(sequence)}: {failure}"]


def named(options):
    """The passes of --passes."""
    return [name.partition("<")[0] for passes in options.passes for name in passes.split(",")]


def forms_in(names):
    """Form of gen_forms.py -> how many functions with these names, as f7_vla_math, are of it."""
    return collections.Counter(form for name in names for form in name.split("_")
                               if form in gen_forms.FORMS)


def count_done(said, counts):
    """How often lathe says that a pass was done, in how many nests, and of which forms."""
    passes = PASS.split(said)
    for name, remarks in zip(passes[1::2], passes[2::2]):
        nests = DONE.findall(remarks)
        counts["done"][name] += len(nests)
        counts["changed"][name] += len(set(nests))
        if name == "hir-optimize":
            counts["optimized"].update(forms_in(set(nests)))


# Of transforms: how often they were done, and in how many nests. Of forms: how many nests there
# are, and how many of them hir-optimize changed, each time that it ran.
COUNTS = ["done", "changed", "forms", "optimized"]


def try_file(options, seed, count):
    """What is counted, lines on what is wrong, and on what is wrong without lathe."""
    counts, wrong, told = {name: collections.Counter() for name in COUNTS}, [], set()
    r = random.Random(-seed)
    with tempfile.TemporaryDirectory(prefix="lathe-nests-") as folder:
        file = File(options, seed, range(count), folder)
        if options.sanitize:
            file.sanitize()
        counts["forms"].update(forms_in(file.forms()))
        for sequence in file.sequences:
            level = r.choice(["-O0", "-O0", "-O0", "-O2"])
            try:
                said, differ, clangs = file.differences(sequence, level)
            except (Failed, subprocess.TimeoutExpired) as failure:
                wrong += blame(options, file, sequence, level, failure)
                continue
            count_done(said, counts)
            wrong += [report(options, file, int(name[1:]), sequence, level, how)
                      for name, how in differ[:LOOK_AT]]
            wrong += [f"seed {seed} {name}: {how}" for name, how in differ[LOOK_AT:]]
            told.update(f"seed {seed} {name}: {how} at {level} without lathe, too: not counted"
                        for name, how in clangs)
    return counts, wrong, sorted(told)


def find_idle(expected, done):
    return [name for name in expected if name not in SILENT and not done[name]]


def try_rare(options, seed, idle, total):
    """Files more, of which each goes through nothing but what has not been done yet."""
    wrong = []
    for more in range(RARE):
        idle = find_idle(idle, total["done"])
        if not idle:
            break
        only = argparse.Namespace(**{**vars(options), "passes": idle})
        counts, differ, _ = try_file(only, seed + more, options.nests)
        for name in COUNTS:
            total[name].update(counts[name])
        wrong += differ
    return wrong


def main():
    options = parse_args()
    seeds.begin(options)
    options.transforms = find_transforms(options.lathe)
    starts = range(0, options.count, options.nests)
    counts = [min(options.nests, options.count - at) for at in starts]
    tried = range(options.seed, options.seed + len(counts))
    total, failed = {name: collections.Counter() for name in COUNTS}, 0
    with tempfile.TemporaryDirectory(prefix="lathe-main-") as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        options.main = os.path.join(folder, "main.o")
        tool([options.clang, "-O2", "-c", os.path.join(INPUTS, "nest_main.c"), "-o", options.main])
        for more, wrong, told in pool.map(lambda *a: try_file(options, *a), tried, counts):
            for name in COUNTS:
                total[name].update(more[name])
            failed += len(wrong)
            for line in wrong + told:
                print(line, flush=True)
        if not options.passes:
            wrong = try_rare(options, options.seed + len(counts), options.transforms, total)
            failed += len(wrong)
            print("".join(f"{line}\n" for line in wrong), end="", flush=True)
    done = total["done"]
    for name in dict.fromkeys([*options.transforms, *sorted(+done)]):
        if name not in SILENT:
            print(f"{name}: done {done[name]} times, in {total['changed'][name]} nests")
    for form in gen_forms.FORMS:
        print(f"{form}: {total['forms'][form]} nests, {total['optimized'][form]} optimized")
    expected = options.transforms if not options.passes else named(options) * options.must_work
    idle = find_idle(expected, done)
    if idle:
        print(f"never done: {', '.join(idle)}")
    print(f"{options.count} nests, {failed} differences")
    return 1 if failed or idle else 0


if __name__ == "__main__":
    sys.exit(main())
