"""What building HIR costs inside the process, without reading and LLVM's passes before it: against
an optimizer run, and how it grows with the program and with one function.

LLVM's side of a time is a whole process, reading included: that takes a few percent of an O2 run.
"""
import os
import sys

from harness.client import build
from harness.probe import Probe
from harness.programs import BENCH, FRONT_END, make, stale

GENERATOR = os.path.join(BENCH, "generator", "nests.py")
LINES_PER_NEST = 8


def nests(env, count, one):
    """Bitcode of a program with so many loop nests, in as many functions or in one."""
    stem = os.path.join(env.programs.folder, f"nests-{count}{'-one' * one}")
    if stale(stem + ".bc"):
        make([sys.executable, GENERATOR, str(count), *["--one"] * one, "-o", stem + ".c"])
        make(["clang-22", *FRONT_END, stem + ".c", "-o", stem + ".part"])
        os.rename(stem + ".part", stem + ".bc")
    return stem + ".bc"


def in_shape(env, bitcode):
    """The module with its loops as HIR is built from."""
    out = bitcode[:-3] + "-shaped.bc"
    make([env.lathe, "opt", "--passes=hir-canonicalize", bitcode, "-o", out])
    return out


def growth(env, goal):
    one = goal["id"] == "hir-function-doubling"
    count = env.programs.lines // LINES_PER_NEST
    client = build(env, "hir_client")
    files = [in_shape(env, nests(env, n, one)) for n in (2 * count, count)]
    return tuple(Probe(goal[side], [client, file], "instructions", below="lathe_hir_build")
                 for side, file in zip("xy", files))


def probes(env, goal):
    if goal["how"] == "instructions":
        return growth(env, goal)
    bitcode = env.programs.bitcode() if goal["id"] == "hir-o2" else \
        nests(env, env.programs.lines // LINES_PER_NEST, False)
    command = [env.lathe, "hir", "--time", "--json", bitcode]
    return (Probe(goal["x"], command, "phase", phase="hir"),
            Probe(goal["y"], ["opt-22", "-O2", "-disable-output", bitcode], "wall"))
