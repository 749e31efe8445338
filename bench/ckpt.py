"""What checkpoints cost: code, instructions while none is due, a save into memory, a save into a
file, and a restart.

The programs are those of tests/torture. What they are compared with is the same program, built by
clang at -O2, with a directive that executes nothing (bench/ckpt/none.h).
"""
import glob
import json
import math
import os
import re
import shutil
import signal
import subprocess
import time

from harness import codesize, counts
from harness.measure import MeasureError
from harness.probe import Probe, Value, exact
from harness.programs import BENCH, make

TORTURE = os.path.join(BENCH, "..", "tests", "torture")
SOURCES = os.path.join(BENCH, "ckpt")
NONE = os.path.join(SOURCES, "none.h")
LEAST_PROGRAMS = 25
DIRECTIVE = re.compile(r"\n[^\n]*call void @checkpoint\(\)[^\n]*")
ROW = re.compile(rb"row (\d+) pause (\d+)\n")
MILLISECOND = 1000000
PAUSE_TURNS = 5  # in each round

# name: (argument, where the checkpoint is)
PROGRAMS = {
    "append": (60, "loop"), "blur": (100, "loop"), "cg": (60, "loop"), "cholesky": (300, "loop"),
    "drand": (30, "loop"), "fft": (4, "recursion"), "globals": (100, "loop"),
    "hashtable": (500000, "allocation"), "input": (1500, "loop"), "interp": (300000, "loop"),
    "irreducible": (3000000, "loop"), "list": (3, "allocation"), "lu": (200, "loop"),
    "machine": (2000000, "loop"), "mixed": (1000, "loop"), "montecarlo": (15, "loop"),
    "multidim": (300, "loop"), "nbody": (300, "loop"), "output": (150, "loop"),
    "pointers": (2000, "allocation"), "queens": (11, "recursion"), "recursion": (300, "recursion"),
    "restrict": (2, "loop"), "rounding": (4000, "loop"), "several": (500, "loop"),
    "sieve": (60, "loop"), "sort": (10000, "recursion"), "strings": (400, "allocation"),
    "structs": (2000, "loop"), "tree": (25000, "allocation"), "update": (60, "loop"),
    "vla": (200, "loop"), "words": (60, "allocation"),
}


def mean(values):
    """The geometric mean."""
    return math.exp(sum(math.log(v) for v in values) / len(values))


def folder_of(env):
    folder = os.path.join(env.folder, "ckpt")
    os.makedirs(folder, exist_ok=True)
    return os.path.abspath(folder)


def torture_programs():
    names = sorted(os.path.basename(path)[:-2] for path in glob.glob(os.path.join(TORTURE, "*.c")))
    unknown = [name for name in names if name not in PROGRAMS]
    if unknown:
        raise MeasureError(f"bench/ckpt.py does not know how large to run {', '.join(unknown)}")
    return names


def refused(env, name):
    """Whether lathe has reasons not to put checkpoints into the program."""
    run = subprocess.run([env.lathe, "ckpt", "--quiet", os.path.join(TORTURE, name + ".c"), "-o",
                          os.path.join(folder_of(env), name + ".ll")], capture_output=True,
                         check=False)
    return run.returncode == 1


def over_programs(env, measure):
    """{program: what was measured}, and a note on those that are refused."""
    found, without = {}, []
    for name in torture_programs():
        if refused(env, name):
            without.append(name)
        else:
            found[name] = measure(env, name)
    if len(found) < LEAST_PROGRAMS:
        raise MeasureError(f"only {len(found)} programs could be measured")
    return found, f"without {', '.join(without)}: refused" if without else ""


# Code


