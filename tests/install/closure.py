#!/usr/bin/env python3
"""Is every file that the build and the tests use from a package that setup.sh brings?

    closure.py --build BUILD [--without PACKAGE]… [--needless]

A developer's machine has packages that setup.sh never asked for, and hides that one is missing from
its lists. So this looks at the files that are really used, and at the packages they belong to:

    libraries   the files that the linker opens for every link line of the build, and the libraries
                that the pkg-config modules on them name, private ones included
    headers     all that ninja recorded while compiling
    tools       those in the build's commands, in the tests' RUN lines, and in scripts that call
                them by a literal name

Each package must be in the closure of the lists under Depends and Pre-Depends, or in that of a
minimal Debian. Of alternatives that nothing else satisfies, the first that is installed counts.

--without takes a name from the lists, to see that this check can fail; --needless prints the names
that could be taken away unseen. Exit code: 0 all is brought, 1 something is not, 2 cannot look.
"""
import argparse
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MODULE = re.compile(r"pkg_check_modules\(\w+ .*?([\w.+-]+)\)")
# A command as a list of words, a program that is looked for, a program's name as a constant.
NAME = '"([a-z][\\w.+-]*)"'
CALL = re.compile(rf'[(=] ?\[{NAME},|which\({NAME}|^[A-Z]+ = {NAME}$', re.M)
SANITIZERS = "-fsanitize=address,undefined"  # of make test SAN=1, and of programs under test
LINKED = re.compile(r"\.(o|a|so)(\.[\d.]+)?$")
SEPARATOR = re.compile(r"\|\||&&|[|;]")
# Words that stand before the command they run.
BEFORE = {"not", "env", "--crash", "timeout"}


def output(command, **options):
    run = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if run.returncode != 0:
        print(f"closure: {' '.join(command)[:200]}: {run.stderr.strip()[-500:]}", file=sys.stderr)
        sys.exit(2)
    return run.stdout


class Packages:
    """The installed packages: what each depends on, what it provides, what a bare system has."""

    FIELDS = ("Package", "Status-Status", "Essential", "Priority", "Pre-Depends", "Depends",
              "Provides")

    def __init__(self):
        form = "\t".join(f"${{{'db:' if 'Status' in f else ''}{f}}}" for f in self.FIELDS) + "\n"
        self.needs, self.providers, self.bare = {}, {}, {"apt"}
        for line in output(["dpkg-query", "-W", "-f", form]).splitlines():
            name, state, essential, priority, before, after, provides = line.split("\t")
            if state != "installed":
                continue
            self.needs[name] = [self.names(group, "|") for group in
                                f"{before},{after}".split(",") if group.strip()]
            for provided in self.names(provides, ","):
                self.providers.setdefault(provided, []).append(name)
            if essential == "yes" or priority == "required":
                self.bare.add(name)

    @staticmethod
    def names(text, separator):
        """Without versions and architectures."""
        return [re.split(r"[ (:]", part.strip())[0] for part in text.split(separator)
                if part.strip()]

    def choose(self, group):
        for name in group:
            if name in self.needs:
                return [name]
            if name in self.providers:
                return self.providers[name][:1]
        return []

    def is_met(self, group, seen):
        return any(name in seen or not seen.isdisjoint(self.providers.get(name, ()))
                   for name in group)

    def closure(self, names):
        """Alternatives come last: what is brought anyway satisfies them, as it does for apt."""
        seen, left, later = set(), [one for name in names for one in self.choose([name])], []
        while left or later:
            if not left:
                group = later.pop(0)
                left = [] if self.is_met(group, seen) else self.choose(group)
                continue
            name = left.pop()
            if name not in seen:
                seen.add(name)
                left += [one for group in self.needs[name] if len(group) == 1
                         for one in self.choose(group)]
                later += [group for group in self.needs[name] if len(group) > 1]
        return seen


def spellings(path):
    """Two names of a file: /lib is a link to /usr/lib, and packages use either."""
    return path, path[4:] if path.startswith("/usr/") else "/usr" + path


