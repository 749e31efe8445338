"""Turns measured values into a ratio, an A/A spread and a verdict.

The A/A control is the first command measured a second time under another name: whatever those two
differ by is noise, and a bound counts as broken only when it is exceeded by more than that.
"""
from harness.measure import MeasureError, interleave

OK, NOISE, BROKEN, FAILED = "ok", "within noise", "BROKEN", "not measured"


def spread(first, second):
    """How far the two bests of the A/A control are apart, as a fraction of the smaller."""
    low, high = sorted((min(first), min(second)))
    return high / low - 1 if low else 0.0


def judge(ratio, bound, noise):
    if ratio <= bound:
        return OK
    return NOISE if ratio <= bound * (1 + noise) else BROKEN


class Result:
    """What became of one goal; ratio and spread are None when it could not be measured."""

    def __init__(self, goal, ratio, noise, verdict, rounds, problem="", memory=None,
                 note=""):
        self.goal, self.ratio, self.spread = goal, ratio, noise
        self.verdict, self.rounds, self.problem = verdict, rounds, problem
        self.note = note
        self.memory = memory  # ratio of the memory peaks of the two commands


def measure(goal, x, y, rounds):
    """Interleaves X, Y and X again, `rounds` times; exact counts need one round."""
    if x.is_exact() and y.is_exact():
        rounds = 1
    try:
        values = interleave({"x": x, "y": y, "x again": x}, rounds)
    except MeasureError as error:
        return Result(goal, None, None, FAILED, rounds, str(error))
    bottom = min(values["y"])
    if not bottom:
        return Result(goal, None, None, FAILED, rounds, f"{y.name} measured as zero")
    ratio = min(values["x"]) / bottom
    noise = spread(values["x"], values["x again"])
    memory = x.memory / y.memory if x.memory and y.memory else None
    return Result(goal, ratio, noise, judge(ratio, goal["bound"], noise), rounds, memory=memory,
                  note=x.note)
