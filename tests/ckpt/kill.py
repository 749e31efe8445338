#!/usr/bin/env python3
"""Kill programs at random moments, run them again, and compare.

    kill.py [--kills=N] [--levels=0,2] [--inputs=O0,O3] [--seed=N] FILE.c…

Each FILE.c is built by lathe ckpt. A run without checkpoints gives the output and the files to
expect. Then the program is started again and again in one folder and killed by SIGKILL, until it
has been killed N times in all and has ended by itself. Every end must give the same exit code, the
same output and the same files; once there was a commit, no start may begin at the beginning, except
after an end. Exit code 0 if all is well.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time


def parse_args():
    p = argparse.ArgumentParser(description="kill programs with checkpoints and compare")
    p.add_argument("files", nargs="+")
    p.add_argument("--kills", type=int, default=4, help="of each program at each level")
    p.add_argument("--levels", default="2", help="levels of lathe ckpt, by commas")
    p.add_argument("--inputs", default="", help="compile to IR with clang at these levels first")
    p.add_argument("--every", default="0", help="LATHE_CKPT_EVERY")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang")
    return p.parse_args()


class Failure(Exception):
    pass


def tool(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}")


def start(program, folder, every):
    """A run with its standard output in a file of the folder, from the start of that file."""
    env = dict(os.environ, LATHE_CKPT_EVERY=every)
    if every is None:
        env["LATHE_CKPT"] = "off"
        env.pop("LATHE_CKPT_EVERY")
    out = os.open(os.path.join(folder, "stdout"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        return subprocess.Popen([program], cwd=folder, stdin=subprocess.DEVNULL, stdout=out,
                                stderr=subprocess.PIPE, env=env)
    finally:
        os.close(out)


def files_of(folder):
    """What the program left, without the store."""
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found[name] = file.read()
    return found


def has_commit(folder):
    for name in os.listdir(folder):
        store = os.path.join(folder, name)
        if name.endswith(".ckpt") and os.path.isdir(store):
            names = os.listdir(store)
            if not any(n.endswith(".done") for n in names):
                return any(n.endswith(".ckpt") for n in names)
    return False


def expected(program, folder):
    began = time.monotonic()
    run = start(program, folder, None)
    run.communicate(timeout=120)
    return run.returncode, files_of(folder), time.monotonic() - began


def check_end(what, run, folder, want):
    got = run.returncode, files_of(folder)
    if got[0] != want[0]:
        raise Failure(f"{what}: exit code {got[0]}, not {want[0]}")
    for name in sorted(set(got[1]) | set(want[1])):
        if got[1].get(name) != want[1].get(name):
            raise Failure(f"{what}: {name} differs")


def torture(what, program, options, rng):
    with tempfile.TemporaryDirectory() as plain, tempfile.TemporaryDirectory() as folder:
        want = expected(program, plain)
        kills = ends = resumes = 0
        whole = 0.05
        while kills < options.kills or not ends:
            committed = has_commit(folder)
            began = time.monotonic()
            run = start(program, folder, options.every)
            if kills < options.kills:
                try:
                    run.wait(rng.random() * whole)
                except subprocess.TimeoutExpired:
                    run.kill()
            said = run.communicate(timeout=300)[1].decode(errors="replace")
            resumed = "resuming" in said
            resumes += resumed
            silent = run.returncode == -9 and not said.strip()
            if committed and not resumed and not silent:
                raise Failure(f"{what}: began at the beginning after {kills} kills\n{said}")
            if run.returncode == -9:
                kills += 1
                whole = min(whole * 1.2, 1.0)
                continue
            check_end(what, run, folder, want)
            ends += 1
            whole = max(time.monotonic() - began, 0.01)
            for name in files_of(folder):
                os.unlink(os.path.join(folder, name))
        print(f"{what}: {kills} kills, {resumes} resumed, {ends} ends")
        return kills


def build(options, source, level, input_level, folder):
    program = os.path.join(folder, "program")
    given = source
    if input_level:
        given = os.path.join(folder, "input.ll")
        tool([options.clang, f"-{input_level}", "-g", "-S", "-emit-llvm", source, "-o", given])
    tool([options.lathe, "ckpt", f"-O{level}", given, "-o", program])
    return program


def main():
    options = parse_args()
    rng = random.Random(options.seed)
    total, failed = 0, 0
    for source in options.files:
        for level in options.levels.split(","):
            for input_level in options.inputs.split(","):
                what = f"{os.path.basename(source)} {input_level or 'C'} -O{level}"
                with tempfile.TemporaryDirectory() as folder:
                    try:
                        program = build(options, source, level, input_level, folder)
                        total += torture(what, program, options, rng)
                    except (Failure, subprocess.TimeoutExpired) as failure:
                        print(f"FAILED: {what}: {failure}", file=sys.stderr)
                        failed += 1
    print(f"{total} kills, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
