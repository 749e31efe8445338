#!/usr/bin/env python3
"""Draws programs to try lathe on: draw.py N [--seed COMMIT] [--large K] [--work FOLDER] …

Programs that are chosen are programs that suit. These are drawn: Debian's source packages in an
order that a commit's hash decides, of which the first N are taken that are mostly C and that
clang-22 builds into a program. Everything that was passed over is listed with its reason.

    candidates  source packages with an architecture-dependent binary package and no build
                dependency of another language; neither in a campaign nor in a recorded draw
    order       by SHA-256 of the commit's hash and the package's name
    mostly C    of the lines in files of known languages, 70 % are in .c and .h files, 2,000 to
                400,000 of them; 'large' is over 50,000. Lines count that have a word or a brace
                on them, so tables of numbers do not; a .c or .h file with a class in it is C++
    builds      configure, autoconf, CMake, meson or make end well with CC=clang-22, each in
                --seconds of processor time, and leave an executable file

--large K keeps places for K large packages: others are passed over when only those places are left.
--install lets it install build dependencies (as root, at most --packages of them each), which
belongs into a chroot (scripts/chroot.sh), not onto a developer's machine.

Each answer is kept in FOLDER, so that a draw goes on where it ended; the result is in draw.json
there, and --json prints it. --record adds the names to bench/draws.json, which later draws leave
out.
Exit code: 0 N are drawn, 1 the candidates do not suffice, 2 something could not be run.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

import build_source
from campaign_cc import version
from campaign_common import Failure, end_with

HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = os.path.join(HERE, "..", "bench", "draws.json")
SHARE, LEAST, LARGE, MOST = 0.7, 2000, 50000, 400000
SOURCE_BYTES = 150 << 20
C = {".c", ".h"}
# Without shell: what there is of it in a C project is mostly generated, libtool's for instance.
OTHERS = {".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".C", ".H", ".py", ".pl", ".pm", ".java",
          ".go", ".rs", ".hs", ".ml", ".mli", ".f", ".f90", ".F", ".js", ".ts", ".rb", ".cs", ".d",
          ".m", ".mm", ".S", ".s", ".asm", ".lua", ".tcl", ".php", ".scm", ".el", ".lisp", ".vala",
          ".pas", ".adb", ".ads", ".R", ".jl", ".cu", ".scala", ".kt", ".swift", ".erl"}
READABLE = re.compile(rb"^.*?(?:[A-Za-z_]{2}|[{};]).*$", re.M)
CPLUSPLUS = re.compile(rb"^\s*(?:class\s+\w+[^;()]*\{|template\s*<|namespace\s+\w+\s*\{|"
                       rb"(?:public|private|protected)\s*:)", re.M)
# Build dependencies that say that a package is written in something else.
FOREIGN = re.compile(r"\b(ghc|haskell-devscripts\S*|cargo|rustc|golang\S*|dh-golang|ocaml\S*|"
                     r"dh-ocaml|default-jdk\S*|javahelper|gnat\S*|fpc|fp-compiler|gfortran|ldc|"
                     r"erlang\S*|nodejs|dh-nodejs|ruby-dev|gem2deb|r-base-dev|dh-r|sbcl|valac|"
                     r"mono-devel|dh-octave|dh-elpa|dh-php|dh-cargo|rebar\S*|crystal|"
                     r"dh-sequence-(python3|r|ocaml|nodejs|golang|cargo|elpa|gir)|"
                     r"qtbase5-dev|qt6-base-dev|linux-headers\S*|gcc-\d+-source)\b")


def say(text):
    print(f"draw: {text}", file=sys.stderr, flush=True)


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def full_hash(commit):
    if re.fullmatch(r"[0-9a-f]{40}", commit):
        return commit
    return run(["git", "-C", HERE, "rev-parse", commit + "^{commit}"]).strip()


# ---- the index ----

def paragraphs(text):
    """Each paragraph of an index as {field: value}."""
    for block in text.split("\n\n"):
        fields = re.findall(r"^(\S+?): *(.*(?:\n[ \t].*)*)", block, re.M)
        if fields:
            yield dict(fields)


def source_index(work):
    """The text of all Sources files that apt has for the scratch folder."""
    run(["sh", os.path.join(HERE, "fetch-source.sh"), "--index", work])
    lists = os.path.join(work, ".apt", "lists")
    names = sorted(name for name in os.listdir(lists) if name.endswith("_source_Sources"))
    if not names:
        raise Failure("apt gave no index of source packages")
    texts = []
    for name in names:
        with open(os.path.join(lists, name)) as file:
            texts.append(file.read())
    return "\n".join(texts)


def is_candidate(fields):
    needs = " ".join(fields.get(name, "") for name in ("Build-Depends", "Build-Depends-Arch"))
    built = fields.get("Package-List", "")
    return (" deb " in built and re.search(r"arch=\S*\b(any|linux-any|amd64|any-amd64)\b", built)
            and "Extra-Source-Only" not in fields and not FOREIGN.search(needs))


def source_bytes(fields):
    files = fields.get("Checksums-Sha256", "")
    return sum(int(size) for size in re.findall(r"^ \w+ (\d+) \S+$", files, re.M))


def used_before(seed):
    """Packages of this tree's campaigns, and of recorded draws from other commits."""
    names = set()
    for name in sorted(os.listdir(HERE)):
        if name.endswith((".sh", ".py")):
            with open(os.path.join(HERE, name)) as file:
                text = file.read()
            for words in re.findall(r"^for package in (.*); do$", text, re.M):
                names.update(re.findall(r"(?<!\S)[a-z0-9][a-z0-9.+-]+", words))
            if "PROJECTS = {" in text:
                names.update(re.findall(r'^    "([a-z0-9.+-]+)": \{$', text, re.M))
    for other, drawn in recorded().items():
        names.update(drawn if other != seed else [])
    return names