def look_up(paths):
    """{path: packages} by the paths' own names."""
    names = {}
    for path in paths:
        for name in spellings(path):
            names.setdefault(name, []).append(path)
    run = subprocess.run(["dpkg-query", "-S", *names], capture_output=True, text=True, check=False)
    found = {}
    for line in run.stdout.splitlines():
        packages, _, name = line.partition(": ")
        for path in () if packages.startswith("diversion by") else names.get(name, ()):
            found.setdefault(path, set()).update(
                part.split(":")[0] for part in packages.split(", "))
    return found


def owners(paths):
    """{path: packages}. A link that a package has counts, not the file behind it: libx.so is in the
    package to build with, libx.so.1 in the one to run with."""
    found = look_up(paths)
    behind = {path: os.path.realpath(path) for path in paths if path not in found}
    packages = look_up(set(behind.values())) if behind else {}
    found.update({path: packages[real] for path, real in behind.items() if real in packages})
    return found


class Build:
    """What a build uses, read from the files that CMake and ninja left."""

    def __init__(self, build):
        self.build = os.path.abspath(build)
        with open(os.path.join(build, "build.ninja")) as file:
            self.ninja = file.read()
        with open(os.path.join(build, "CMakeFiles", "rules.ninja")) as file:
            self.rules = file.read()
        with open(os.path.join(build, "tests", "lit.site.cfg.py")) as file:
            llvm = re.search(r'config\.llvm_bin = "(.*)"', file.read()).group(1)
        self.path = {os.path.realpath(folder): None  # in order, each once
                     for folder in [llvm, *os.environ["PATH"].split(os.pathsep)]}

    def is_foreign(self, path):
        return path.startswith("/") and not path.startswith((self.build + "/", ROOT + "/"))

    def link_lines(self):
        """The distinct lists of libraries, each with the language of a program that links it."""
        lines = set()
        for rule, body in re.findall(r"^build [^\n]*: (\w+_LINKER_\w+)[^\n]*\n((?:  .*\n)*)",
                                     self.ninja, re.M):
            for libraries in re.findall(r"^  LINK_LIBRARIES = (.*)$", body, re.M):
                own = [word for word in libraries.split() if not word.startswith("lib/")]
                lines.add((rule.split("_")[0], " ".join(own)))
        return sorted(lines)

    def opened(self, language, libraries):
        """The files that the linker opens for a program with these libraries."""
        rule = rf"^rule {language}_\w+_LINKER_.*\n(?:  .*\n)*?  command = .*? && (/\S+)"
        compiler = re.search(rule, self.rules, re.M).group(1)
        suffix = "c" if language == "C" else "c++"
        with tempfile.TemporaryDirectory() as folder:
            text = output([compiler, "-fuse-ld=lld", "-x", suffix, "-", "-x", "none",
                           "-Wl,--trace", *shlex.split(libraries), "-o", folder + "/program"],
                          input="int main(void) { return 0; }\n" if suffix == "c"
                          else "int main() { return 0; }\n")
        return {line.split(".a(")[0] + (".a" if ".a(" in line else "")
                for line in text.splitlines() if line.startswith("/") and "/tmp" not in line[:5]}

    def libraries(self):
        used, modules = {}, own_modules()
        named = output(["pkg-config", "--static", "--libs", *modules]).strip()
        for language, line in [*self.link_lines(), ("C", named), ("C", SANITIZERS)]:
            for path in self.opened(language, line):
                used.setdefault(path, f"on a link line")
        for module in modules:
            folder = output(["pkg-config", "--variable=pcfiledir", module]).strip()
            used[f"{folder}/{module}.pc"] = "read by CMake"
        return used

    def recorded(self):
        """Headers; newer versions of CMake record the linker's inputs, too."""
        lines = output(["ninja", "-C", self.build, "-t", "deps"]).splitlines()
        paths = {os.path.normpath(line.strip()) for line in lines if line.startswith(" ")}
        return {path: "on a link line" if LINKED.search(path) else "included"
                for path in paths if self.is_foreign(path)}

    def words(self):
        """(word, where) of what is called by name."""
        for command in re.findall(r"(?:command|COMMAND) = (.*)", self.rules + self.ninja):
            for part in SEPARATOR.split(command):
                yield first_word(part), "called by the build"
        for path in files("tests/"):
            for line in run_lines(path):
                for part in SEPARATOR.split(line):
                    yield first_word(part), f"called by {path}"
        for path in files("tests/", ".py") + ["scripts/run_tests.py", "scripts/style.py"]:
            with open(os.path.join(ROOT, path)) as file:
                for call in CALL.finditer(file.read()):
                    yield call.group(call.lastindex), f"called by {path}"
        yield "lit", "called by scripts/run_tests.py"

    def tools(self):
        """A program that a package has is taken before one of the same name that none has."""
        called = {}
        for word, where in self.words():
            called.setdefault(word, where)
        found = {word: self.find(word) for word in called if word}
        owner = owners([path for paths in found.values() for path in paths])
        best = {word: min(paths, key=lambda path: path not in owner)
                for word, paths in found.items() if paths}
        return {path: called[word] for word, path in best.items()}

    def find(self, word):
        found = [shutil.which(word, path=folder) for folder in self.path]
        return [path for path in found if path and self.is_foreign(path)]


