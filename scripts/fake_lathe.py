#!/usr/bin/env python3
"""Do the tests notice a lathe that does nothing? fake_lathe.py [--build build] [--filter REGEX]

Runs the suites with a lathe in front of the real one that reads, checks and reports as that does,
but changes nothing: opt leaves out the passes that transform and writes its input, ckpt builds the
program without checkpoints, cc and c++ are clang. Every test that has something to change must
fail; those that may pass, since they ask for no change, are listed in tests/idle.txt with the
reason. Prints how many of each suite fail; exit code 1 if a test passes that is not listed, or a
listed one fails.
"""
import argparse
import json
import os
import re
import stat
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SUITES = "run|hir|dtrans|ckpt|torture|cc|fuzz"
READING = re.compile(r"(ir-(ptrclasses|print)|hir-(print|canonicalize|test-(text|check))|"
                     r"dtrans-(analysis|strip-annotations|test-annot)|ckpt-live|"
                     r"ir-test-ptr-)")
OWN = re.compile(r"(ir|hir|dtrans|ckpt)-")
OWN_FLAG = re.compile(r"-(f(no-)?lathe|fplugin=lathe)")


def split_passes(text):
    """At the commas outside brackets."""
    return re.findall(r"(?:[^,<(]|<[^>]*>|\((?:[^()]|\([^()]*\))*\))+", text)


def without_transforms(text):
    kept = [p for p in split_passes(text) if READING.match(p) or not OWN.match(p)]
    return ",".join(kept) or "verify"


def as_opt(real, words):
    """The real one, without the passes that change something."""
    words = list(words)
    for i, word in enumerate(words):
        if word.startswith("--passes="):
            words[i] = "--passes=" + without_transforms(word[9:])
        elif word.startswith("-p") and len(word) > 2 and not word.startswith("--"):
            words[i] = "-p" + without_transforms(word[2:])
        elif word in ("-p", "--passes") and i + 1 < len(words):
            words[i + 1] = without_transforms(words[i + 1])
    return [real, "opt", *words]


def as_cc(clang, words):
    return [clang, *[word for word in words if not OWN_FLAG.match(word)]]


STUB = "void checkpoint(void);\nvoid checkpoint(void) {}\n"


def as_ckpt(real, clang, words):
    """A program without checkpoints; what asks for no program is the real one's."""
    ours, _, theirs = " ".join(words).partition(" -- ")
    ours = re.sub(r"(--output=|-o(?! ))", "-o ", ours).split()
    if "-o" not in ours or "--inspect" in " ".join(ours):
        return [real, "ckpt", *words]
    output = ours[ours.index("-o") + 1]
    inputs = [word for word in ours if word.endswith((".c", ".ll", ".bc")) and word != output]
    level = next((word for word in ours if re.fullmatch(r"-O\d", word)), "-O2")
    if output.endswith((".ll", ".bc", ".o")):
        form = ["-S", "-emit-llvm"] if output.endswith(".ll") else \
            ["-c", "-emit-llvm"] if output.endswith(".bc") else ["-c"]
        return [clang, level, *form, *theirs.split(), *inputs[:1], "-o", output]
    stub = output + ".stub.c"
    with open(stub, "w") as file:
        file.write(STUB)
    return [clang, "-w", level, *theirs.split(), *inputs, stub, "-lm", "-o", output]


def fake(real, clang, words):
    """What the lathe of the suites does."""
    called = os.path.basename(words[0])
    words = {"lathe-cc": ["cc"], "lathe-c++": ["c++"]}.get(called, []) + words[1:]
    command, rest = (words[0], words[1:]) if words else ("", [])
    if command == "opt":
        words = as_opt(real, rest)
    elif command in ("cc", "c++"):
        words = as_cc(clang if command == "cc" else clang + "++", rest)
    elif command == "ckpt":
        words = as_ckpt(real, clang, rest)
    else:
        words = [real, *words]
    os.execv(words[0], words)


def make_fake(build, llvm):
    """A folder with the commands; lit puts it in front of the others."""
    folder = os.path.abspath(os.path.join(build, "fake", "bin"))
    os.makedirs(folder, exist_ok=True)
    real, clang = os.path.abspath(os.path.join(build, "bin", "lathe")), os.path.join(llvm, "clang")
    for name in ("lathe", "lathe-cc", "lathe-c++"):
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(f"#!/bin/sh\nexec python3 -S -E '{os.path.abspath(__file__)}' --as '{real}' "
                       f"'{clang}' {name} \"$@\"\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    library = os.path.join(folder, "..", "lib")
    if not os.path.exists(library):
        os.symlink(os.path.abspath(os.path.join(build, "lib")), library)
    return folder


def read_idle(name):
    """Path of a test -> why it may pass."""
    with open(name) as file:
        lines = [line.split(None, 1) for line in file if line.strip() and line[0] != "#"]
    return {line[0]: line[1].strip() for line in lines}


def run_suites(build, llvm, folder, options):
    """Name of each test -> its lit code."""
    with tempfile.TemporaryDirectory() as temporary:
        results = os.path.join(temporary, "lit.json")
        subprocess.call([os.path.join(llvm, "lit"), "-q", "--no-progress-bar", "-j", options.jobs,
                         "--output", results, f"--param=bin={folder}", "--filter",
                         options.filter or f":: ({SUITES})/", os.path.join(build, "tests")],
                        stdout=subprocess.DEVNULL)
        with open(results) as file:
            tests = json.load(file)["tests"]
    return {test["name"].split(" :: ")[-1]: test["code"] for test in tests
            if test["code"] != "EXCLUDED"}


def report(codes, idle):
    wrong = []
    for suite in sorted({name.split("/")[0] for name in codes}):
        of = {name: code for name, code in codes.items() if name.startswith(suite + "/")}
        passed = {name for name, code in of.items() if code == "PASS"}
        print(f"{suite}: of {len(of)} tests {len(of) - len(passed)} fail without the product, "
              f"{len(passed & set(idle))} have nothing to change")
        wrong += [f"{name} passes" for name in sorted(passed - set(idle))]
        wrong += [f"{name} fails, but tests/idle.txt says that nothing changes in it"
                  for name in sorted(set(idle) & set(of) - passed)]
    return wrong


def main():
    if sys.argv[1:2] == ["--as"]:
        fake(sys.argv[2], sys.argv[3], sys.argv[4:])
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--filter", help="only the tests whose path matches")
    parser.add_argument("--jobs", default=str(os.cpu_count() or 1))
    parser.add_argument("--idle", default=os.path.join(ROOT, "tests", "idle.txt"))
    options = parser.parse_args()
    with open(os.path.join(options.build, "tests", "lit.site.cfg.py")) as config:
        llvm = re.search(r'^config.llvm_bin = "(.*)"', config.read(), re.M)[1]
    codes = run_suites(options.build, llvm, make_fake(options.build, llvm), options)
    wrong = report(codes, read_idle(options.idle))
    for line in wrong:
        print(f"fake_lathe: {line}")
    print(f"{len(codes)} tests, {len(wrong)} do not notice a lathe that does nothing")
    return 1 if wrong or not codes else 0


if __name__ == "__main__":
    sys.exit(main())
