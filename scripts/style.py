#!/usr/bin/env python3
"""Reports where the tree departs from the house style: style.py [--no-git] [ROOT]

Errors are rules and make the exit code 1: formatting, includes against the order of folders that
ARCHITECTURE.md shows, cycles between headers, lines over 100 columns, files over 1000 lines,
functions over 100, functions that nothing uses, functions with the parameters and the body of
another (of two statements or more: one is enough), private words in messages and comments
(words.py), public headers that do not follow the conventions of the library (api_headers.py),
files of the product without an opening comment or with a name that another has, links and names of
pages that lead nowhere. Notes are for a person to judge: functions over 60 lines,
files over 600, a pass without its four-line header, generated files, files in the root that have
no business there, machine paths, work left undone.
Test inputs (folders named Inputs) and FileCheck files are not looked at.
"""
import argparse
import ast
import os
import re
import shutil
import subprocess
import sys

import api_headers
import words

FORMATTER = "clang-format-22"
COLUMNS, FILE_NOTE, FILE_ERROR, FUNCTION_NOTE, FUNCTION_ERROR = 100, 600, 1000, 60, 100

C_FILES = (".c", ".h", ".cpp")
CODE = (".c", ".h", ".cpp", ".py", ".sh", ".cmake")
IN_ROOT = ("CMakeLists.txt", "LICENSE", "Makefile", "run")  # and pages, and what begins with a dot
MADE = ("python/lathe/_bindings.py",)  # of the headers, by a script: not maintained by people
GENERATED = (".o", ".a", ".so", ".bc", ".pyc", ".orig", ".rej", ".gch")

ORDER = "ARCHITECTURE.md"
LISTED = re.compile(r"  ([a-z]+(?:/[a-z]+)*)/\s+(\S.*)")  # a folder below src/, and what it is
BESIDE = re.compile(r"\bbeside ([a-z]+(?:/[a-z]+)*)/")
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
PASS_RUN = re.compile(r"^(?:static )?lathe_status \w+\(\s*lathe_module \*\w+,\s*"
                      r"const ir_params \*\w+,\s*str \*\w+\)\s*\{", re.M)
PASS_HEADER = ("Needs", "Keeps", "Breaks", "Declines when")
MACHINE_PATH = re.compile(r"(?<![\w.$}])/(?:home|root|work|Users|usr/lib/llvm)[/-]\w")
HEAD = re.compile(r"^(?!#|typedef\b|return\b)[A-Za-z_][\w *]*?[ *](\w+)\(([^;{}]*?)\)\s*(\{?)",
                  re.M)
NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
TOKEN = re.compile(r"->|\w+|[^\s\w]")
USED_FROM_OUTSIDE = re.compile(r"main|lathe_\w+|__asan_default_options|llvmGetPassPluginInfo")
LINK = re.compile(r"\]\((?![a-z]+:)([^)\s]+)\)")
MENTION = re.compile(r"(?<![\w/.-])docs/[\w-]+\.md\b")
BOOK = "docs/README.md"
UNDONE = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X])\b")


class Findings:
    def __init__(self):
        self.errors, self.notes = [], []

    def error(self, path, line, text):
        self.errors.append(f"{path}:{line}: error: {text}")

    def note(self, path, line, text):
        self.notes.append(f"{path}:{line}: note: {text}")

    def limit(self, path, line, size, note, error, what):
        """Nothing up to `note`, then a note, and beyond `error` an error."""
        if size > error:
            self.error(path, line, f"{what} has {size} lines, more than {error}")
        elif size > note:
            self.note(path, line, f"{what} has {size} lines, more than {note}")


def walk(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f != ".git" and not f.startswith("build"))
        for name in sorted(files):
            yield os.path.relpath(os.path.join(folder, name), root)


def list_files(root, use_git):
    """Paths under root: those that git has or would take, or simply all."""
    if use_git and shutil.which("git"):
        run = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others",
                              "--exclude-standard"], capture_output=True, text=True, check=False)
        if run.returncode == 0:
            paths = sorted(set(run.stdout.split("\0")) - {""})
            return [p for p in paths if os.path.isfile(os.path.join(root, p))]
    return list(walk(root))


