"""Whether the JSON of HIR can be read back, and prints what the HIR itself prints, for every program
and text of HIR in folders, also those that tests split off: roundtrip.py LATHE FOLDER...

What is compared: the verbose text with numbers, and the JSON of what was read, but for what is
only known of loops in programs.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

OF_PROGRAMS = {"leaves-if-false", "ends-before", "leaves-in-time"}


def run(*command, code=0, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if code is not None and done.returncode != code:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}: {done.stderr[:400]}")
    return done


def without_branches(document):
    for function in document["functions"]:
        for region in function["regions"]:
            for node in region["nodes"]:
                if "state" in node:
                    node["state"] = [word for word in node["state"] if word not in OF_PROGRAMS]
    return document


def first_difference(a, b):
    for left, right in zip(a.splitlines(), b.splitlines()):
        if left != right:
            return f"{left!r} | {right!r}"
    return "one is longer"


def check(lathe, path, options, folder):
    """How many nests were compared; 0 if lathe does not take the file."""
    hir = [lathe, "hir", "--quiet", *options, str(path)]
    text = run(*hir, "--verbose", "--numbers", code=None)
    if text.returncode:
        return 0
    document = run(*hir, "--json").stdout
    with tempfile.NamedTemporaryFile("w", suffix=".json", dir=folder) as file:
        file.write(document)
        file.flush()
        again = [lathe, "hir", "--quiet", "--parse", file.name]
        read = run(*again, "--verbose", "--numbers").stdout
        assert read == text.stdout, f"{path}: {first_difference(read, text.stdout)}"
        second = run(*again, "--json").stdout
    first, second = without_branches(json.loads(document)), without_branches(json.loads(second))
    assert first == second, f"{path}: the JSON of what was read differs"
    return sum(len(f["regions"]) for f in first["functions"])


def split(path, folder):
    """The files in a test that has several, and the test itself."""
    if "#--- " not in path.read_text(errors="replace"):
        return [path]
    target = pathlib.Path(folder) / re.sub(r"\W", "_", str(path))
    done = run("split-file", path, target, code=None)
    return sorted(p for p in target.rglob("*") if p.is_file()) if done.returncode == 0 else []


def main():
    lathe, folders = sys.argv[1], sys.argv[2:]
    jobs, nests, taken = [], 0, 0
    with tempfile.TemporaryDirectory() as work:
        for path in sorted(p for f in folders for p in pathlib.Path(f).rglob("*") if p.is_file()):
            for part in split(path, work):
                if part.suffix in (".c", ".ll"):
                    jobs += [(part, []), (part, ["--as-is"])]
                elif part.suffix == ".hir":
                    jobs.append((part, ["--parse"]))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for count in pool.map(lambda job: check(lathe, *job, work), jobs):
                nests += count
                taken += count > 0
    print(f"{taken} of {len(jobs)} with nests, {nests} nests read back, 0 differences")


main()
