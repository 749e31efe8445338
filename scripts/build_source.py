"""How somebody else's source tree is configured, built and tested with a compiler of ours.

Used by draw.py and campaign_draw.py. A tree is built by the means it brings: configure, autoconf's
input, CMake, meson or a plain makefile. The compiler is a wrapper that puts its own words first, so
that a project's flags count as they do for its users, and that notes what each link took. Every
step is under a limit of processor time, which does not depend on what else the machine does, and
under ten times that of wall time; all of its output is in a log.
"""
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import time

LTO = "-flto=full -fuse-ld=lld"
LLVM_TOOLS = {"AR": "llvm-ar-22", "RANLIB": "llvm-ranlib-22", "NM": "llvm-nm-22"}

# The wrapper of a compiler. Links are timed one by one while LINK_LOG is set; of the two lines that
# `times` prints, the second one is the children's.
WRAPPER = """#!/bin/sh
for word; do
    case $word in -c | -S | -E | -M | -MM | -fsyntax-only | --version | -v | -print-*)
        exec {compiler} "$@" ;;
    esac
done
[ -n "${{LINK_LOG:-}}" ] || exec {compiler} "$@"
{compiler} {report} "$@"
code=$?
times >>"$LINK_LOG"
exit $code
"""
TIMES = re.compile(r"(\d+)m([\d.]+)s")
RESULTS = (re.compile(r"^(PASS|FAIL|ERROR|SKIP|XFAIL|XPASS): (.+?)$", re.M),  # automake
           re.compile(r"^ *\d+/\d+ +Test +#\d+: (\S+) \.*(.*?) +[\d.]+ sec", re.M),  # ctest
           re.compile(r"^ *\d+/\d+ (.+?) +(OK|FAIL|TIMEOUT|ERROR|SKIP)\b", re.M),  # meson
           re.compile(r"^(ok|not ok) (\d+.*)$", re.M),  # TAP
           re.compile(r"^(\w+): .+: (ok|failed|skipped)\b", re.M))  # by hand
GOOD = {"PASS", "XFAIL", "OK", "Passed", "SKIP", "ok", "skipped"}
BAD = {"FAIL", "ERROR", "XPASS", "not ok"}
TIMED_OUT = 124
TICKS = os.sysconf("SC_CLK_TCK")


class Stop(Exception):
    """A step failed; the text says which, and how."""


def ways(lathe):
    """{name: (C compiler, C++ compiler, tools)} of every way to build."""
    return {"clang": ("clang-22 -O2", "clang++-22 -O2", {}),
            "lto": (f"clang-22 -O2 {LTO}", f"clang++-22 -O2 {LTO}", LLVM_TOOLS),
            "lathe": (f"{lathe} cc -O2", f"{lathe} c++ -O2", {})}


def session(leader):
    """{process: processor seconds} of all in a session, those they have waited for included."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(fields[3]) == leader:
            found[int(name)] = sum(map(int, fields[11:15])) / TICKS
    return found


def wait(process, seconds):
    """The exit code; kills all it started when a limit is reached."""
    began = time.time()
    while True:
        try:
            return process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            used = session(process.pid)
        if sum(used.values()) > seconds or time.time() - began > 10 * seconds:
            for one in used:
                try:
                    os.kill(one, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            process.wait()
            return TIMED_OUT


def shell(line, folder, log, environment, seconds):
    """(exit code, processor seconds, wall seconds); TIMED_OUT if it did not end in time."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    with open(log, "ab") as out:
        out.write(f"+ {line}\n".encode())
        out.flush()
        with subprocess.Popen(["sh", "-c", line], cwd=folder, stdout=out, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, env={**os.environ, **environment},
                              start_new_session=True) as process:
            code = wait(process, seconds)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return code, round(used, 2), round(time.time() - began, 2)


def has(folder, *names):
    return any(os.path.exists(os.path.join(folder, name)) for name in names)


def steps(folder):
    """(system, configure, build) of a source tree; None if nothing says how to build it."""
    if has(folder, "configure"):
        return "configure", "chmod +x configure && ./configure", "make"
    if has(folder, "configure.ac", "configure.in"):
        return "autoconf", "autoreconf -fi && ./configure", "make"
    if has(folder, "CMakeLists.txt"):
        return "cmake", ("cmake -S . -B out -DCMAKE_BUILD_TYPE=Release "
                         "-DCMAKE_C_FLAGS_RELEASE=-O2 -DCMAKE_CXX_FLAGS_RELEASE=-O2"
                         " ${AR:+-DCMAKE_AR=$(command -v $AR)}"
                         " ${RANLIB:+-DCMAKE_RANLIB=$(command -v $RANLIB)}"), "cmake --build out"
    if has(folder, "meson.build"):
        return "meson", "meson setup out --buildtype=plain", "ninja -C out"
    if has(folder, "Makefile", "GNUmakefile", "makefile"):
        return "make", "", ('make CC="$CC" CXX="$CXX" ${AR:+AR="$AR"} '
                            '${RANLIB:+RANLIB="$RANLIB"}')
    return None


