#!/usr/bin/env python3
"""Does a program as people write them do the same after `lathe cc -O3`, also where checks fail?

    everyday.py FILE.c [--lathe L] [--clang C] [--update]

Such a program calls each of its functions with arguments for which checks at run time hold, and
with others for which they do not: matrices that overlap, bounds beyond dimensions, strides that are
shorter than rows. What it prints must be the same

- compiled by clang at -O0 with AddressSanitizer and UndefinedBehaviorSanitizer, which also shows
  that it is defined (a subscript may leave its dimension, if it stays in the object);
- compiled by `lathe cc -O3 -flathe-loops`;
- after hir-optimize, on bitcode that AddressSanitizer instruments afterwards, and on bitcode with
  the checks of UndefinedBehaviorSanitizer.

Its last line states the functions that hir-optimize must change, at least:

    // CHANGES hir-optimize: multiply() transpose()

--update, or LATHE_UPDATE in the environment, writes it anew. Exit code 0 if all is so, 1 if not.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "run"))

import changes  # noqa: E402

PIPELINE = "hir-optimize"
FRONT_END = ["-w", "-O3", "-Xclang", "-disable-llvm-passes", "-c", "-emit-llvm"]
# Subscripts beyond a dimension are what some of these programs are about.
CHECKS = {"address": [], "undefined": ["-fno-sanitize=bounds", "-fno-sanitize-recover=undefined"],
          "address,undefined": ["-fno-sanitize=bounds", "-fno-sanitize-recover=undefined"]}
LIBRARIES = ["-lm", "-lpthread"]
SECONDS = 60


class Failure(Exception):
    pass


def tool(command):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return done.stderr


def output(program):
    done = subprocess.run([program], capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, timeout=SECONDS, check=False)
    if done.returncode != 0:
        raise Failure(f"{program}: exit code {done.returncode}\n{done.stderr[:3000]}")
    return done.stdout


class Program:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def plain(self):
        tool([self.options.clang, "-w", "-O0", "-fsanitize=address,undefined",
              *CHECKS["address,undefined"], self.options.file, *LIBRARIES, "-o",
              self.path("plain")])
        return output(self.path("plain"))

    def compiled(self):
        tool([self.options.lathe, "cc", "-w", "-O3", "-flathe-loops", self.options.file,
              *LIBRARIES, "-o", self.path("compiled")])
        return output(self.path("compiled"))

    def instrumented(self, checks):
        """hir-optimize sees the marks of one sanitizer, and the checks of the other."""
        front, after = self.path("front.bc"), self.path("after.bc")
        flags = [f"-fsanitize={checks}", *CHECKS[checks]]
        tool([self.options.clang, *FRONT_END, *flags, self.options.file, "-o", front])
        tool([self.options.lathe, "opt", "-q", f"--passes={PIPELINE}", front, "-o", after])
        tool([self.options.clang, "-w", "-O1", "-x", "ir", after, "-x", "none",
              f"-fsanitize={checks}", *LIBRARIES, "-o", self.path("instrumented")])
        return output(self.path("instrumented"))

    def changed(self):
        """Functions whose body is another one, of those that lathe says it changed."""
        front, texts = self.path("whole.bc"), []
        tool([self.options.clang, *FRONT_END, self.options.file, "-o", front])
        for passes in ("verify", PIPELINE):
            said = tool([self.options.lathe, "opt", "--verbose", f"--passes={passes}", front, "-o",
                         self.path("text.ll")])
            with open(self.path("text.ll")) as file:
                texts.append(changes.Module(file.read()).functions)
        return sorted(name for name in {name for _, name in changes.DONE.findall(said)}
                      if texts[0].get(name) != texts[1].get(name))


def stated(name):
    """The functions that must change, None if the program does not say."""
    text = changes.stated(name).get(PIPELINE)
    return None if text is None else re.findall(r"([\w.]+)\(\)", text)


def check_changes(options, found):
    if options.update:
        text = " ".join(f"{name}()" for name in found) or "nothing"
        changes.state(options.file, {PIPELINE: text})
    must = stated(options.file)
    if must is None:
        raise Failure(f"{options.file} does not state what {PIPELINE} must change; --update does")
    missing = [name for name in must if name not in found]
    if missing:
        raise Failure(f"{options.file}: {PIPELINE} must change {', '.join(missing)}, and does not")


def check(options, folder):
    program = Program(options, folder)
    check_changes(options, program.changed())
    expected = program.plain()
    if not expected:
        raise Failure(f"{options.file} prints nothing, so there is nothing to compare")
    for name, got in [("lathe cc -O3", program.compiled()),
                      ("AddressSanitizer", program.instrumented("address")),
                      ("UndefinedBehaviorSanitizer", program.instrumented("undefined"))]:
        if got != expected:
            raise Failure(f"{options.file}, {name}: expected\n{expected}\ngot\n{got}")


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("file")
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang")
    p.add_argument("--update", action="store_true", default=bool(os.environ.get("LATHE_UPDATE")))
    options = p.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="lathe-everyday-") as folder:
            check(options, folder)
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
