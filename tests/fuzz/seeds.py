"""Where fuzz tests take their seeds from, and what they leave behind when they find something.

Each commit tries programs that none before it tried, and anyone can try the same ones again: the
first seed is the commit's. LATHE_FUZZ_SEED=N, or --seed N, is another one. Every runner says its
seed when it begins. A failure leaves a folder in --keep (build/fuzz-failures, or what
LATHE_FUZZ_KEEP names) with the program, what is wrong with it, and the commands that repeat it.

    python3 tests/fuzz/seeds.py     prints the seed of this tree
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SOURCES = ("src", "runtime", "include", "tests/fuzz")  # what stands for a commit without git


def commit():
    """The hash of this tree's commit, or "" where git does not know it."""
    def git(*words):
        done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""
    # The sources of a release may lie in a repository of somebody else.
    if not shutil.which("git") or os.path.realpath(git("rev-parse", "--show-toplevel")) != ROOT:
        return ""
    return git("rev-parse", "HEAD")


def contents():
    """A hash of the sources."""
    found = hashlib.sha256()
    for folder in SOURCES:
        for path, folders, files in os.walk(os.path.join(ROOT, folder)):
            folders.sort()
            for name in sorted(name for name in files if name.endswith((".c", ".h", ".py"))):
                with open(os.path.join(path, name), "rb") as file:
                    found.update(file.read())
    return found.hexdigest()


def default():
    """The seed, and what it is of."""
    given = os.environ.get("LATHE_FUZZ_SEED")
    if given:
        return int(given), "LATHE_FUZZ_SEED"
    name = commit()
    if name:
        return int(name[:7], 16), f"commit {name[:12]}"
    return int(contents()[:7], 16), "the sources"


def add_arguments(parser, what="program"):
    parser.add_argument("--seed", type=int, help=f"of the first {what}, it counts up; by default "
                        "LATHE_FUZZ_SEED or the commit's")
    parser.add_argument("--keep", default=os.environ.get("LATHE_FUZZ_KEEP") or
                        os.path.join(ROOT, "build", "fuzz-failures"),
                        help="folder for what fails, with what repeats it")


def add_pass_arguments(parser):
    """Of passes from shared objects."""
    parser.add_argument("--load", action="append", default=[], help="a shared object with passes")
    parser.add_argument("--must-work", action="store_true",
                        help="a pass of --passes that never does anything is a failure")


def begin(options):
    """To be called with the arguments: sets the seed if none was given, and says it."""
    source = "--seed"
    if options.seed is None:
        options.seed, source = default()
    print(f"{os.path.basename(sys.argv[0])}: seed {options.seed} ({source})", flush=True)


def keep(options, name, seed, files, what, commands=()):
    """Leaves a folder with copies of the files, what is wrong, and how to repeat it. Files are
    paths, or (name, text). Returns the folder."""
    folder = os.path.join(options.keep, f"{name}-{seed}")
    os.makedirs(folder, exist_ok=True)
    for file in files:
        if isinstance(file, tuple):
            with open(os.path.join(folder, file[0]), "w") as out:
                out.write(file[1])
        elif os.path.exists(file):
            shutil.copy(file, folder)
    with open(os.path.join(folder, "what.txt"), "w") as out:
        out.write(f"{what}\n\nseed {seed}, begun at {options.seed}, tree {commit() or 'unknown'}\n"
                  f"all of it: {again(options)}\n" + "".join(line + "\n" for line in commands))
    return folder


def again(options):
    """The command line of this run, with its seed."""
    words = [word for i, word in enumerate(sys.argv)
             if not word.startswith("--seed") and sys.argv[max(i - 1, 0)] != "--seed"]
    return shlex.join(["python3", *words, "--seed", str(options.seed)])


if __name__ == "__main__":
    print(default()[0])
