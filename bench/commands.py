"""A benchmark that is all data: the goal itself holds the two commands."""
from harness.probe import Probe


def probes(_env, goal):
    return tuple(Probe(goal[side], goal[side + "_command"], goal["how"], phase=goal.get("phase"))
                 for side in ("x", "y"))