def recorded():
    if not os.path.exists(RECORD):
        return {}
    with open(RECORD) as file:
        return json.load(file)


def order(names, seed):
    return sorted(names, key=lambda name: hashlib.sha256(f"{seed} {name}".encode()).digest())


# ---- one package ----

def measure_file(path, ending):
    """(lines with something to read on them, whether they are C)."""
    with open(path, "rb") as file:
        text = file.read()
    return len(READABLE.findall(text)), ending in C and not CPLUSPLUS.search(text)


def count_lines(folder):
    """(lines of C, lines of all known languages), without the packaging."""
    c = everything = 0
    for path, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("debian", ".git", ".pc")]
        for name in names:
            ending = os.path.splitext(name)[1]
            full = os.path.join(path, name)
            if ending in C | OTHERS and not os.path.islink(full):
                lines, is_c = measure_file(full, ending)
                everything += lines
                c += lines if is_c else 0
    return c, everything


class Package:
    """One candidate's way through the stages; what is known of it is kept in its state file."""

    def __init__(self, name, fields, options):
        self.name, self.fields, self.options = name, fields, options
        self.state_path = os.path.join(options.work, name + ".state.json")
        self.source = os.path.join(options.work, name)
        self.state = {"name": name}
        if os.path.exists(self.state_path):
            with open(self.state_path) as file:
                self.state = json.load(file)

    def keep(self, **facts):
        self.state.update(facts)
        with open(self.state_path, "w") as file:
            json.dump(self.state, file, indent=2)
        return self.state

    def drop(self, reason):
        if not self.options.keep:
            shutil.rmtree(self.source, ignore_errors=True)
        return self.keep(dropped=reason)

    def measure(self):
        """Lines of C; drops what is not mostly C."""
        if "lines" in self.state or "dropped" in self.state:
            return self.state
        if source_bytes(self.fields) > SOURCE_BYTES:
            return self.drop(f"its sources are over {SOURCE_BYTES >> 20} MB")
        fetch = subprocess.run(["sh", os.path.join(HERE, "fetch-source.sh"), self.name,
                                self.options.work], capture_output=True, text=True, check=False)
        if fetch.returncode != 0:
            missing = re.search(r"Failed to fetch \S+/(\S+)", fetch.stderr)
            return self.drop(f"the archive does not have {missing.group(1)}" if missing else
                             "cannot be unpacked: " + fetch.stderr.strip()[-100:])
        c, everything = count_lines(self.source)
        if c < LEAST or c < SHARE * everything:
            return self.drop(f"not mostly C: {c} of {everything} lines")
        if c > MOST:
            return self.drop(f"{c} lines of C take too long to build in every way")
        return self.keep(lines=c, version=version(self.source))  # the newest, not the index's last

    def install(self):
        """Its build dependencies, if they are not too many; a reason if that fails."""
        apt = ["apt-get", "-q", "-y", "--no-install-recommends", "--no-remove", "build-dep",
               os.path.join(".", self.name)]
        plan = subprocess.run([*apt, "-s"], capture_output=True, text=True, check=False,
                              cwd=self.options.work)
        if plan.returncode != 0:
            return "build dependencies cannot be had: " + plan.stderr.strip()[-100:]
        count = len(re.findall(r"^Inst ", plan.stdout, re.M))
        if count > self.options.packages:
            return f"build dependencies are {count} packages, the limit is {self.options.packages}"
        code = build_source.shell(" ".join(apt), self.options.work, self.source + ".apt.log",
                                  {"DEBIAN_FRONTEND": "noninteractive"}, 300)[0]
        return f"build dependencies cannot be installed: exit code {code}" if code else None

    def compile(self):
        """Built with clang, or dropped."""
        if "clang" in self.state or "dropped" in self.state:
            return self.state
        reason = self.install() if self.options.install else None
        if reason:
            return self.drop(reason)
        folder = self.source + ".clang"
        try:
            tree = build_source.Tree(self.source, folder, "clang",
                                     build_source.ways("lathe")["clang"], self.options.jobs)
            tree.configure(self.options.seconds)
            took = tree.build(self.options.seconds)
            if not tree.programs():
                raise build_source.Stop("links no program")
            return self.keep(system=tree.system[0], clang=took, programs=tree.programs())
        except build_source.Stop as stop:
            return self.drop(str(stop))
        finally:
            if not self.options.keep:
                shutil.rmtree(folder, ignore_errors=True)


