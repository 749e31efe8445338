"""Counts what a command executes, under valgrind with a fixed cache model.

Counts do not depend on the machine's load, so they carry bounds of a few percent. A process that
forks hands its counts down, so of the processes of one command the largest count stands for it;
commands that a process starts with exec are not followed.
"""
import glob
import os
import re
import shutil
import subprocess
import tempfile

from harness.measure import MeasureError

# A modest machine: 32 KiB of first-level caches, lines of 64 bytes; and 1 MiB of last-level cache.
CACHES = ["--I1=32768,8,64", "--D1=32768,8,64"]
LAST_LEVEL = 1 << 20
HEAP_USAGE = re.compile(r"total heap usage: .* ([0-9,]+) bytes allocated")


def valgrind(command, tool, flags, cwd=None, env=None):
    """{event: count} of the largest process. Events are valgrind's: Ir, D1mr, …"""
    if not shutil.which("valgrind"):
        raise MeasureError("valgrind is not installed")
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.%p")
        full = ["valgrind", "-q", f"--tool={tool}", f"--{tool}-out-file={out}", *flags, *command]
        run = subprocess.run(full, stdin=subprocess.DEVNULL, capture_output=True, check=False,
                             cwd=cwd, env=env)
        if run.returncode != 0:
            lines = run.stderr.decode(errors="replace").strip("= \n").splitlines()
            raise MeasureError(f"{' '.join(command)}: exit code {run.returncode} under valgrind: "
                               + " / ".join(lines[-3:]))
        found = [read(path) for path in sorted(glob.glob(os.path.join(folder, "out.*")))]
    if not found:
        raise MeasureError(f"valgrind wrote no counts for {command[0]}")
    return max(found, key=lambda counts: counts["Ir"])


def read(path):
    """The totals of one cachegrind or callgrind file."""
    events, totals = None, None
    with open(path) as file:
        for line in file:
            if line.startswith("events:"):
                events = line.split()[1:]
            elif line.startswith(("summary:", "totals:")):
                totals = [int(word) for word in line.split()[1:]]
    if not events or not totals:
        raise MeasureError(f"no totals in {os.path.basename(path)}")
    return dict(zip(events, totals + [0] * (len(events) - len(totals))))


def instructions(command, below=None, cwd=None, env=None):
    """Instructions executed; only below the function `below` if one is named."""
    flags = [f"--toggle-collect={below}"] if below else []
    return valgrind(command, "callgrind", flags, cwd, env)["Ir"]


def cache_counts(command, last_level=LAST_LEVEL):
    """Instructions, accesses and misses in the fixed cache model."""
    return valgrind(command, "cachegrind",
                    ["--cache-sim=yes", *CACHES, f"--LL={last_level},16,64"])


def heap_bytes(command):
    """Bytes that the command asked the allocator for, all allocations added up."""
    if not shutil.which("valgrind"):
        raise MeasureError("valgrind is not installed")
    run = subprocess.run(["valgrind", *command], stdin=subprocess.DEVNULL, capture_output=True,
                         check=False)
    found = HEAP_USAGE.search(run.stderr.decode(errors="replace"))
    if run.returncode != 0 or not found:
        raise MeasureError(f"{' '.join(command)}: no heap usage under valgrind")
    return int(found[1].replace(",", ""))