def is_code(path):
    """Code that people maintain, as opposed to inputs of tests and FileCheck files."""
    parts = path.split("/")
    if "Inputs" in parts or path in MADE:
        return False
    if parts[0] == "tests" and path.endswith(".c") and parts[1] not in ("unit", "fuzz", "passes"):
        return False
    return path.endswith(CODE) or parts[-1] in ("Makefile", "CMakeLists.txt")


def c_functions(lines):
    """(name, first line, length) of each function of clang-formatted C text."""
    start, head = 0, ""
    for number, line in enumerate(lines, 1):
        if line.startswith("}"):
            match = re.search(r"(\w+)\(", head)
            if match and head.endswith("{") and "=" not in head.split("(")[0]:
                yield match.group(1), start, number - start + 1
            head = ""
        elif head.endswith("{"):
            continue
        elif not line or line[0] in "#/*" or head.endswith((";", "*/")):
            head = ""
        if not head and line and (line[0].isalpha() or line[0] == "_"):
            start, head = number, line
        elif head and not head.endswith(("{", ";")):
            head += line


def c_shape(parameters, body):
    """What a function is but for its name and those of its parameters, and its statements."""
    names, types = {}, []
    for index, parameter in enumerate(parameters.split(",")):
        words = TOKEN.findall(re.sub(r"\[.*", "", parameter))
        names[words.pop() if words else ""] = f"${index}"
        types.append(" ".join(words))
    tokens = TOKEN.findall(body)
    for i, token in enumerate(tokens):
        if token in names and (i == 0 or tokens[i - 1] not in ("->", ".")):
            tokens[i] = names[token]
    return (tuple(types), tuple(tokens)), tokens.count(";")


def check_functions(sources, out):
    """Functions of the whole tree against one another: `sources` is (path, text) of C files."""
    words, heads, defined, shapes = {}, {}, {}, {}
    for path, text in sources:
        code = NO_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
        for word in re.findall(r"[A-Za-z_]\w*", code):
            words[word] = words.get(word, 0) + 1
        for match in HEAD.finditer(code):
            name, parameters, brace = match.groups()
            heads[name] = heads.get(name, 0) + 1
            if not brace or not path.startswith("src/"):
                continue
            line = code.count("\n", 0, match.start()) + 1
            if "static " not in match.group() or path.endswith(".h"):
                defined[name] = path, line
            end = code.find("\n}", match.end())
            shape, statements = c_shape(parameters, text[match.end():end])
            if statements >= 2 and shape in shapes:
                out.error(path, line, f"{name} is the same as {shapes[shape]}")
            shapes.setdefault(shape, f"{name} in {path}")
    for name, (path, line) in defined.items():
        if words[name] == heads[name] and not USED_FROM_OUTSIDE.fullmatch(name):
            out.error(path, line, f"nothing uses {name}")


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1


def check_lengths(path, text, lines, out):
    out.limit(path, 1, len(lines), FILE_NOTE, FILE_ERROR, "file")
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            out.error(path, number, f"line has {len(line)} columns, more than {COLUMNS}")
    functions = []
    if path.endswith(C_FILES):
        functions = c_functions(lines)
    elif path.endswith(".py"):
        functions = python_functions(text)
    for name, line, length in functions:
        out.limit(path, line, length, FUNCTION_NOTE, FUNCTION_ERROR, f"function {name}")


