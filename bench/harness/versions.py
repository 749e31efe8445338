"""A program as several compilers make it: versions that must print the same, and what they take."""
import functools
import os
import subprocess

from harness.measure import MeasureError, interleave, run_once
from harness.programs import make

SAME_SECTIONS = (".text", ".rodata")
AGAIN = "again"


def output(program):
    run = subprocess.run([program], capture_output=True, text=True, check=False)
    if run.returncode:
        raise MeasureError(f"{program}: exit code {run.returncode}")
    return run.stdout


def section(program, name):
    """The bytes of one; empty where it has none."""
    made = program + name
    make(["objcopy", "-O", "binary", "-j", name, program, made])
    with open(made, "rb") as file:
        return file.read()


class Way:
    """How one version is made: a compiler and flags for all, flags for compiling alone."""

    def __init__(self, compiler, flags=()):
        self.compiler, self.flags = compiler, list(flags)


class Versions:
    """`paths`: executables by the name of their way, without those that print something wrong and
    may. The first way makes what all others are compared with. `helper`: a source that is linked.
    """

    def __init__(self, folder, name, source, ways, helper=None, may_be_wrong=()):
        self.name, self.source, self.ways, self.folder = name, source, ways, folder
        self.helper, self.first = helper, next(iter(ways))
        os.makedirs(folder, exist_ok=True)
        self.paths = {who: self.build(who) for who in ways}
        self.check(may_be_wrong)

    def path(self, end):
        return os.path.join(self.folder, f"{self.name}-{end}")

    def compile_command(self, who, made):
        way = self.ways[who]
        return [*way.compiler, *way.flags, "-c", self.source, "-o", made]

    def build(self, who):
        make(self.compile_command(who, self.path(who + ".o")))
        make([*self.ways[who].compiler, self.path(who + ".o"), *self.help(), "-lm", "-o",
              self.path(who)])
        return self.path(who)

    def help(self):
        """The object of the helper, the same for all."""
        if not self.helper:
            return []
        made = self.path("helper.o")
        make([*self.ways[self.first].compiler, "-O2", "-c", self.helper, "-o", made])
        return [made]

    def check(self, may_be_wrong):
        said = {who: output(program) for who, program in self.paths.items()}
        for who in [w for w in said if said[w] != said[self.first]]:
            if who not in may_be_wrong:
                raise MeasureError(f"{self.name} behaves differently when built by {who}")
            del self.paths[who]

    @functools.lru_cache(maxsize=None)
    def is_same(self, who):
        """Has the linked program the very code of the first way's?"""
        return all(section(self.paths[who], name) == section(self.paths[self.first], name)
                   for name in SAME_SECTIONS)

    def times(self, which, rounds):
        """Seconds of processor time, the least of some rounds, by way; AGAIN is the first way's
        program a second time. The same code takes the same time, if the first way is asked for."""
        programs = {**self.paths, AGAIN: self.paths[self.first]}
        probes = {who: lambda who=who: run_once([programs[who]]).cpu
                  for who in which if who in programs}
        found = {who: min(all_of) / 1e9 for who, all_of in interleave(probes, rounds).items()}
        for who in found:
            if who != AGAIN and self.first in found and self.is_same(who):
                found[who] = found[self.first]
        return found

    def compile_times(self, which, rounds):
        probes = {who: lambda who=who: run_once(
            self.compile_command(who, self.path("time.o"))).cpu for who in which}
        return {who: min(all_of) / 1e9 for who, all_of in interleave(probes, rounds).items()}
