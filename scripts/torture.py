#!/usr/bin/env python3
"""Kills programs at random and runs them again: torture.py [options] PROGRAM[:ARGUMENT]...

Each program was built with checkpoints. It first runs to its end with LATHE_CKPT=off. Then it runs
with checkpoints and is killed (SIGKILL) at random moments until it comes to its end; stdout and
every file it wrote must be the same bytes, and each start must resume from the newest generation
that was in the store. With --damage, the newest file is cut or has a bit flipped before some
starts; then the generation before must be taken. Exits with 1 if anything differs.
"""
import argparse
import glob
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

RESUMED = re.compile(r"resuming from generation (\d+)")


class Failure(Exception):
    pass


class Program:
    """One program in a folder of its own."""

    def __init__(self, text, folder, options):
        path, _, argument = text.partition(":")
        self.name = os.path.basename(path)
        self.command = [os.path.abspath(path)] + ([argument] if argument else [])
        self.folder = os.path.join(folder, self.name)
        self.store = os.path.join(self.folder, "store")
        self.options = options
        self.kills = self.commits = self.damages = self.cycles = 0

    def start(self, setting, append):
        environment = dict(os.environ, LATHE_CKPT=setting, LATHE_CKPT_DIR=self.store,
                           LATHE_CKPT_EVERY=str(self.options.every))
        flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if append else os.O_TRUNC)
        out = os.open(os.path.join(self.folder, "stdout"), flags, 0o600)
        with open(os.path.join(self.folder, "stderr"), "w", encoding="utf-8") as err:
            child = subprocess.Popen(self.command, cwd=self.folder, env=environment, stdout=out,
                                     stderr=err, stdin=subprocess.DEVNULL)
        os.close(out)
        return child

    def said(self):
        with open(os.path.join(self.folder, "stderr"), encoding="utf-8", errors="replace") as err:
            return err.read()

    def clean(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)

    def results(self):
        """What the program wrote: name to bytes."""
        found = {}
        for name in sorted(os.listdir(self.folder)):
            path = os.path.join(self.folder, name)
            if name != "stderr" and os.path.isfile(path):
                with open(path, "rb") as file:
                    found[name] = file.read()
        return found

    def generations(self):
        paths = glob.glob(os.path.join(glob.escape(self.store), "*.ckpt"))
        return sorted((int(path[:-5].rsplit("-", 1)[1]), path) for path in paths)

    def is_done(self):
        return bool(glob.glob(os.path.join(glob.escape(self.store), "*.done")))

    def reference(self):
        self.clean()
        before = time.monotonic()
        child = self.start("off", False)
        if child.wait() != 0:
            raise Failure(f"without checkpoints it ends with {child.returncode}: {self.said()}")
        return self.results(), time.monotonic() - before


def damage(path):
    """Cuts the file or flips one of its bits."""
    size = os.path.getsize(path)
    if random.random() < 0.3:
        os.truncate(path, random.randrange(size))
        return
    with open(path, "r+b") as file:
        # The few bytes at the front matter as much as the many behind them.
        at = random.randrange(min(size, 400) if random.random() < 0.5 else size)
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 1 << random.randrange(8)]))


def check_start(program, before, damaged):
    """Whether a start took what it should; before: the generations in the store at that time."""
    said = program.said()
    if not said:
        return  # killed before it came so far, or with nothing to say
    resumed = RESUMED.search(said)
    whole = [number for number, _ in before if number not in damaged]
    if not before:
        raise Failure(f"there was nothing to say: {said}")
    if not resumed:
        if len(whole) > 1 and "starting from the beginning" in said:
            raise Failure(f"it lost its checkpoints: {said}")
        return
    taken = int(resumed.group(1))
    if taken in damaged:
        raise Failure(f"damage to generation {taken} was not found: {said}")
    if taken != whole[-1] and not damaged:
        raise Failure(f"it resumed from {taken} instead of {whole[-1]}: {said}")


def choose_damage(program, before, damaged):
    """Damages the newest generation now and then, if there is one to fall back to. A base that is
    damaged takes what is based on it along, so one at a time."""
    if program.damages >= program.options.damage or len(before) < 3 or random.random() < 0.3:
        return
    if any(number in damaged for number, _ in before):
        return
    damage(before[-1][1])
    program.damages += 1
    damaged.add(before[-1][0])


def cycle(program, want, seconds):
    """From the beginning to the end, over any number of kills."""
    program.clean()
    program.cycles += 1
    kills, damaged = 0, set()
    # A shell that runs it again with > empties the file, one with >> does not.
    append = random.random() < 0.5
    while True:
        before = program.generations()
        if not before:
            program.clean()  # nothing was committed, so it is a new run
        choose_damage(program, before, damaged)
        child = program.start("", append)
        # Longer and longer, so that it comes to an end at last.
        longest = max(0.02, seconds * (0.3 + 0.05 * kills))
        try:
            child.wait(timeout=random.uniform(0, longest))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
            kills += 1
        check_start(program, before, damaged)
        if child.returncode == 0 or program.is_done():
            break
        if child.returncode != -signal.SIGKILL:
            raise Failure(f"it ends with {child.returncode}: {program.said()}")
        after = program.generations()
        program.commits += max(0, (after[-1][0] if after else 0) - (before[-1][0] if before else 0))
    program.kills += kills
    compare(want, program.results())


def compare(want, got):
    for name in sorted(set(want) | set(got)):
        if want.get(name) != got.get(name):
            sizes = [len(x[name]) if name in x else "no" for x in (want, got)]
            raise Failure(f"{name} differs: {sizes[0]} bytes expected, {sizes[1]} bytes found")


def run(program, share):
    want, seconds = program.reference()
    while program.kills < share or program.damages < program.options.damage:
        cycle(program, want, seconds)
        if program.kills == 0 and program.cycles > 50:
            raise Failure("it is too short to be killed")
    print(f"{program.name}: {program.kills} kills, {program.commits} commits, "
          f"{program.damages} damaged files, {program.cycles} runs, all the same", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM[:ARGUMENT]")
    parser.add_argument("--kills", type=int, default=100, help="in all, spread over the programs")
    parser.add_argument("--damage", type=int, default=0, help="damaged files per program")
    parser.add_argument("--every", type=float, default=0.02, help="LATHE_CKPT_EVERY, in seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", help="folder to work in; it is kept")
    options = parser.parse_args()
    random.seed(options.seed)
    folder = options.work or tempfile.mkdtemp(prefix="lathe-torture-")
    share = -(-options.kills // len(options.programs))
    programs = [Program(text, folder, options) for text in options.programs]
    failures = 0
    for program in programs:
        try:
            run(program, share)
        except Failure as failure:
            failures += 1
            print(f"{program.name}: FAILED after {program.kills} kills: {failure}", flush=True)
    print(f"torture: {len(programs)} programs, {sum(p.kills for p in programs)} kills, "
          f"{sum(p.damages for p in programs)} damaged files, {failures} failures")
    if not options.work and not failures:
        shutil.rmtree(folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