def growth_of(env, name):
    """(bytes before, bytes after) of the functions that have one point, without their clones."""
    stem = os.path.join(folder_of(env), name)
    make([env.lathe, "opt", "--quiet", "--passes=ckpt-mark,default<O2>",
          os.path.join(TORTURE, name + ".c"), "-o", stem + "-before.ll"])
    run = subprocess.run([env.lathe, "opt", "--quiet", "--passes=ckpt-inject<json>",
                          stem + "-before.ll", "-o", stem + "-after.ll"], capture_output=True,
                         text=True, check=False)
    if run.returncode != 0:
        raise MeasureError(f"{name}: {run.stderr.strip()[-300:]}")
    with open(stem + "-before.ll", encoding="latin-1") as file:
        text = DIRECTIVE.sub('\n  call void asm sideeffect "", ""()', file.read())
    with open(stem + "-before.ll", "w", encoding="latin-1") as file:
        file.write(text)
    before = codesize.of_ir(stem + "-before.ll", stem + "-before")
    after = codesize.of_ir(stem + "-after.ll", stem + "-after")
    points = [point["function"] for point in json.loads(run.stdout)["checkpoints"]]
    return [(sum(before[function].values()), own_bytes(after, function))
            for function in dict.fromkeys(points) if points.count(function) == 1]


def own_bytes(sizes, function):
    blocks = sizes["lathe.ckpt.main" if function == "main" else function]
    return sum(size for block, size in blocks.items() if ".resume" not in block)


def growth(env, goal):
    found, note = over_programs(env, growth_of)
    pairs = [pair for pairs in found.values() for pair in pairs]
    if not all(before and after for before, after in pairs):
        raise MeasureError("a function was not found in the assembly")
    note = "; ".join(filter(None, [f"{len(pairs)} functions", note]))
    return (exact(goal["x"], mean([after for _, after in pairs]), note),
            exact(goal["y"], mean([before for before, _ in pairs])))


# Instructions while nothing is due


def build_plain(source, program):
    make(["clang-22", "-O2", "-w", "-fno-pie", "-no-pie", "-include", NONE, source, "-o", program,
          "-lm"])


def build_with(env, source, program):
    make([env.lathe, "ckpt", "--quiet", source, "-o", program])


def idle_of(env, name):
    """(instructions of the plain program, of the one with checkpoints)."""
    stem, source = os.path.join(folder_of(env), name), os.path.join(TORTURE, name + ".c")
    build_plain(source, stem + "-plain")
    build_with(env, source, stem + "-ckpt")
    work = os.path.join(folder_of(env), "work")
    found = []
    for program in (stem + "-plain", stem + "-ckpt"):
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        found.append(counts.instructions([program, str(PROGRAMS[name][0])], cwd=work,
                                         env=dict(os.environ, LATHE_CKPT="off")))
    return tuple(found)


IDLE = {}  # once for all goals that need it


def idle(env, goal):
    if not IDLE:
        IDLE["found"], IDLE["note"] = over_programs(env, idle_of)
    found = {name: pair for name, pair in IDLE["found"].items()
             if goal.get("where") in (None, PROGRAMS[name][1])}
    if "where" not in goal:
        losses = mean([max(x / y, 1) for y, x in found.values()])
        note = "; ".join(filter(None, [f"{losses:.3f} if gains count as none", IDLE["note"]]))
        return (exact(goal["x"], mean([x for _, x in found.values()]), note),
                exact(goal["y"], mean([y for y, _ in found.values()])))
    worst = max(found, key=lambda name: found[name][1] / found[name][0])
    return (exact(goal["x"], found[worst][1], f"most in {worst}, of {', '.join(found)}"),
            exact(goal["y"], found[worst][0]))


# One program each: a loop of a few instructions, and saving into memory


def one_program(env, goal):
    name, rounds = {"ckpt-innermost": ("innermost", "200"), "ckpt-mem-lu": ("lu_mem", "10"),
                    "ckpt-mem-lu-instructions": ("lu_mem", "1")}[goal["id"]]
    source, stem = os.path.join(SOURCES, name + ".c"), os.path.join(folder_of(env), name)
    build_plain(source, stem + "-plain")
    build_with(env, source, stem + "-ckpt")
    commands = [["env", "LATHE_CKPT=off", stem + end, rounds] for end in ("-ckpt", "-plain")]
    results = [subprocess.run(command, capture_output=True, check=False).stdout
               for command in commands]
    if results[0] != results[1] or not results[0]:
        raise MeasureError(f"{name} behaves differently with checkpoints")
    if goal["how"] != "instructions":
        return tuple(Probe(goal[side], command, goal["how"])
                     for side, command in zip("xy", commands))
    off = dict(os.environ, LATHE_CKPT="off")
    return tuple(exact(goal[side], counts.instructions(command[2:], env=off))
                 for side, command in zip("xy", commands))


