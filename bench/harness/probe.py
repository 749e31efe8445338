"""A probe measures one command in one way: what a goal compares is two probes."""
from harness import counts, phases
from harness.measure import run_once

WAYS = ("wall", "cpu", "rss", "phase", "instructions", "misses")


class Probe:
    """`phase` names the phase for way "phase", `below` the function for way "instructions"."""

    def __init__(self, name, command, way, phase=None, below=None):
        if way not in WAYS:
            raise ValueError(f"unknown way to measure: {way}")
        self.name, self.command, self.way = name, command, way
        self.phase, self.below = phase, below
        self.memory = 0  # the largest peak of all runs so far, in bytes; 0 if not known

    def __call__(self):
        if self.way == "instructions":
            return counts.instructions(self.command, self.below)
        if self.way == "misses":
            found = counts.cache_counts(self.command)
            return found["D1mr"] + found["D1mw"] + found["I1mr"]
        sample = run_once(self.command)
        self.memory = max(self.memory, sample.rss)
        if self.way == "phase":
            return phases.phase(sample.stderr, self.phase)
        return getattr(sample, self.way)

    def is_exact(self):
        return self.way in ("instructions", "misses")
