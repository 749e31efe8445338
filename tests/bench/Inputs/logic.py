"""The arithmetic of the harness, without running anything that takes time."""
import json
import os

import layouts
import loops
from harness import codesize, counts, loop_tables, phases, plot, verdict
from harness.measure import MeasureError, interleave, run_once
from harness.probe import OWN_WAYS, WAYS, Probe, exact

# The A/A spread is that of the bests, in either order, as a fraction of the smaller.
assert abs(verdict.spread([110, 100, 130], [105, 120, 140]) - 0.05) < 1e-12
assert abs(verdict.spread([105, 120], [100, 100]) - 0.05) < 1e-12
assert verdict.spread([7], [7]) == 0

# At the bound is within it; beyond it but not beyond the noise is no verdict against it.
assert verdict.judge(1.3, 1.3, 0.0) == verdict.OK
assert verdict.judge(1.31, 1.3, 0.0) == verdict.BROKEN
assert verdict.judge(1.31, 1.3, 0.05) == verdict.NOISE
assert verdict.judge(1.37, 1.3, 0.05) == verdict.BROKEN

# Interleaving rotates, and every probe gets its rounds.
order = []
probes = {name: lambda name=name: order.append(name) or len(order) for name in "abc"}
values = interleave(probes, 3)
assert "".join(order) == "abcbcacab", order
assert values["a"] == [1, 6, 8] and all(len(v) == 3 for v in values.values())


class Noisy:
    """A probe that returns given values in turn."""
    name = "noisy"
    memory = 0
    note = "said"

    def __init__(self, *values):
        self.values = list(values)

    def __call__(self):
        return self.values.pop(0)

    def is_exact(self):
        return False


# X and its A/A twin are the same probe; rounds: x y x', then y x' x.
goal = {"bound": 1.0}
result = verdict.measure(goal, Noisy(100, 110, 130, 120), Noisy(50, 80), 2)
assert (result.ratio, result.verdict, result.note) == (2.0, verdict.BROKEN, "said"), vars(result)
assert abs(result.spread - 0.1) < 1e-12, result.spread
assert verdict.measure(goal, Noisy(1, 1), Noisy(0), 1).verdict == verdict.FAILED

# A command is measured with its children, and a failing or missing one is an error.
sample = run_once(["sh", "-c", "i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done; echo note >&2"])
assert sample.cpu > 0 and sample.wall > 0 and sample.rss > 0 and sample.stderr == "note\n"
for bad in (["sh", "-c", "exit 3"], ["./no/such/command"]):
    try:
        run_once(bad)
        raise SystemExit(f"{bad} was measured")
    except MeasureError:
        pass
try:
    Probe("x", [], "guess")
    raise SystemExit("an unknown way to measure was accepted")
except ValueError:
    pass

# Phases are found between other text; no phases is an error.
text = 'warning: {odd}\n' + json.dumps({"phases": [{"name": "a", "seconds": 0.25}]}) + "\nend"
assert phases.parse(text) == {"a": 0.25}
assert phases.phase(text, "a") == 250000000
try:
    phases.parse("{}")
    raise SystemExit("phases out of nothing")
except MeasureError:
    pass

# Totals of valgrind's files; trailing zeros are left out there.
with open("counts.out", "w") as file:
    file.write("events: Ir I1mr Dr\nfn=main\n1 2 3 4\nsummary: 10 20\n")
assert counts.read("counts.out") == {"Ir": 10, "I1mr": 20, "Dr": 0}
os.remove("counts.out")

# Marks stand behind the labels of blocks, and name them as the IR does.
marked, places = codesize.mark(["f:                 # @f\n", "# %bb.0:   # %entry\n", "\tret\n",
                                ".LBB0_1:  # in Loop\n", ".Lfunc_end0:\n", "\t.p2align 4\n"])
assert places == [("f", ""), ("f", "entry"), ("f", ""), None], places
assert marked[1] == codesize.MARK + "0:\n" and marked[4] == "\tret\n", marked

# A number that is known already is as exact as a count.
assert exact("two", 2)() == 2 and exact("two", 2).is_exact()

# Every goal of the project names a benchmark that exists and a way to measure.
bench = os.environ["PYTHONPATH"]
with open(os.path.join(bench, "goals.json")) as file:
    goals = json.load(file)["goals"]
assert len({g["id"] for g in goals}) == len(goals)
for goal in goals:
    assert os.path.exists(os.path.join(bench, goal["benchmark"] + ".py")), goal
    assert goal["how"] in WAYS + OWN_WAYS
    assert goal["bound"] > 0 or (goal["bound"] == 0 and goal["how"] == "count"), goal

# LLVM's times of passes: the last column with a share is wall time.
timed = """   ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---
   0.0712 ( 98.0%)   0.0010 ( 99.9%)   0.0722 ( 98.0%)   0.0731 ( 97.9%)  SomePrinterPass
   0.0014 (  2.0%)   0.0000 (  0.1%)   0.0014 (  2.0%)   0.0015 (  2.1%)  VerifierPass
"""
assert phases.llvm_pass(timed, "SomePrinterPass") == 73100000
try:
    phases.llvm_pass(timed, "PrinterPass")
    raise AssertionError("no such pass")