# ---- the draw ----

def draw(options, seed):
    """(taken, passed over), each a list of states in the order of the draw."""
    index = {fields["Package"]: fields for fields in paragraphs(source_index(options.work))
             if is_candidate(fields)}
    names = order(index.keys() - used_before(seed), seed)
    say(f"{len(names)} candidates; first: {' '.join(names[:10])}")
    taken, passed = [], []
    for name in names:
        if len(taken) == options.number:
            break
        package = Package(name, index[name], options)
        state = package.measure()
        large = sum(one["lines"] > LARGE for one in taken)
        places = options.number - len(taken) - max(0, options.large - large)
        if "dropped" not in state and state["lines"] <= LARGE and places <= 0:
            passed.append({**state, "dropped": "only places for large packages are left"})
            continue
        state = package.compile()
        (passed if "dropped" in state else taken).append(state)
        say(f"{name}: {state.get('dropped') or 'taken, %d lines' % state['lines']}"
            f" ({len(taken)} of {options.number})")
    return taken, passed


def report(result):
    for place, state in enumerate(result["taken"], 1):
        print(f"{place:3} {state['name']:24} {state['version']:24} {state['lines']:8} lines of C, "
              f"{state['system']}, {state['clang']['processor']} s with clang")
    print(f"passed over, in the order of the draw: {len(result['dropped'])}")
    for state in result["dropped"]:
        print(f"    {state['name']:24} {state['dropped']}")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", type=int, metavar="N")
    parser.add_argument("--seed", default="HEAD", metavar="COMMIT")
    parser.add_argument("--large", type=int, default=0, metavar="K")
    parser.add_argument("--work", default="build/draw", metavar="FOLDER")
    parser.add_argument("--seconds", type=int, default=120, help="for each step of a build")
    parser.add_argument("--packages", type=int, default=150, help="of build dependencies")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--install", action="store_true", help="install build dependencies")
    parser.add_argument("--keep", action="store_true", help="built trees, and sources passed over")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--record", action="store_true", help="write bench/draws.json")
    options = parser.parse_args()
    options.work = os.path.abspath(options.work)
    os.makedirs(options.work, exist_ok=True)
    return options


def main():
    options = parse_options()
    seed = full_hash(options.seed)
    taken, passed = draw(options, seed)
    result = {"seed": seed, "taken": taken, "dropped": passed}
    with open(os.path.join(options.work, "draw.json"), "w") as file:
        json.dump(result, file, indent=2)
    if options.record:
        with open(RECORD, "w") as file:
            json.dump({**recorded(), seed: [one["name"] for one in taken]}, file, indent=2)
            file.write("\n")
    if options.json:
        print(json.dumps(result, indent=2))
    else:
        report(result)
    return 0 if len(taken) == options.number else 1


if __name__ == "__main__":
    end_with(main)
