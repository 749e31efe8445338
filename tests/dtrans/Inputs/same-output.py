"""same-output.py FILE.c PASSES...: the program prints the same, and ends the same, after the passes.

The tools are those of the path. Code is made at -O0 and at -O2."""

import subprocess
import sys
import tempfile

source, passes = sys.argv[1], sys.argv[2:]


def build_and_run(folder, ir, level):
    program = f"{folder}/program"
    subprocess.run(["clang", level, "-w", "-x", "ir", ir, "-o", program], check=True)
    done = subprocess.run([program], stdout=subprocess.PIPE)
    return done.returncode, done.stdout


with tempfile.TemporaryDirectory() as folder:
    before, after = f"{folder}/before.bc", f"{folder}/after.bc"
    subprocess.run(["lathe", "opt", "-q", "--passes=verify", source, "-o", before], check=True)
    for pipeline in passes:
        subprocess.run(["lathe", "opt", "-q", f"--passes={pipeline}", source, "-o", after],
                       stdout=subprocess.DEVNULL, check=True)
        for level in "-O0", "-O2":
            expected = build_and_run(folder, before, level)
            got = build_and_run(folder, after, level)
            if expected != got:
                sys.exit(f"{pipeline} {level}: {got}\nexpected: {expected}")
