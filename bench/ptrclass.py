"""What pointer classes cost inside the process, compared with an optimizer run, and how they grow.

LLVM's side is a whole process, reading included: reading takes a few percent of an O2 run.
"""
from harness.probe import Probe

PHASE = "ptrclasses"


def classes(env, name, bitcode):
    command = [env.lathe, "opt", "--passes=ir-ptrclasses", "--time", "--json", bitcode]
    return Probe(name, command, "phase", phase=PHASE)


def probes(env, goal):
    alone = env.programs.bitcode()
    if goal["id"] == "ptrclass-doubling":
        return (classes(env, goal["x"], env.programs.doubled()), classes(env, goal["y"], alone))
    o2 = Probe(goal["y"], ["opt-22", "-O2", "-disable-output", alone], "wall")
    return (classes(env, goal["x"], alone), o2)
