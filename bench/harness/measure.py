"""Runs commands and measures them from outside: wall time, processor time, memory."""
import os
import subprocess
import tempfile
import time


class MeasureError(Exception):
    """A command could not be measured; the text says which and why."""


class Sample:
    """One run. Times in nanoseconds, memory in bytes, what it wrote to stderr."""

    def __init__(self, wall, cpu, rss, stderr):
        self.wall, self.cpu, self.rss, self.stderr = wall, cpu, rss, stderr


def run_once(command):
    """Runs a command to its end. Children that it waited for are part of its times.

    The memory peak cannot be below that of this Python process, from which the command is forked.
    """
    with tempfile.TemporaryFile() as err:
        began = time.monotonic_ns()
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=err)
        except OSError as error:
            raise MeasureError(f"cannot run {command[0]}: {error.strerror}") from error
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic_ns() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        text = err.read().decode(errors="replace")
    if process.returncode != 0:
        last = (text.strip().splitlines() or [""])[-1]
        raise MeasureError(f"{' '.join(command)}: exit code {process.returncode}: {last}")
    cpu = int((usage.ru_utime + usage.ru_stime) * 1e9)
    return Sample(wall, cpu, usage.ru_maxrss * 1024, text)


def interleave(probes, rounds):
    """The values of named probes (functions without arguments), measured in turn.

    Each round starts with another probe, so that none always runs behind the same neighbour.
    """
    names = list(probes)
    values = {name: [] for name in names}
    for turn in range(rounds):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            values[name].append(probes[name]())
    return values