except MeasureError:
    pass

# Where nothing is allowed, one is too many, and the picture is drawn.
none = {"id": "none", "x": "x", "y": "y", "how": "count", "bound": 0}
good = verdict.measure(none, exact("x", 0), exact("y", 5), 3)
bad = verdict.measure(none, exact("x", 1), exact("y", 5), 3)
assert (good.verdict, bad.verdict) == (verdict.OK, verdict.BROKEN)
assert "0.2 of at most 0" in plot.svg("t", [good, bad])

# Goals of layouts share measurements, but not a measurement with its own A/A control.
taken = []


class Fixed(layouts.Program):
    """Measures numbers that are known, and one more each time for lathe's program."""

    def __init__(self, _lathe, _folder, name):
        self.name, self.plain, self.lathe, self.hand = name, "plain", "lathe", "hand"

    def times(self, rounds=1):
        taken.append(self.name)
        return {"plain": 4, "lathe": 2 * taken.count(self.name), "hand": 1}


class Here:
    build = "nowhere"


layouts.Program = Fixed
shared = {"x": "x", "y": "y", "how": "cpu", "bound": 1, "programs": ["scan", "flow"]}
found = [verdict.measure({**shared, "of": of}, *layouts.probes(Here, {**shared, "of": of}), 1)
         for of in ("mean", "worst", "hand")]
assert sorted(taken) == ["flow", "flow", "scan", "scan"], taken
assert [round(r.ratio, 3) for r in found] == [0.5, 0.5, 0.333]
assert [round(r.spread, 3) for r in found] == [1, 1, 2]


# Loops: how a source says which forms it has, and what stands in each suite.
with open("three.c", "w") as file:
    file.write('#define FORMS 3\n#include "forms.h"\n')
with open("four.c", "w") as file:
    file.write('#include "forms.h"\n')
with open("one.c", "w") as file:
    file.write('#include "check.h"\n')
assert [loops.forms_of(f"{n}.c") for n in ("one", "three", "four")] == [1, 3, 4]
for made in ("one.c", "three.c", "four.c"):
    os.remove(made)
sizes = [len(loops.programs(suite)) for suite in loops.SUITES]
assert sizes[0] > sizes[1] > sizes[2] > sizes[3] >= 30 and sizes[4] >= 40, sizes
assert "one_thread" not in loops.programs("everyday")
assert all(n in loops.programs("constant") for n in loops.STRIDED)
assert "doitgen" not in loops.asked_for("pointer", {"programs": "strided"})
for goal in [g for g in goals if g["benchmark"] == "loops"]:
    suite = goal.get("suite", "constant")
    assert set(loops.asked_for(suite, goal)) <= set(loops.programs(suite)), goal

# Everyday programs have hand versions; an OpenMP body is compiled as one.
ways = loops.ways("everyday", "lathe", "x_omp.c")
assert list(ways) == ["clang", "lathe", "hand"] and "-DHAND" in ways["hand"].flags
assert all("-fopenmp" in way.flags for way in ways.values())
assert "-DFORM=4" in loops.ways("pointer", "lathe", "x.c")["lathe"].flags

# The worst is that of the least gain, and what is said of it is found again in the tables.
rows = [{"name": n, "same": same, "seconds": 0.5, "spread": 0.25, "clang": gain, "hand": 8,
         "compile lathe": 1.5} for n, same, gain in (("a", False, 4), ("b", True, 1))]
facts = loop_tables.facts(rows)
assert (facts["mean"], facts["worst"]["name"], facts["same"]) == (2, "b", 1)
assert loop_tables.cells("everyday", rows[1]) == "| b | 0.50 | 25% | same code | 8.00 | 1.50 |"
assert "lathe has 25%" in loop_tables.summary("everyday", rows)
assert "wrong result" in loop_tables.cells("constant", {**rows[0], "compile polly": 1, "gcc": 1})
assert "| run-time | 2 | 2.00 | 1.00 (b) | 25.0% | 1.50 |" in loop_tables.overview({"run-time": rows})


# Goals of loops share measurements of the same turn and versions, also of those by hand.
class Measured:
    """Numbers that are known: lathe's program takes half, that by hand a quarter."""

    def times(self, which, _rounds):
        taken.append("times")
        return {who: {"clang": 4, "lathe": 2, "hand": 1}[who] for who in which}


taken.clear()
loops.built = lambda build, suite, name: Measured()
shared = {"x": "x", "y": "y", "how": "cpu", "bound": 1, "suite": "everyday",
          "programs": ["kmeans", "life"]}
found = [verdict.measure({**shared, **more}, *loops.probes(Here, {**shared, **more}), 1)
         for more in ({"of": "mean"}, {"of": "worst"}, {"of": "mean", "peer": "hand"})]
assert len(taken) == 8, taken
assert [r.ratio for r in found] == [0.5, 0.5, 2], [r.ratio for r in found]
