"""Runs clang and lathe cc in the same folder with the same words, and compares what they do.

same.py [--cxx] [--shell] [--stdin=FILE] [--fails] [--plain] -- WORD...

The folder is a fresh copy of Inputs/plain each time. Exit code, standard output, standard error and
the files that were made must be the same: objects but for .lathe.bc, programs in what they export
(names with versions, kinds, bindings, visibilities, sizes of data), how they are loaded and what they
do when run. What a program needs of libraries may only become less, since a whole program in one
module can do without calls that one file cannot; but pools may need what they need. Nothing may be left among the temporary files.
With --shell, WORD is one line for the shell in which $CC is the compiler. With --fails, both must
fail. With --plain, lathe may say that it has no plugin.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DULL_ENDS = (".json", ".log")


def out(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def object_bytes(path):
    bare = path + ".bare"
    subprocess.run(["objcopy", "-R", ".lathe.bc", path, bare], check=True)
    with open(bare, "rb") as file:
        data = file.read()
    os.remove(bare)
    return data


def run_program(path):
    done = subprocess.run([path], capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
    return done.returncode, done.stdout


def pool_needs():
    lathe = os.path.realpath(shutil.which("lathe"))
    archive = os.path.join(os.path.dirname(lathe), "..", "lib", "liblathe-pool.a")
    names = set(re.findall(r"^\s+[Uwv] (\w+)", out("nm", "-u", archive), re.M))
    return names | {"__register_atfork"}  # what pthread_atfork calls, which programs contain


class Program:
    """exact must be equal; needs may lose members, and gain those of pools."""

    def __init__(self, exact, needs):
        self.exact, self.needs = exact, needs

    def accepts(self, other):
        return (isinstance(other, Program) and self.exact == other.exact
                and all(row[0].split("@")[0] in pool_needs()
                        for row in other.needs - self.needs))

    def __repr__(self):
        return f"{self.exact}, needs {sorted(self.needs)}"


def dynamic_symbols(path):
    """Rows of what is defined, and of what is needed."""
    defined, needed = set(), set()
    for line in out("readelf", "--dyn-syms", "-W", path).splitlines():
        words = line.split()
        if len(words) < 8 or not words[0].rstrip(":").isdigit():
            continue
        size, kind, bind, visibility, section = words[2:7]
        row = words[7], kind, bind, visibility, size if kind in ("OBJECT", "TLS") else ""
        (needed if section == "UND" else defined).add(row)
    return sorted(defined), needed


def program_facts(path):
    if ".lathe.bc" in out("readelf", "-SW", path):
        return "has .lathe.bc"
    loading = re.findall(r"\((NEEDED|SONAME|R\w*PATH|FLAGS\w*)\)\s*(.*)",
                         out("readelf", "-dW", path))
    kind = re.search(r"Type:\s*(\w+)", out("readelf", "-hW", path)).group(1)
    runs = os.access(path, os.X_OK) and (kind == "EXEC" or ("FLAGS_1", "Flags: PIE") in loading)
    defined, needed = dynamic_symbols(path)
    return Program((kind, defined, loading, run_program(path) if runs else None), needed)


def same(want, got):
    return want.accepts(got) if isinstance(want, Program) else want == got


def without_record(assembly):
    """What -save-temps keeps is what the object is made of."""
    return re.sub(rb"\t\.type\t\.Llathe\.bc.*?\t\.size\t\.Llathe\.bc, \d+\n\n?", b"", assembly,
                  flags=re.S)


def facts(path):
    with open(path, "rb") as file:
        data = file.read()
    if path.endswith(DULL_ENDS):
        return "some text"
    if path.endswith(".s"):
        return without_record(data)
    if not data.startswith(b"\x7fELF"):
        return data
    return object_bytes(path) if data[16] == 1 else program_facts(path)


def snapshot(folder):
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            found[os.path.relpath(path, folder)] = facts(path)
    return found


def output_facts(data, path):
    if not data.startswith(b"\x7fELF"):
        return data
    with open(path, "wb") as file:
        file.write(data)
    found = facts(path)
    os.remove(path)
    return found


def plain_names(text, temporary):
    """Temporary files have random names."""
    return re.sub(re.escape(temporary) + r"/(?:lathe-cc-\w+/)?([\w.+-]*)-[0-9a-f]{6,}\.", r"T/\1.",
                  text)


def without_plugin_warning(text):
    return re.sub(r"lathe: warning: nothing is transformed: the clang named by .*\n", "", text)


def run(compiler, options, words, folder, temporary):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, "plain"), folder)
    os.makedirs(temporary, exist_ok=True)
    env = dict(os.environ, TMPDIR=temporary, CC=compiler)
    command = ["sh", "-c", words[0]] if options["shell"] else compiler.split() + words
    with open(options["stdin"] or "/dev/null", "rb") as stdin:
        done = subprocess.run(command, cwd=folder, env=env, stdin=stdin, capture_output=True)
    left = os.listdir(temporary)
    result = {
        "exit code": done.returncode,
        "standard output": output_facts(done.stdout, os.path.join(temporary, "output")),
        "standard error": plain_names(done.stderr.decode(errors="replace"), temporary),
        "temporary files": left,
    }
    result.update((f"file {name}", what) for name, what in snapshot(folder).items())
    return result


def shown(value):
    if isinstance(value, bytes) and value.startswith(b"\x7fELF"):
        return f"{len(value)} bytes, {hashlib.sha1(value).hexdigest()}"
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) < 3000 else text[:3000] + "…"


def parse(argv):
    options = {"cxx": False, "shell": False, "stdin": None, "fails": False, "plain": False}
    while argv and argv[0] != "--":
        name, _, value = argv.pop(0)[2:].partition("=")
        options[name] = value or True
    return options, argv[1:]


def main():
    options, words = parse(sys.argv[1:])
    with tempfile.TemporaryDirectory() as base:
        folder, temporary = os.path.join(base, "work"), os.path.join(base, "tmp")
        compilers = ("clang++", "lathe-c++") if options["cxx"] else ("clang", "lathe-cc")
        want, got = (run(c, options, words, folder, temporary) for c in compilers)
    if options["fails"] != (want["exit code"] != 0):
        sys.exit(f"clang itself exits with {want['exit code']}: {want['standard error']}")
    if options["plain"]:
        got["standard error"] = without_plugin_warning(got["standard error"])
    bad = [key for key in sorted(want.keys() | got.keys()) if not same(want.get(key), got.get(key))]
    for key in bad:
        print(f"{key}\n  clang: {shown(want.get(key))}\n  lathe: {shown(got.get(key))}")
    sys.exit(1 if bad else 0)


main()
