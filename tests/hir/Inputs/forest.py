#!/usr/bin/env python3
"""Whether HIR has each loop that LLVM knows of, or says why not: forest.py FILE..."""
import json
import subprocess
import sys
import tempfile


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True)


def main():
    loops = 0
    for path in sys.argv[1:]:
        with tempfile.NamedTemporaryFile(suffix=".bc") as prepared:
            output("lathe", "opt", "--passes=hir-canonicalize", path, "-o", prepared.name)
            forest = output("opt", "-disable-output", "-passes=print<loops>", prepared.name)
            found = json.loads(output("lathe", "hir", "--as-is", "--json", prepared.name).stdout)
        cycles = sum(r["id"] == "irreducible" and r["reason"].startswith("it can be")
                     for f in found["functions"] for r in f["refusals"])
        want, got = forest.stderr.count("Loop at depth"), found["counts"]["loops"] - cycles
        kinds = sum(found["counts"][k] for k in ("do", "do_multi_exit", "while", "not_modelled"))
        if want != got or kinds != found["counts"]["loops"]:
            sys.exit(f"{path}: {want} loops, but HIR has {got}")
        loops += want
    print(f"{loops} loops, none missing")


main()
