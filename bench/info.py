"""What a module summary costs, compared with only reading and verifying the module."""
from harness.client import build
from harness.probe import Probe


def probes(env, goal):
    bitcode = env.programs.bitcode()
    own = [build(env, "info_client")] if goal["how"] == "instructions" else [env.lathe, "info"]
    return (Probe(goal["x"], [*own, bitcode], goal["how"]),
            Probe(goal["y"], ["opt-22", "-passes=verify", "-disable-output", bitcode],
                  goal["how"]))
