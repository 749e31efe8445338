#!/usr/bin/env python3
"""Kills programs at random and runs them again: torture.py [options] PROGRAM[:ARGUMENT]...

A PROGRAM that ends in .c or .cpp is built by lathe ckpt first, at each of --levels, and from IR of
each of --inputs. A folder stands for some of the programs in it, one for each 20 kills. With
--plain, what clang alone builds gives what to expect, without it a run with LATHE_CKPT=off: the
exit code, the output and the files. Then the program runs with checkpoints, in one folder, and is
killed by SIGKILL at random moments until it comes to its end; then from the beginning again, until
all kills were done.

What must hold, each time:
- an end gives the same exit code, and stdout and every file have the same bytes;
- a start says that it resumes from the newest generation that is whole, if there is one; a start
  that was killed before it said so has left the store as it was;
- the newest generation in the store is never older than before, and never gone;
- of a file that was cut or had a bit flipped, the damage is told, and the start resumes from the
  newest generation that does not need the file, or says that it begins at the beginning.

A kill counts once something was committed; kills before that are counted apart. Files whose names
begin with "append." are removed before a start with nothing committed: the program appends to them,
and nobody could know what to cut. Exits with 1 if anything else is found.
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
UNUSED = re.compile(r"generation (\d+) is not used")
BASE = re.compile(r"^base +generation (\d+)", re.M)
FRESH = "starting from the beginning"
LONGEST = 120  # seconds that a run may take


class Failure(Exception):
    pass


def tool(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode:
        raise Failure(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}")
    return done.stdout


class Program:
    """One program in a folder of its own."""

    def __init__(self, name, path, argument, folder, options):
        self.name = name
        self.command = [os.path.abspath(path)] + ([argument] if argument else [])
        self.plain = [self.command[0] + "-plain", *self.command[1:]] if options.plain else None
        self.folder = os.path.join(folder, "run-" + name)
        self.store = os.path.join(self.folder, "store")
        self.options = options
        self.kills = self.early = self.resumes = self.fresh = 0
        self.commits = self.damages = self.ends = 0
        self.bases = {}  # of files that were looked at
        self.damaged = set()

    def start(self, setting, append, command=None):
        environment = dict(os.environ, LATHE_CKPT=setting, LATHE_CKPT_DIR=self.store,
                           LATHE_CKPT_EVERY=str(self.options.every))
        flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if append else os.O_TRUNC)
        out = os.open(os.path.join(self.folder, "stdout"), flags, 0o600)
        with open(os.path.join(self.folder, "stderr"), "w", encoding="utf-8") as err:
            child = subprocess.Popen(command or self.command, cwd=self.folder, env=environment,
                                     stdout=out, stderr=err, stdin=subprocess.DEVNULL)
        os.close(out)
        return child

    def said(self):
        """What the runtime said."""
        with open(os.path.join(self.folder, "stderr"), encoding="utf-8", errors="replace") as err:
            return "".join(line for line in err if line.startswith("lathe-ckpt:"))

    def clean(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)

    def forget_appended(self):
        for path in glob.glob(os.path.join(glob.escape(self.folder), "append.*")):
            os.unlink(path)

    def results(self):
        """What the program wrote: paths below the folder to bytes, or to where a link leads."""
        found = {}
        for folder, folders, names in os.walk(self.folder):
            folders[:] = [name for name in folders if os.path.join(folder, name) != self.store]
            for name in sorted(folders + names):
                path = os.path.join(folder, name)
                if os.path.islink(path):
                    found[os.path.relpath(path, self.folder)] = os.readlink(path).encode()
                elif os.path.isdir(path):
                    found[os.path.relpath(path, self.folder)] = b"a directory"
                elif path != os.path.join(self.folder, "stderr"):
                    with open(path, "rb") as file:
                        found[os.path.relpath(path, self.folder)] = file.read()
        return found

    def generations(self):
        """Number to path; none after an end."""
        if glob.glob(os.path.join(glob.escape(self.store), "*.done")):
            return {}
        paths = glob.glob(os.path.join(glob.escape(self.store), "*.ckpt"))
        return dict(sorted((int(path[:-5].rsplit("-", 1)[1]), path) for path in paths))

    def is_done(self):
        return bool(glob.glob(os.path.join(glob.escape(self.store), "*.done")))

    def base_of(self, path):
        """The number of the file that this one needs besides itself, or None."""
        mark = mark_of(path)
        if mark not in self.bases:
            base = BASE.search(tool([self.options.lathe, "ckpt", f"--inspect={path}"]))
            self.bases[mark] = int(base.group(1)) if base else None
        return self.bases[mark]

    def whole(self, generations):
        """The numbers of those that do not need a damaged file."""
        bad = {n for n, path in generations.items() if mark_of(path) in self.damaged}
        if not bad:
            return list(generations)
        return [n for n, path in generations.items()
                if n not in bad and self.base_of(path) not in bad]


def mark_of(path):
    """What tells a file from another that gets its name later."""
    info = os.stat(path)
    return path, info.st_ino, info.st_mtime_ns


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


def choose_damage(program, before):
    """Damages a file that the newest generation needs, now and then."""
    if not before or program.damages >= program.share_of_damage or random.random() < 0.3:
        return
    whole = program.whole(before)
    if not whole:
        return
    for path in before.values():
        if mark_of(path) not in program.damaged:
            program.base_of(path)  # it cannot be read from a damaged file
    victims = {whole[-1], program.base_of(before[whole[-1]])} - {None}
    if random.random() < 0.9:
        victims = {random.choice(sorted(victims))}
    else:
        victims = set(whole)  # nothing to fall back to
    for victim in sorted(victims):
        damage(before[victim])
        program.damaged.add(mark_of(before[victim]))
    program.damages += 1


def wait_for_word(program, child):
    """Until the program said from where it starts."""
    began = time.monotonic()
    while child.poll() is None and time.monotonic() - began < LONGEST:
        said = program.said()
        if RESUMED.search(said) or FRESH in said:
            return
        time.sleep(0.001)


def check_start(program, before, whole):
    """Whether a start took what it should. before: the generations that were in the store; whole:
    those that were not damaged."""
    said = program.said()
    other = [line for line in said.splitlines()
             if not RESUMED.search(line) and not UNUSED.search(line) and FRESH not in line]
    if other or (said and not before):
        raise Failure(f"there was nothing to say: {said}")
    if not said and (not before or max(before) in whole):
        return  # nothing to resume from, or killed before it came so far
    told = {int(number) for number in UNUSED.findall(said)}
    if told != {n for n in before if n not in whole and n > max(whole, default=0)}:
        raise Failure(f"{whole} of {list(before)} are whole, but it said: {said}")
    resumed = RESUMED.search(said)
    if resumed and (not whole or int(resumed.group(1)) != whole[-1]):
        raise Failure(f"not from generation {whole[-1:]}: {said}")
    if not resumed and (whole or FRESH not in said):
        raise Failure(f"it lost its checkpoints: {said}")
    program.resumes += bool(resumed)
    program.fresh += not resumed


def check_store(program, before, whole):
    """After a kill: nothing that counted is gone. Gives what is in the store now."""
    after = program.generations()
    silent = before and not program.said()
    if silent and list(after) != list(before):
        raise Failure(f"before a word was said, {list(before)} became {list(after)}")
    if whole and max(program.whole(after), default=0) < whole[-1]:
        raise Failure(f"progress was lost: {list(before)} became {list(after)}")
    program.commits += len(set(after) - set(before))
    return program.whole(after)


def compare(want, code, program):
    if code is not None and code != want[0]:
        raise Failure(f"it ends with {code} instead of {want[0]}: {program.said()}")
    got = program.results()
    for name in sorted(set(want[1]) | set(got)):
        if want[1].get(name) != got.get(name):
            sizes = [len(x[name]) if name in x else "no" for x in (want[1], got)]
            raise Failure(f"{name} differs: {sizes[0]} bytes expected, {sizes[1]} bytes found")


def cycle(program, want, seconds):
    """From the beginning to the end, over any number of kills."""
    program.clean()
    program.bases, program.damaged = {}, set()
    # A shell that runs it again with > empties the file, one with >> does not.
    append = random.random() < 0.5
    longest = seconds * 0.15 + 0.004
    while True:
        before = program.generations()
        choose_damage(program, before)
        whole = program.whole(before)
        if not whole:
            program.forget_appended()
        child = program.start("", append and bool(whole))
        if len(whole) < len(before):
            wait_for_word(program, child)
        try:
            # Longer and longer, so that it comes to an end at last.
            child.wait(timeout=random.uniform(0, longest))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
            longest *= 1.1
        check_start(program, before, whole)
        if child.returncode != -signal.SIGKILL or program.is_done():
            # Killed behind the mark of its end, it has written all, but has no exit code.
            compare(want, None if child.returncode == -signal.SIGKILL else child.returncode,
                    program)
            program.ends += 1
            return
        if check_store(program, before, whole):
            program.kills += 1
        else:
            program.early += 1


def reference(program, setting, command=None):
    program.clean()
    before = time.monotonic()
    child = program.start(setting, False, command)
    try:
        child.wait(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        raise Failure("it takes too long") from None
    return (child.returncode, program.results()), time.monotonic() - before


def run(program):
    want, _ = reference(program, "off", program.plain)
    if want[0] < 0:
        raise Failure(f"without checkpoints it ends with {want[0]}: {program.said()}")
    uninterrupted, seconds = reference(program, "")
    compare(want, uninterrupted[0], program)
    while program.kills < program.share or program.damages < program.share_of_damage:
        cycle(program, want, seconds)
        if program.ends > 40 + 20 * program.share:
            raise Failure("it is too short to be killed")
    if program.share and not program.resumes:
        raise Failure("it never resumed")
    print(f"{program.name}: {program.kills} kills, {program.early} before the first commit, "
          f"{program.resumes} resumed, {program.commits} commits, {program.damages} damages, "
          f"{program.fresh} with nothing left, {program.ends} ends, all the same", flush=True)


def build(options, source, level, given_level, folder, name):
    program = os.path.join(folder, name)
    given, flags = source, options.flag
    if given_level:
        given, flags = program + ".ll", []
        tool([options.clang, f"-{given_level}", "-g", *options.flag, "-S", "-emit-llvm", source,
              "-o", given])
    tool([options.lathe, "ckpt", f"-O{level}", *options.ckpt, given, "-o", program,
          *(["--", *flags] if flags else [])])
    if options.plain:
        tool([options.clang, f"-O{level}", "-w", *options.flag, source, "-o", program + "-plain",
              "-lm"])
    return program


def spread(options, text):
    """A folder's programs, some of them."""
    if not os.path.isdir(text):
        return [text]
    programs = sorted(glob.glob(os.path.join(glob.escape(text), "*.c")))
    return random.sample(programs, min(len(programs), max(1, options.kills // 20)))


def programs_of(options, text, folder):
    """The ways to build what was named: functions that give a Program."""
    path, _, argument = text.partition(":")
    name = os.path.basename(path)
    if not path.endswith((".c", ".cpp")):
        yield name, lambda: Program(name, path, argument, folder, options)
        return
    part = os.path.basename(os.path.dirname(os.path.abspath(path)))
    for level in options.levels.split(","):
        for given in options.inputs.split(","):
            full = f"{part}-{os.path.splitext(name)[0]}-{given or 'C'}-O{level}"
            yield full, lambda full=full, given=given, level=level: Program(
                full, build(options, path, level, given, folder, full), argument, folder, options)


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM[:ARGUMENT]")
    parser.add_argument("--kills", type=int, default=100, help="in all, spread over the programs")
    parser.add_argument("--damage", type=int, default=0, help="damages in all")
    parser.add_argument("--every", type=float, default=0, help="LATHE_CKPT_EVERY, in seconds")
    parser.add_argument("--levels", default="2", help="levels of lathe ckpt, by commas")
    parser.add_argument("--inputs", default="", help="compile to IR at these levels first: O0,Os")
    parser.add_argument("--ckpt", action="append", default=[], help="an option for lathe ckpt")
    parser.add_argument("--flag", action="append", default=[], help="a flag for clang")
    parser.add_argument("--plain", action="store_true", help="expect what clang's program does")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lathe", default="lathe")
    parser.add_argument("--clang", default="clang")
    parser.add_argument("--work", help="folder to work in; it is kept")
    parser.add_argument("--keep", help="folder to work in; it is kept if something fails")
    return parser.parse_args()


def share_of(total, index, count):
    return total * (index + 1) // count - total * index // count


def main():
    options = parse_args()
    random.seed(options.seed)
    folder = os.path.abspath(options.work or options.keep or
                             tempfile.mkdtemp(prefix="lathe-torture-"))
    os.makedirs(folder, exist_ok=True)
    makers = [maker for text in options.programs for program in spread(options, text)
              for maker in programs_of(options, program, folder)]
    programs, failures = [], 0
    for index, (name, make) in enumerate(makers):
        try:
            program = make()
            programs.append(program)
            program.share = share_of(options.kills, index, len(makers))
            program.share_of_damage = share_of(options.damage, index, len(makers))
            run(program)
        except Failure as failure:
            failures += 1
            print(f"{name}: FAILED: {failure}", flush=True)
    total = {what: sum(getattr(p, what) for p in programs)
             for what in ("kills", "early", "resumes", "damages", "fresh", "ends")}
    print(f"torture: {len(makers)} programs, {total['kills']} kills, {total['early']} before the "
          f"first commit, {total['resumes']} resumed, {total['damages']} damages, "
          f"{total['fresh']} with nothing left, {total['ends']} ends, {failures} failures")
    if not options.work and not failures:
        shutil.rmtree(folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