def own_modules():
    """The pkg-config modules that the tree's CMake files ask for."""
    found = set()
    for path in ["CMakeLists.txt", *files("cmake/", ".cmake"), *files("tests/", "CMakeLists.txt")]:
        with open(os.path.join(ROOT, path)) as file:
            found.update(MODULE.findall(file.read()))
    return sorted(found)


def files(folder, ending=""):
    found = [os.path.relpath(path, ROOT) for path in
             glob.glob(os.path.join(ROOT, folder, "**", "*" + ending), recursive=True)]
    return sorted(path for path in found if os.path.isfile(os.path.join(ROOT, path)))


def run_lines(path):
    if not path.endswith((".c", ".ll", ".test")):
        return []
    with open(os.path.join(ROOT, path), errors="replace") as file:
        return re.findall(r"RUN:(.*)$", file.read(), re.M)


def first_word(part):
    """The command of one stage of a pipeline."""
    for word in part.replace("(", " ").replace("{", " ").split():
        if word not in BEFORE and "=" not in word and not word.startswith(("-", '"', "'")):
            return word
    return ""


def missing(used, owner, brought):
    """Lines on files whose package nothing brings, one per package."""
    lines = {}
    for path in sorted(used):
        packages = owner.get(path)
        if not packages:
            lines.setdefault(path, f"{path} ({used[path]}) is in no package")
        elif not packages & brought:
            package = min(packages)
            lines.setdefault(package, f"{path} ({used[path]}) is in {package}, which nothing "
                             "in scripts/setup.sh brings")
    return lines.values()


def needless(names, used, owner, packages):
    for name in names:
        brought = packages.closure(packages.bare | set(names) - {name})
        if not missing(used, owner, brought):
            yield name


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--without", action="append", default=[], metavar="PACKAGE")
    parser.add_argument("--needless", action="store_true")
    return parser.parse_args()


def main():
    options = parse_options()
    names = output(["sh", os.path.join(ROOT, "scripts", "setup.sh"), "names"]).split()
    packages, build = Packages(), Build(options.build)
    used = {**build.recorded(), **build.tools(), **build.libraries()}
    owner = owners(used)
    if options.needless:
        print("\n".join(needless(names, used, owner, packages)))
        return 0
    brought = packages.closure(packages.bare | set(names) - set(options.without))
    lines = missing(used, owner, brought)
    for line in lines:
        print(f"closure: {line}")
    print(f"closure: {len(used)} files of {len(set().union(*owner.values()))} packages, "
          f"{len(lines)} not brought")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