class Folders:
    """The folders of src/ in the order in which they may include from one another, lowest first."""

    def __init__(self, root, out):
        self.place, self.beside, self.out = {}, {}, out
        path = os.path.join(root, ORDER)
        if not os.path.isfile(path):
            return
        with open(path, encoding="utf-8") as file:
            tree = re.search(r"^src/\n((?:  .*\n)+)", file.read(), re.M)
        for line in tree.group(1).split("\n") if tree else []:
            match = LISTED.match(line)
            if match:
                self.add(match.group(1), BESIDE.search(match.group(2)))

    def add(self, folder, beside):
        """The folders of a room stand together, so rooms have an order, too."""
        room = folder.split("/")[0]
        rooms = [f.split("/")[0] for f in self.place]
        if room in rooms and rooms[-1] != room:
            self.out.error(ORDER, 0, f"folder '{folder}' is separated from the rest of '{room}'")
        self.place[folder] = len(self.place)
        if beside:
            self.beside[folder] = beside.group(1)

    def may_include(self, own, other):
        below = (other + "/").startswith(self.beside.get(own, "\0") + "/")
        return own == other or (self.place[other] < self.place[own] and not below)

    def check(self, path, lines):
        own = os.path.dirname(path)[len("src/"):]
        if not self.place or not path.startswith("src/") or not path.endswith(C_FILES):
            return
        if own not in self.place:
            self.out.error(path, 1, f"folder '{own}' is not in the tree of {ORDER}")
            return
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            other = os.path.dirname(match.group(1)) if match else None
            if other in self.place and not self.may_include(own, other):
                self.out.error(path, number, f"folder '{own}' must not include from '{other}'")

    def check_all_used(self, paths):
        used = {os.path.dirname(p)[len("src/"):] for p in paths if p.startswith("src/")}
        for folder in self.place:
            if folder not in used:
                self.out.error(ORDER, 0, f"there is no code in folder 'src/{folder}'")


def check_header_cycles(headers, out):
    """headers: path below src/ of each header, and those that it includes."""
    done, open_ones = set(), []

    def visit(header):
        if header in open_ones:
            cycle = open_ones[open_ones.index(header):] + [header]
            out.error(f"src/{header}", 1, "headers include one another: " + " -> ".join(cycle))
        elif header in headers and header not in done:
            open_ones.append(header)
            for other in headers[header]:
                visit(other)
            done.add(open_ones.pop())

    for header in headers:
        visit(header)


def check_pass_header(path, text, out):
    """Printing passes change nothing, so they have nothing to declare."""
    name = os.path.basename(path)
    if not path.endswith(".c") or "print" in name or not PASS_RUN.search(text):
        return
    opening = "\n".join(text.split("\n")[:25])
    missing = [word for word in PASS_HEADER if not re.search(rf"\b{word}\b", opening)]
    if missing:
        out.note(path, 1, f"pass file does not open with: {', '.join(missing)}")


def check_opening(path, sources, out):
    """Each file of the product opens with what it owns; for a .c file its header may do that."""
    text = sources.get(path, "")
    header = sources.get(re.sub(r"\.c$", ".h", path), "") if path.endswith(".c") else ""
    if path.startswith(("src/", "include/", "runtime/")) and path.endswith(C_FILES) and \
            not text.startswith(("/*", "//")) and not header.startswith(("/*", "//")):
        out.error(path, 1, "no opening comment: what the file owns and promises")


def check_names(paths, out):
    """A file is named by its subject: one name, one file."""
    first = {}
    for path in sorted(paths):
        if path.startswith(("src/", "runtime/")) and path.endswith(C_FILES):
            other = first.setdefault(os.path.basename(path), path)
            if other != path:
                out.error(path, 1, f"has the name of {other}: say the subject in it")


def check_words(path, lines, out):
    for number, line in enumerate(lines, 1):
        match = MACHINE_PATH.search(line)
        if match:
            out.note(path, number, f"path of one machine: {line.strip()[:60]}")
        match = UNDONE.search(line)
        if match:
            out.note(path, number, f"work left undone: {match.group(1)}")


def check_format(root, paths, out):
    paths = [p for p in paths if p.endswith(C_FILES)]
    if not shutil.which(FORMATTER):
        out.note(".", 0, f"{FORMATTER} is not installed: formatting not checked")
        return
    if not paths:
        return
    run = subprocess.run([FORMATTER, "--dry-run", "-Werror", *paths], cwd=root,
                         capture_output=True, text=True, check=False)
    first = {}
    for match in re.finditer(r"^(\S+?):(\d+):\d+: error:", run.stderr, re.M):
        first.setdefault(match.group(1), match.group(2))
    for path, line in first.items():
        out.error(path, line, "not formatted (make format)")
    if run.returncode and not first:
        out.error(".", 0, f"{FORMATTER} failed: {run.stderr.strip()[:200]}")


