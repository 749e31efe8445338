#!/usr/bin/env python3
"""What lowering costs: cost.py --lathe L --clang C [--limit 1.02] FILE.c[:ARGUMENT]...

Each program is compiled at -O2 from canonicalized bitcode, as it is and after hir-identity, and run
under callgrind; instructions count from main on. Both have to print the same. A call of checkpoint
does nothing. Prints each ratio and the geometric mean; exit code 1 if that is above the limit.
"""
import argparse
import math
import os
import re
import subprocess
import sys
import tempfile

FRONT_END = ["-w", "-O1", "-Xclang", "-disable-llvm-passes", "-c", "-emit-llvm"]
COUNT = ["valgrind", "--tool=callgrind", "--toggle-collect=main", "--callgrind-out-file=/dev/null"]


def tool(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr[-2000:]}")


def measure(options, passes, source, stub, argument, folder):
    bitcode, program = os.path.join(folder, "new.bc"), os.path.join(folder, "new")
    tool([options.lathe, "opt", f"--passes={passes}", source, "-o", bitcode])
    tool([options.clang, "-w", "-O2", bitcode, stub, "-o", program, "-lm", "-lpthread"])
    done = subprocess.run([*COUNT, program, *argument], capture_output=True, text=True,
                          errors="replace", stdin=subprocess.DEVNULL, cwd=folder,
                          timeout=options.timeout)
    count = re.search(r"Collected : (\d+)", done.stderr)
    if not count:
        sys.exit(f"{source}: {done.stderr[-2000:]}")
    return int(count.group(1)), done.stdout, done.returncode


def ratio(options, name, folder):
    path, _, argument = name.partition(":")
    source, stub = os.path.join(folder, "source.bc"), os.path.join(folder, "stub.c")
    with open(stub, "w") as file:
        file.write("__attribute__((weak)) void checkpoint(void) {}\n")
    tool([options.clang, *FRONT_END, path, "-o", source])
    runs = [measure(options, passes, source, stub, [argument] if argument else [], folder)
            for passes in ("hir-canonicalize", "hir-canonicalize,hir-identity")]
    if runs[0][1:] != runs[1][1:]:
        sys.exit(f"{path}: hir-identity changes what it does")
    return runs[1][0] / runs[0][0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lathe", default="lathe")
    parser.add_argument("--clang", default="clang")
    parser.add_argument("--limit", type=float, default=1.02)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    logs = []
    for name in options.programs:
        with tempfile.TemporaryDirectory() as folder:
            value = ratio(options, name, folder)
        logs.append(math.log(value))
        print(f"{os.path.basename(name)} {value:.4f}", flush=True)
    mean = math.exp(sum(logs) / len(logs))
    print(f"{len(logs)} programs, geometric mean {mean:.4f}")
    return 1 if mean > options.limit else 0


if __name__ == "__main__":
    sys.exit(main())
