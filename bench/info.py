"""What a module summary costs, compared with only reading and verifying the module."""
from harness.probe import Probe


def probes(env, goal):
    bitcode = env.programs.bitcode()
    return (Probe(goal["x"], [env.lathe, "info", bitcode], goal["how"]),
            Probe(goal["y"], ["opt-22", "-passes=verify", "-disable-output", bitcode],
                  goal["how"]))