# Saving into a file


class Solver:
    """bench/ckpt/lu_file.c with a store of its own."""

    def __init__(self, env):
        self.program = os.path.join(folder_of(env), "lu_file")
        self.store = self.program + ".store"
        build_with(env, os.path.join(SOURCES, "lu_file.c"), self.program)

    def start(self):
        variables = dict(os.environ, LATHE_CKPT_DIR=self.store, LATHE_CKPT_EVERY="0")
        return subprocess.Popen([self.program], env=variables, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def clean(self):
        shutil.rmtree(self.store, ignore_errors=True)

    def run_until(self, rows):
        """Kills it behind so many checkpoints; (row, pause) of those."""
        process, text, found = self.start(), b"", []
        try:
            while len(found) < rows:
                part = os.read(process.stderr.fileno(), 4096)
                if not part:
                    raise MeasureError(f"lu_file ended: {text.decode(errors='replace')[-200:]}")
                text += part
                found = [(int(row), int(pause)) for row, pause in ROW.findall(text)]
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
            process.stderr.close()
        return found[:rows]

    def file_bytes(self):
        """Of the largest generation: later ones hold what differs from it."""
        self.clean()
        self.run_until(2)
        return max(os.path.getsize(path) for path in glob.glob(self.store + "/*.ckpt"))

    def device_pause(self, size):
        """The time that the device takes for as many bytes, written as safely."""
        path, data = os.path.join(self.store, "bench"), os.urandom(size)
        began = time.monotonic_ns()
        file = os.open(path + ".part", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        os.write(file, data)
        os.fsync(file)
        os.close(file)
        os.rename(path + ".part", path)
        folder = os.open(self.store, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        took = time.monotonic_ns() - began
        os.remove(path)
        return took

    def pause(self):
        """Of the two saves that write everything, the longer one."""
        self.clean()
        return max(pause for _, pause in self.run_until(2))

    def restart(self):
        """From the start of the process to the end of the first new row."""
        self.clean()
        last = self.run_until(20)[-1][0]
        began = time.monotonic_ns()
        process = self.start()
        text = b""
        while not ROW.search(text):
            part = os.read(process.stderr.fileno(), 4096)
            if not part:
                break
            text += part
        took = time.monotonic_ns() - began
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stderr.close()
        first = ROW.search(text)
        if b"resuming from generation" not in text or not first or int(first[1]) < last:
            raise MeasureError(f"lu_file did not resume: {text.decode(errors='replace')[-200:]}")
        return took


def least_of(take):
    return lambda: min(take() for _ in range(PAUSE_TURNS))


def file_store(env, goal):
    solver = Solver(env)
    if goal["id"] == "ckpt-file-size":
        size = solver.file_bytes()
        return exact(goal["x"], size, f"{size} bytes"), exact(goal["y"], 2200000)
    if goal["id"] == "ckpt-restart":
        return Value(goal["x"], solver.restart), exact(goal["y"], 20 * MILLISECOND)
    size = solver.file_bytes()
    device = least_of(lambda: solver.device_pause(size))
    return (Value(goal["x"], least_of(solver.pause)),
            Value(goal["y"], lambda: device() + 5 * MILLISECOND))


def probes(env, goal):
    if goal["id"] == "ckpt-growth":
        return growth(env, goal)
    if goal["id"].startswith("ckpt-idle"):
        return idle(env, goal)
    own = goal["id"] == "ckpt-innermost" or goal["id"].startswith("ckpt-mem")
    return (one_program if own else file_store)(env, goal)
