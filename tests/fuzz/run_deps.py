#!/usr/bin/env python3
"""Holds dependences against what random C programs do: run_deps.py --count 100 [--keep FOLDER]

Programs come from gen_deps.py. Each is compiled, canonicalized for HIR, run with all its accesses
written down (trace_deps.py), and whatever met must have its edge. Half of them are taken as the
front end leaves them, half after -O1; half with -fwrapv. Exit code 0 if nothing is missed, 1 if
something is; those programs are kept in --keep. Seeds: seeds.py.
"""

import argparse
import concurrent.futures
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import gen_deps  # noqa: E402
import seeds  # noqa: E402
import trace_deps  # noqa: E402

LEVELS = [["-O1", "-Xclang", "-disable-llvm-passes"],
          ["-O1", "-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize"]]
UNDEFINED = ["-fsanitize=undefined,address", "-fno-sanitize=bounds",
             "-fno-sanitize-recover=undefined", "-fno-sanitize=alignment"]


def parse_args():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=100)
    seeds.add_arguments(p)
    p.add_argument("--pairs", type=int, help="goes on until so many pairs were compared")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang-22")
    p.add_argument("--opt", default="opt-22")
    p.add_argument("--assume", action="append", default=[], choices=["dims", "noalias"],
                   help="what is not true of all these programs, to see that it is noticed")
    p.add_argument("--sanitize", action="store_true", help="see that the programs are defined")
    return p.parse_args()


def check_program(options, seed, folder):
    source = os.path.join(folder, f"{seed}.c")
    with open(source, "w") as file:
        file.write(gen_deps.program(seed))
    if options.sanitize:
        probe = os.path.join(folder, "probe")
        trace_deps.run([options.clang, "-w", "-g", "-O1", *UNDEFINED, source, "-o", probe])
        trace_deps.run([probe])
    flags = LEVELS[seed % 2] + (["-fwrapv"] if seed // 2 % 2 else []) + ["-fno-strict-aliasing"]
    bitcode, path = os.path.join(folder, "program.bc"), os.path.join(folder, "program.ll")
    trace_deps.run([options.clang, "-w", *flags, "-c", "-emit-llvm", source, "-o", bitcode])
    trace_deps.run([options.lathe, "opt", "--quiet", "--passes=hir-canonicalize", bitcode,
                    "-o", path])
    program = trace_deps.Instrumented(options.opt, path)
    trace = program.trace(program.build(options.clang, folder), folder)
    assumed = [f"--assume-{what}" for what in options.assume]
    return trace_deps.check(program, trace, trace_deps.read_graphs(options.lathe, path, assumed))


def try_seed(options, seed):
    with tempfile.TemporaryDirectory(prefix="lathe-deps-") as folder:
        try:
            pairs, missed = check_program(options, seed, folder)
        except trace_deps.Failed as failure:
            pairs, missed = 0, [str(failure)]
        if missed:
            seeds.keep(options, "deps", seed, [os.path.join(folder, name) for name in
                                               (f"{seed}.c", "program.ll")], "\n".join(missed))
        return seed, pairs, missed


def main():
    options = parse_args()
    seeds.begin(options)
    pairs = programs = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seed = options.seed
        while pairs < options.pairs if options.pairs else programs < options.count:
            count = 50 if options.pairs else min(50, options.count - programs)
            done = pool.map(lambda s: try_seed(options, s), range(seed, seed + count))
            for number, more, missed in done:
                pairs += more
                programs += 1
                failed += bool(missed)
                for line in missed[:5]:
                    print(f"seed {number}: {line}")
            seed += count
            if options.pairs:
                print(f"{programs} programs, {pairs} pairs", file=sys.stderr)
    print(f"{programs} programs, {pairs} pairs: {failed} programs with something missed")
    return 1 if failed or not pairs else 0


if __name__ == "__main__":
    sys.exit(main())
