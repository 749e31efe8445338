"""Reads the times that lathe itself took of its phases (`lathe … --time --json`), and those that
LLVM took of its passes (`opt -time-passes`)."""
import json
import re

from harness.measure import MeasureError


def parse(stderr):
    """{phase name: seconds} from the JSON object on stderr that has "phases"."""
    decoder = json.JSONDecoder()
    at = stderr.find("{")
    while at >= 0:
        try:
            value, _ = decoder.raw_decode(stderr, at)
        except ValueError:
            value = None
        if isinstance(value, dict) and "phases" in value:
            return {phase["name"]: phase["seconds"] for phase in value["phases"]}
        at = stderr.find("{", at + 1)
    raise MeasureError("no phase times in the output; was --time --json given?")


def phase(stderr, name):
    """Nanoseconds, as all times of the harness."""
    times = parse(stderr)
    if name not in times:
        raise MeasureError(f"no phase '{name}' among: {', '.join(times)}")
    return round(times[name] * 1e9)


def llvm_pass(stderr, name):
    """Nanoseconds of wall time in the pass; it is the last column with a share."""
    for line in stderr.splitlines():
        if line.split()[-1:] == [name]:
            times = re.findall(r"(\d+\.\d+) \(", line)
            if times:
                return round(float(times[-1]) * 1e9)
    raise MeasureError(f"no pass '{name}' in the output; was -time-passes given?")
