"""A probe measures one command in one way: what a goal compares is two probes."""
from harness import counts, phases
from harness.measure import run_once

WAYS = ("wall", "cpu", "rss", "phase", "pass", "instructions", "misses", "D1 misses", "LL misses",
        "heap")
EXACT = WAYS[WAYS.index("instructions"):]
OWN_WAYS = ("bytes", "count")  # of which a benchmark makes its own values
# What adds up to a way, in valgrind's words.
MISSES = {"misses": ("D1mr", "D1mw", "I1mr"), "D1 misses": ("D1mr", "D1mw"),
          "LL misses": ("DLmr", "DLmw")}


class Probe:
    """`phase` names one phase, or several that add up, for way "phase", one of LLVM's passes for
    way "pass", `below` the function for way "instructions", `last_level` the bytes of the last
    level of cache for misses; `note` is what the report says about the goal besides its ratio.
    """

    def __init__(self, name, command, way, phase=None, below=None, note="",
                 last_level=counts.LAST_LEVEL):
        if way not in WAYS:
            raise ValueError(f"unknown way to measure: {way}")
        self.name, self.command, self.way = name, command, way
        self.phases = [phase] if isinstance(phase, str) else phase
        self.below, self.note, self.last_level = below, note, last_level
        self.memory = 0  # the largest peak of all runs so far, in bytes; 0 if not known

    def __call__(self):
        if self.way == "instructions":
            return counts.instructions(self.command, self.below)
        if self.way in MISSES:
            found = counts.cache_counts(self.command, self.last_level)
            return sum(found[event] for event in MISSES[self.way])
        if self.way == "heap":
            return counts.heap_bytes(self.command)
        sample = run_once(self.command)
        self.memory = max(self.memory, sample.rss)
        if self.way == "pass":
            return sum(phases.llvm_pass(sample.stderr, name) for name in self.phases)
        if self.way == "phase":
            return sum(phases.phase(sample.stderr, name) for name in self.phases)
        return getattr(sample, self.way)

    def is_exact(self):
        return self.way in EXACT


class Value:
    """A probe for what a benchmark measures in a way of its own: `take` is called for each round.
    """

    def __init__(self, name, take, is_exact=False, note=""):
        self.name, self.take, self.exact, self.note = name, take, is_exact, note
        self.memory = 0

    def __call__(self):
        return self.take()

    def is_exact(self):
        return self.exact


def exact(name, value, note=""):
    """A number that is known already, and the same each time."""
    return Value(name, lambda: value, True, note)
