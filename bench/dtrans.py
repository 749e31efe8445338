"""What the struct analysis costs: inside the process against an optimizer run, how it grows, and
the memory of the process against a verifier run.

LLVM's side is a whole process, reading included: reading takes a few percent of an O2 run.
"""
from harness.probe import Probe

PHASE = "dtrans"


def analysis(env, name, bitcode, way="phase"):
    command = [env.lathe, "opt", "--passes=dtrans-analysis", "--time", "--json", bitcode]
    return Probe(name, command, way, phase=PHASE)


def probes(env, goal):
    alone = env.programs.bitcode()
    if goal["id"] == "dtrans-doubling":
        return (analysis(env, goal["x"], env.programs.doubled()), analysis(env, goal["y"], alone))
    if goal["id"] == "dtrans-memory":
        verify = ["opt-22", "-passes=verify", "-disable-output", alone]
        return (analysis(env, goal["x"], alone, "rss"), Probe(goal["y"], verify, "rss"))
    o2 = Probe(goal["y"], ["opt-22", "-O2", "-disable-output", alone], "wall")
    return (analysis(env, goal["x"], alone), o2)
