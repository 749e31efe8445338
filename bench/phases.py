#!/usr/bin/env python3
"""How many instructions a link by `lathe cc -O2` spends in lathe's own phases.

Counted is all that pass_run_pipeline executes in the process that merges, transforms and optimises:
analyses, transforms, what they run of LLVM's passes, and the verifier. Not counted are reading and
linking bitcode, the pipelines of full LTO and the generation of code, which any link with LTO has.

lua5.4, bzip2 and potrace are compiled outside valgrind; their links run inside callgrind. Counts
are exact but for the system's libraries, so that bench/phases.json, which --record writes, can be
held against a later commit on the same system: every program must stay within BOUND of its
`before`, the count at commit 6c78c89.
"""
import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from harness import counts  # noqa: E402

ROOT = os.path.dirname(HERE)
RECORD = os.path.join(HERE, "phases.json")
BOUND = 0.6
PHASES = "pass_run_pipeline"

PROGRAMS = {
    "lua5.4": {
        "flags": "-Isrc -DLUA_COMPAT_5_3 -DLUA_USE_POSIX",
        "sources": "src/l[a-t]*.c src/lua.c src/lundump.c src/lutf8lib.c src/lvm.c src/lzio.c",
        "first": "echo '#define DEB_HOST_MULTIARCH \"lib\"' >src/lua5.4-deb-multiarch.h",
    },
    "bzip2": {
        "flags": "-D_FILE_OFFSET_BITS=64",
        "sources": "bzip2.c bzlib.c blocksort.c compress.c crctable.c decompress.c huffman.c "
                   "randtable.c",
    },
    "potrace": {
        "flags": "-DHAVE_CONFIG_H -I. -Isrc",
        "sources": "src/main.c src/bitmap_io.c src/backend_*.c src/flate.c src/greymap.c "
                   "src/render.c src/lzw.c src/progress_bar.c src/bbox.c src/trans.c src/curve.c "
                   "src/trace.c src/decompose.c src/potracelib.c",
        "first": "[ -f config.h ] || sh ./configure >configure.log 2>&1",
    },
}


def shell(line, folder):
    subprocess.run(["sh", "-ec", line], cwd=folder, check=True, stdin=subprocess.DEVNULL)


def objects_of(name, lathe, work):
    """The program's objects, compiled anew."""
    program = PROGRAMS[name]
    subprocess.run(["sh", os.path.join(ROOT, "scripts", "fetch-source.sh"), name, work],
                   check=True, stdout=subprocess.DEVNULL)
    source, out = os.path.join(work, name), os.path.join(work, name + ".objects")
    os.makedirs(out, exist_ok=True)
    shell(program.get("first", ":"), source)
    shell(f"for file in {program['sources']}; do '{lathe}' cc -O2 -w -c {program['flags']} $file "
          f"-o '{out}'/$(basename $file .c).o; done", source)
    return [os.path.join(out, file) for file in sorted(os.listdir(out)) if file.endswith(".o")]


def count(name, lathe, work):
    """Under valgrind seconds pass more slowly than the link's budget knows."""
    command = [lathe, "cc", "-O2", "-flathe-budget=0", *objects_of(name, lathe, work), "-lm",
               "-ldl", "-lz", "-o", os.path.join(work, name + ".out")]
    return counts.instructions(command, below=PHASES)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help="some of " + ", ".join(PROGRAMS))
    parser.add_argument("--build", default="build", help="the build folder to measure")
    parser.add_argument("--work", help="where sources and objects go (BUILD/phases)")
    parser.add_argument("--record", choices=("before", "now"), help="write bench/phases.json")
    options = parser.parse_args()
    lathe = os.path.abspath(os.path.join(options.build, "bin", "lathe"))
    work = os.path.abspath(options.work or os.path.join(options.build, "phases"))
    os.makedirs(work, exist_ok=True)
    with open(RECORD) as file:
        recorded = json.load(file)
    worst = 0
    for name in options.programs or PROGRAMS:
        found = count(name, lathe, work)
        if options.record:
            recorded[name][options.record] = found
        before = recorded[name]["before"]
        worst = max(worst, found / before if before else 0)
        ratio = f"{found / before:.2f} of {before:,}" if before else "nothing to compare with"
        print(f"{name}: {found:,} instructions, {ratio}", flush=True)
    if options.record:
        with open(RECORD, "w") as file:
            json.dump(recorded, file, indent=2, sort_keys=True)
            file.write("\n")
    return 1 if worst > BOUND and not options.record else 0


if __name__ == "__main__":
    sys.exit(main())
