#!/usr/bin/env python3
"""Does a debugger show the same values after a lathe pipeline?

    gdb_compare.py FILE.c… --passes='ir-rename-structs' [--passes=…] [--changed=N]

The program is compiled with -g to front-end bitcode and from there, plain and after each pipeline,
to code without optimization. Each time its function debug_here is called, gdb prints what its
arguments and the program's global variables hold: every member of every struct, through pointers
too. Members that only the plain program has are deleted ones; all others must be equal. Addresses
are not compared, only whether they are null and what is there.

Numbers that were pointers are followed as the names of their types say, "struct node * as index"
through the variable __soa_node or __split_node, "struct node * >> 3" to an address.

--changed=N: fail unless at least N struct types have another layout than in the plain program.
--apart: variables of which nothing is left in one piece may be optimized out.
--keeps-all: fail if members are deleted; for pipelines that only move them.
Exit code 0 if all agree, 1 with the differences shown if not.
"""

import argparse
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import gdb
except ImportError:
    gdb = None

FRONT_END = ["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fno-discard-value-names"]
STOP = "debug_here"
MAX_STOPS, MAX_LINES = 20, 1000
MAX_DEPTH = 4       # pointers followed one after the other
MAX_VALUES = 50000  # at one stop
MAX_TEXT = 64       # characters of a string
NUMBER = re.compile(r"(?:const )?(?:struct )?([\w.]+) \*(?: as index| >> (\d)| in 32 bits)$")
ARRAYS = ("__soa_", "__split_")  # variables that the passes add


class Dump:
    """What gdb shows at one stop: {path: text}, and the layouts of the structs on the way.

    Which paths there are must not depend on the order of members: a pointer is followed unless the
    same path has come through that place before."""

    def __init__(self, layouts):
        self.values = {}
        self.layouts = layouts
        self.work = []

    def put(self, path, text):
        self.values[path] = text
        if len(self.values) > MAX_VALUES:
            raise gdb.GdbError("the program has too many values to compare")

    def pointer(self, path, value, passed):
        target = value.type.strip_typedefs().target().strip_typedefs()
        address = int(value)
        if address == 0:
            self.put(path, "null")
        elif target.code == gdb.TYPE_CODE_FUNC:
            self.put(path, value.format_string(symbols=True, address=False, raw=True))
        elif target.code == gdb.TYPE_CODE_INT and target.sizeof == 1:
            self.put(path, self.text(value))
        else:
            self.put(path, "set")
            is_record = target.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION)
            if is_record and len(passed) < MAX_DEPTH and address not in passed:
                self.work.append((f"{path}->", value.dereference(), passed + (address,)))

    @staticmethod
    def text(value):
        try:
            return "text " + repr(value.string("latin-1", length=-1)[:MAX_TEXT])
        except (gdb.MemoryError, gdb.error):
            return "set"

    def element(self, path, name, index, passed):
        """The fields of an element, each in an array of its own or of its group."""
        if len(passed) >= MAX_DEPTH or (name, index) in passed:
            return
        for prefix in ARRAYS:
            found = gdb.lookup_static_symbol(prefix + name)
            for field in found.type.fields() if found else ():
                base = found.value()[field]
                if base.type.code != gdb.TYPE_CODE_PTR:
                    base = self.widened(base)
                part = base[index]
                below = f"{path}->" if field.name.startswith("part") else f"{path}->{field.name}"
                self.work.append((below, part, passed + ((name, index),)))

    @staticmethod
    def widened(value):
        """The pointer that a shifted one stands for."""
        name, shift = NUMBER.match(value.type.strip_typedefs().name).groups()
        try:
            target = gdb.lookup_type("struct " + name).pointer()
        except gdb.error:
            target = gdb.lookup_type(name).pointer()
        return gdb.Value(int(value) << int(shift)).cast(target)

    def number(self, path, value, passed):
        name, shift = NUMBER.match(value.type.strip_typedefs().name).groups()
        self.put(path, "set" if int(value) else "null")
        if int(value) and shift:
            self.pointer(path, self.widened(value), passed)
        elif int(value):
            self.element(path, name, int(value), passed)

    def record(self, path, value, kind, passed):
        fields = [f for f in kind.fields() if hasattr(f, "bitpos")]
        if kind.name:
            self.layouts[kind.name] = [kind.sizeof] + [f"{f.name}@{f.bitpos}" for f in fields]
        if kind.code == gdb.TYPE_CODE_UNION:
            # An address seen as a number differs from run to run.
            pointers = [f for f in fields
                        if f.type.strip_typedefs().code == gdb.TYPE_CODE_PTR]
            fields = pointers[:1] or fields
        for field in fields:
            dot = "" if path.endswith("->") else "."
            name = f"{path}{dot}{field.name}" if field.name else path
            self.work.append((name, value[field], passed))

    def one(self, path, value, passed):
        kind = value.type.strip_typedefs()
        if value.is_optimized_out:
            self.put(path, "optimized out")
        elif kind.code == gdb.TYPE_CODE_PTR:
            self.pointer(path, value, passed)
        elif NUMBER.match(kind.name or ""):
            self.number(path, value, passed)
        elif kind.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
            self.record(path, value, kind, passed)
        elif kind.code == gdb.TYPE_CODE_ARRAY:
            low, high = kind.range()
            for i in range(low, min(high, low + 999) + 1):
                self.work.append((f"{path}[{i}]", value[i], passed))
        else:
            self.put(path, value.format_string(raw=True))

    def add(self, path, value):
        self.work.append((path, value, ()))
        while self.work:
            path, value, passed = self.work.pop()
            try:
                self.one(path, value, passed)
            except gdb.MemoryError:
                self.put(path, "unreadable")