class Tree:
    """A fresh copy of a source tree, built in one way. Its results are plain data."""

    def __init__(self, source, folder, way, compilers, jobs=1, report=False):
        self.folder, self.log = folder, folder + ".log"
        for path in (folder, folder + ".bin", folder + ".reports"):
            shutil.rmtree(path, ignore_errors=True)
        for path in (self.log, folder + ".links"):
            if os.path.exists(path):
                os.remove(path)
        shutil.copytree(source, folder, symlinks=True)
        os.makedirs(folder + ".bin")
        os.makedirs(folder + ".reports")
        words = f'-flathe-report="{folder}.reports/$$.json"' if report else ""
        self.environment = {"MAKEFLAGS": f"-j{jobs}", "CFLAGS": "-O2", "CXXFLAGS": "-O2",
                            "CMAKE_BUILD_PARALLEL_LEVEL": str(jobs), "LC_ALL": "C.UTF-8",
                            "CC": self.wrapper("cc", compilers[0], words),
                            "CXX": self.wrapper("c++", compilers[1], words), **compilers[2]}
        self.way, self.system = way, steps(folder)
        if not self.system:
            raise Stop("nothing says how to build it")
        if self.system[0] == "make":  # its own flags are what its users get
            del self.environment["CFLAGS"], self.environment["CXXFLAGS"]

    def wrapper(self, name, compiler, report):
        path = os.path.join(self.folder + ".bin", name)
        with open(path, "w") as file:
            file.write(WRAPPER.format(compiler=compiler, report=report))
        os.chmod(path, 0o755)
        return path

    def step(self, what, line, seconds, extra=None):
        code, used, wall = shell(line, self.folder, self.log, {**self.environment, **(extra or {})},
                                 seconds)
        if code == TIMED_OUT:
            raise Stop(f"{what} does not end in {seconds} s of processor time")
        if code != 0:
            raise Stop(f"{what} fails with {self.way}: {self.last_error()}")
        return used, wall

    def last_error(self):
        with open(self.log, errors="replace") as file:
            lines = file.read().splitlines()
        errors = [line for line in lines if re.search(r"\berror:|\*\*\*|Error\b", line)]
        return (errors or lines or ["no output"])[0].strip()[:160]

    def configure(self, seconds):
        if self.system[1]:
            self.step("configure", self.system[1], seconds)

    def build(self, seconds):
        """{processor, wall, links, link: seconds of all links}"""
        used, wall = self.step("build", self.system[2], seconds,
                               {"LINK_LOG": self.folder + ".links"})
        links = self.links()
        return {"processor": used, "wall": wall, "links": len(links),
                "link": round(sum(links), 2), "longest link": round(max(links, default=0), 2)}

    def links(self):
        try:
            with open(self.folder + ".links") as file:
                return [sum(60 * int(m) + float(s) for m, s in TIMES.findall(line))
                        for line in file.read().splitlines()[1::2]]
        except FileNotFoundError:
            return []

    def test_line(self):
        if self.system[0] == "cmake":
            return "ctest --test-dir out"
        if self.system[0] == "meson":
            return "meson test -C out --no-rebuild"
        compilers = 'CC="$CC" CXX="$CXX"' if self.system[0] == "make" else ""
        for target in ("check", "test"):
            code = shell(f"make -n {target} {compilers} >/dev/null 2>&1", self.folder, self.log,
                         self.environment, 60)[0]
            if code == 0:
                return f"make -k {target} {compilers}"
        return None

    def test(self, seconds):
        """{code, results: {name: good}}; None if there are no tests."""
        line = self.test_line()
        if not line:
            return None
        start = os.path.getsize(self.log)
        code, used, _ = shell(line, self.folder, self.log, self.environment, seconds)
        with open(self.log, errors="replace") as file:
            file.seek(start)
            text = file.read()
        results = {}
        for first, second in (found.groups() for form in RESULTS for found in form.finditer(text)):
            name, word = (second, first) if first in GOOD | BAD else (first, second)
            results[name.strip()] = word.strip("* ") in GOOD
        return {"code": code, "processor": used, "results": results}

    def programs(self):
        """Executables that were linked, relative to the tree."""
        found = []
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(folder, name)
                if is_program(path):
                    found.append(os.path.relpath(path, self.folder))
        return sorted(found)


def is_program(path):
    """An ELF file with an interpreter: neither an object nor a library."""
    if os.path.islink(path) or not os.path.isfile(path) or not os.access(path, os.X_OK):
        return False
    with open(path, "rb") as file:
        head = file.read(64)
        if len(head) < 64 or head[:4] != b"\x7fELF" or head[4] != 2:
            return False
        offset, = struct.unpack_from("<Q", head, 32)
        size, count = struct.unpack_from("<HH", head, 54)
        file.seek(offset)
        table = file.read(size * count)
    kinds = [struct.unpack_from("<I", table, size * i)[0] for i in range(len(table) // size)]
    return 3 in kinds  # PT_INTERP