def anchors(text):
    """What links into a page may name, as GitHub makes it from headings."""
    found = set()
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        words = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(words.replace(" ", "-"))
    return found


def check_links(pages, files, out):
    """Links of pages lead to files, and anchors to headings; the book lists all its pages."""
    for path, text in pages.items():
        for number, line in enumerate(text.split("\n"), 1):
            for target in LINK.findall(line):
                name, _, anchor = target.partition("#")
                to = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
                if to not in files:
                    out.error(path, number, f"the link leads nowhere: {target}")
                elif anchor and to in pages and anchor not in anchors(pages[to]):
                    out.error(path, number, f"the link leads to no heading: {target}")
    listed = set(LINK.findall(pages.get(BOOK, "")))
    for path in pages:
        if os.path.dirname(path) == os.path.dirname(BOOK) and path != BOOK and BOOK in pages and \
                os.path.basename(path) not in listed:
            out.error(path, 1, f"{BOOK} does not list this page")


def check_mentions(path, lines, files, out):
    for number, line in enumerate(lines, 1):
        for page in MENTION.findall(line):
            if page not in files:
                out.error(path, number, f"there is no {page}")


def check_place(path, out):
    if path.endswith(GENERATED) and "Inputs" not in path.split("/"):
        out.note(path, 0, "generated file in the tree")
    if "/" not in path and path not in IN_ROOT and not re.match(r"\.|\w+\.md$", path):
        out.note(path, 0, "a file in the root that is neither a page nor part of the build")


def check_api(root, out):
    """The public headers against the conventions that CONTRIBUTING.md has for them."""
    try:
        headers = api_headers.read(root)
    except api_headers.Malformed as problem:
        path, line, text = str(problem).split(":", 2)
        out.error(path, line, text.strip())
        return
    for path, line, text in api_headers.complaints(headers):
        out.error(path, line, text)
    for header in headers:
        example = f"examples/reference/{header.name[:-2]}.c"
        if not os.path.isfile(os.path.join(root, example)):
            out.error(header.path, 1, f"there is no {example}")


def check_tree(root, use_git):
    out, code, headers, sources = Findings(), [], {}, []
    folders, pages = Folders(root, out), {}
    files = set(list_files(root, use_git))
    for path in sorted(files):
        check_place(path, out)
        if path.endswith(".md") and "Inputs" not in path.split("/"):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                pages[path] = file.read()
        if not is_code(path):
            continue
        code.append(path)
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        lines = text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")
        if path.endswith((".c", ".h", ".cpp")):
            sources.append((path, text))
        if path.startswith(words.FOLDERS):
            for number, word, instead in words.in_source(text):
                out.error(path, number, f"'{word}' is a private word (say: {instead})")
        check_lengths(path, text, lines, out)
        folders.check(path, lines)
        check_pass_header(path, text, out)
        check_words(path, lines, out)
        check_mentions(path, lines, files, out)
        if path.startswith("src/") and path.endswith(".h"):
            headers[path[len("src/"):]] = [m.group(1) for m in map(INCLUDE.match, lines) if m]
    texts = dict(sources)
    for path in texts:
        check_opening(path, texts, out)
    check_names(texts, out)
    folders.check_all_used(code)
    check_links(pages, files, out)
    check_header_cycles(headers, out)
    check_functions(sources, out)
    check_api(root, out)
    check_format(root, code, out)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", default=".")
    parser.add_argument("--no-git", action="store_true", help="look at all files under ROOT")
    options = parser.parse_args()
    out = check_tree(options.root, not options.no_git)
    for line in out.notes + out.errors:
        print(line)
    print(f"style: {len(out.errors)} errors, {len(out.notes)} notes")
    return 1 if out.errors else 0


if __name__ == "__main__":
    sys.exit(main())