@functools.lru_cache
def symbol_tables(name):
    """Of a file. Newer versions of gdb only find it by a line that has code."""
    for line in range(1, MAX_LINES):
        try:
            return [sal.symtab for sal in gdb.decode_line(f"{name}:{line}")[1] or ()]
        except gdb.error:
            continue
    raise gdb.GdbError(f"{name} has no code")


def global_variables(files):
    """Those of the given files, each once, by name."""
    found = {}
    for name in files:
        for table in symbol_tables(name):
            for block in (table.global_block(), table.static_block()):
                for symbol in block:
                    if symbol.is_variable and not symbol.name.startswith(ARRAYS):
                        found.setdefault(symbol.name, symbol)
    return sorted(found.items())


def inside_gdb():
    files = json.loads(os.environ["GDB_COMPARE_FILES"])
    layouts, stops = {}, []
    gdb.execute("set pagination off")
    gdb.execute(f"break {STOP}")
    gdb.execute("run > /dev/null")
    while gdb.selected_inferior().pid and len(stops) < MAX_STOPS:
        frame = gdb.newest_frame()
        if frame.name() != STOP:
            break
        dump = Dump(layouts)
        for symbol in frame.block():
            if symbol.is_argument:
                dump.add(symbol.name, symbol.value(frame))
        for name, symbol in global_variables(files):
            dump.add(f"::{name}", symbol.value())
        stops.append(dump.values)
        gdb.execute("continue")
    with open(os.environ["GDB_COMPARE_OUT"], "w", encoding="utf-8") as out:
        json.dump({"stops": stops, "layouts": layouts}, out)


class Failure(Exception):
    pass


def tool(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, **more)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}")
    return done.stdout


def front_end(options, folder):
    parts = []
    for i, name in enumerate(options.files):
        parts.append(os.path.join(folder, f"part{i}.bc"))
        tool([options.clang, "-c", "-emit-llvm", *FRONT_END, *options.cflags.split(),
              os.path.abspath(name), "-o", parts[-1]])
    whole = os.path.join(folder, "whole.bc")
    tool([options.llvm_link, *parts, "-o", whole])
    return whole


def runtime(options):
    """The archive that programs with pools link."""
    lathe = os.path.realpath(shutil.which(options.lathe) or options.lathe)
    archive = os.path.join(os.path.dirname(lathe), "..", "lib", "liblathe-pool.a")
    return [archive] if os.path.exists(archive) else []


