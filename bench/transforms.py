"""What transforms of layouts gain and cost: misses and heap bytes of the programs in programs/ with
and without them, and their own time against an optimizer run.

Both versions of a program are finished by the same -O2, must print the same, and run in the same
cache model. LLVM's side of a time is a whole process, reading included; lathe's is what its passes
take inside the process, the analysis included. The program is one file, so what to fall back to
are the bytes it was read from; a program linked from several would be copied, a quarter more.
"""
import os
import re
import subprocess

from harness.measure import MeasureError
from harness.probe import Probe
from harness.programs import BENCH, FRONT_END, make

REDUCE = ("dtrans-delete-fields", "dtrans-reorder-fields")
TIMED = {"transforms-reduce-o2": REDUCE, "transforms-shuffle-o2": ("dtrans-shuffle<seed=1>",)}
CHANGE = re.compile(r"- Type: +'(?:__D[A-Z]+_)*([^']+)'.*?- OldSize: +'(\d+)'"
                    r".*?- NewSize: +'(\d+)'", re.S)


def times(env, goal):
    passes, bitcode = TIMED[goal["id"]], env.programs.bitcode()
    command = [env.lathe, "opt", "--passes=" + ",".join(passes), "--time", "--json", bitcode]
    return (Probe(goal["x"], command, "phase", phase=[p.split("<")[0] for p in passes]),
            Probe(goal["y"], ["opt-22", "-O2", "-disable-output", bitcode], "wall"))


def build(env, name):
    """The program as it is, the program transformed, and the remarks about it."""
    stem = os.path.join(env.folder, "programs", name)
    bitcode, new, remarks = stem + ".bc", stem + "-new.bc", stem + ".yaml"
    make(["clang-22", *FRONT_END, os.path.join(BENCH, "programs", name + ".c"), "-o", bitcode])
    make([env.lathe, "opt", "--passes=" + ",".join(REDUCE), "--remarks=" + remarks, bitcode,
          "-o", new])
    for source, program in ((bitcode, stem), (new, stem + "-new")):
        make(["clang-22", "-O2", source, "-o", program])
    return stem, stem + "-new", remarks


def output(program):
    run = subprocess.run([program], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout


def sizes(remarks):
    """'struct.job 80 to 56 bytes', from what each pass says about it in turn."""
    with open(remarks) as file:
        documents = [d for d in file.read().split("--- ") if d.startswith("!Passed")]
    first, last = {}, {}
    for name, old, new in (CHANGE.search(d).groups() for d in documents if CHANGE.search(d)):
        first.setdefault(name, old)
        last[name] = new
    return ", ".join(f"{name} {first[name]} to {last[name]} bytes" for name in first)


def probes(env, goal):
    if goal["id"] in TIMED:
        return times(env, goal)
    old, new, remarks = build(env, goal["program"])
    if output(old) != output(new):
        raise MeasureError(f"{goal['program']} behaves differently when transformed")
    note = sizes(remarks) if goal["how"] == "heap" else ""
    return Probe(goal["x"], [new], goal["how"], note=note), Probe(goal["y"], [old], goal["how"])