def shown(options, module, folder, name):
    program, out = os.path.join(folder, name), os.path.join(folder, name + ".json")
    tool([options.clang, "-Wno-override-module", "-x", "ir", "-O0", module, "-x", "none", "-lm",
          *runtime(options), "-o", program])
    files = json.dumps([os.path.basename(f) for f in options.files])
    said = tool([options.gdb, "-nx", "-batch", "-x", os.path.abspath(__file__), program],
                env=dict(os.environ, GDB_COMPARE_OUT=out, GDB_COMPARE_FILES=files),
                stdin=subprocess.DEVNULL, timeout=options.timeout)
    if not os.path.exists(out):
        raise Failure(f"gdb did not get through {name}:\n{said}")
    with open(out, encoding="utf-8") as text:
        return json.load(text)


def without_steps(path):
    """The variable a value was reached from: what is behind a deleted pointer is not missing."""
    return path.replace("[", ".").replace("->", ".").split(".")


def is_new(options, path, text):
    """Whether it may be there only after a pipeline: what is left of a variable, or a part."""
    return options.apart and (text == "optimized out" or "." in path.split("[")[0].lstrip(":"))


def compare(options, plain, now, pipeline):
    if len(plain["stops"]) != len(now["stops"]):
        raise Failure(f"{pipeline}: {len(plain['stops'])} stops became {len(now['stops'])}")
    equal, deleted, wrong = 0, set(), []
    for stop, (was, found) in enumerate(zip(plain["stops"], now["stops"])):
        for path, text in was.items():
            if path not in found:
                deleted.add(path)
            elif found[path] == text:
                equal += 1
            elif options.apart and found[path] == "optimized out":
                deleted.add(path)
            else:
                wrong.append(f"stop {stop}: {path}: {text} became {found[path]}")
        wrong += [f"stop {stop}: {path}: only after the pipeline" for path in found
                  if path not in was and not is_new(options, path, found[path])]
    variables = {without_steps(path)[0] for path in deleted}
    left = {without_steps(path)[0] for stop in now["stops"] for path in stop}
    wrong += [f"nothing is left of {name}" for name in sorted(variables - left)]
    if wrong:
        raise Failure(f"{pipeline}:\n" + "\n".join(wrong[:40]))
    changed = sorted(name for name, layout in plain["layouts"].items()
                     if now["layouts"].get(name, layout) != layout)
    return equal, len(deleted), changed


def main():
    p = argparse.ArgumentParser(description="compare what gdb shows before and after lathe passes")
    p.add_argument("files", nargs="+", help="C files of one program")
    p.add_argument("--passes", action="append", required=True, help="a pipeline; may be repeated")
    p.add_argument("--changed", type=int, default=0, help="struct types that must change")
    p.add_argument("--apart", action="store_true", help="variables may be optimized out")
    p.add_argument("--keeps-all", action="store_true", help="no member may be deleted")
    p.add_argument("--cflags", default="", help="flags for the front end")
    p.add_argument("--timeout", type=float, default=120, help="seconds gdb may run")
    p.add_argument("--lathe", default="lathe")
    p.add_argument("--clang", default="clang")
    p.add_argument("--llvm-link", default="llvm-link")
    p.add_argument("--gdb", default="gdb")
    options = p.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            module = front_end(options, folder)
            plain = shown(options, module, folder, "plain")
            if not any(plain["stops"]):
                raise Failure(f"gdb shows nothing: does the program call {STOP}?")
            for i, pipeline in enumerate(options.passes):
                rewritten = os.path.join(folder, f"rewritten{i}.bc")
                tool([options.lathe, "opt", f"--passes={pipeline}", module, "-o", rewritten])
                now = shown(options, rewritten, folder, f"rewritten{i}")
                equal, deleted, changed = compare(options, plain, now, pipeline)
                print(f"{pipeline}: {equal} values equal, {deleted} deleted, layouts changed:",
                      ", ".join(changed) or "none")
                if deleted and options.keeps_all:
                    raise Failure(f"{pipeline}: {deleted} values are gone")
                if len(changed) < options.changed:
                    raise Failure(f"{pipeline}: fewer than {options.changed} layouts changed")
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if gdb:
    inside_gdb()
elif __name__ == "__main__":
    sys.exit(main())
