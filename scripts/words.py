#!/usr/bin/env python3
"""Finds private words where the field has terms of its own: words.py [--lathe PROGRAM] [ROOT]

Looked at are the string literals of src/, runtime/ and include/, since nearly all of them can reach
a user, pages but for code in them, and in comments the words that are never right there; with
--lathe also the help, man pages, completion, the tables and the list of passes that this program
prints. style.py looks at literals and comments. A word that is right where it is gets a line among
the exceptions, with the reason.
"""
import argparse
import os
import re
import subprocess
import sys

# What is not said, and what is said instead.
PRIVATE = [
    (r"places?|placed", "memory location, site, position, or a verb"),
    (r"apart", "disjoint, separate, split, distribute"),
    (r"strays?|strayed", "unknown or escaped pointer"),
    (r"loose(?:ly|r)?", "unrelated, not tracked"),
    (r"told", "known, requested, printed, distinguished"),
    (r"wish(?:es|ed)?", "request, requested"),
    (r"behind", "after, or: the memory that it points to"),
    (r"stands?|stood", "is, is held, occurs, replaces"),
    (r"(?<!there )(?:is|are|be) (?:no|none|nothing)(?! longer| more)", "is not a"),
    (r"what for", "nothing to do: what to give instead"),
    (r"needs? (?:one another|what another)", "depend on, a dependence is carried"),
    (r"(?:be |are )?written down", "not linear, cannot be represented"),
    (r"comes? to (?:its|an|no) end", "terminate, finish"),
    (r"goes wrong|went wrong", "fails; or say what is wrong"),
    (r"word too many", "unexpected argument"),
    (r"led nowhere", "gave up after N attempts"),
]
WORDS = [(re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.I), instead)
         for pattern, instead in PRIVATE]

# Those that comments have no use for: the others also have meanings that are right there.
IN_COMMENTS = {"stray", "strays", "loose", "loosely", "wish", "wishes", "wished"}
NAME_IN_COMMENT = re.compile(r"`[^`]*`|\b\w+\.(?:c|h|cpp|def)\b")

# Whole literals that are names which others rely on.
NAMES = {
    "place": "a member of the JSON of lathe ckpt --inspect, which has a schema",
    "ckpt.mem.place": "a function of generated code; its name is private to the module",
}
# Phrases that are terms of art, or parts of names.
PHRASES = [
    ("@ckpt.mem.place", "a function in text of LLVM IR"),
    ("%behind", "a value in text of LLVM IR"),
    ("in place", "overwriting the input is done in place, as everybody says"),
    ("goes wrong", "what lathe reduce looks for, in the words of those who call for it"),
]

LITERAL = re.compile(r'/\*.*?\*/|//[^\n]*|#\s*include\s*["<][^"><\n]*[">]|\'(?:\\.|[^\'\\\n])+\'|'
                     r'"(?:\\.|[^"\\\n])*"(?:\s*(?:PRI\w+\s*)?"(?:\\.|[^"\\\n])*")*', re.S)
SOURCES = (".c", ".h", ".cpp", ".def")
FOLDERS = ("src/", "runtime/", "include/")


def private_words(text):
    """(word, what to say instead) of each private word of a text."""
    if text in NAMES:
        return
    for phrase, _ in PHRASES:
        text = text.replace(phrase, " ")
    for word, instead in WORDS:
        for match in word.finditer(text):
            yield match.group(), instead


def literals(source):
    """(line, text) of each string literal of C, those that follow one another as one."""
    for match in LITERAL.finditer(source):
        if match.group().startswith('"'):
            parts = re.findall(r'"((?:\\.|[^"\\\n])*)"', match.group())
            yield source.count("\n", 0, match.start()) + 1, re.sub(r"\\n", " ", "".join(parts))


def comments(source):
    """(line, text) of each line of a comment of C, without the names of code and files in it."""
    for match in LITERAL.finditer(source):
        if match.group().startswith(("/*", "//")):
            first = source.count("\n", 0, match.start()) + 1
            for line, text in enumerate(match.group().split("\n"), first):
                yield line, NAME_IN_COMMENT.sub("` `", text)


def in_source(source):
    """(line, word, instead) of each private word in the literals and comments of one file."""
    for line, text in literals(source):
        for word, instead in private_words(text):
            yield line, word, instead
    for line, text in comments(source):
        for word, instead in private_words(text):
            if word.lower() in IN_COMMENTS:
                yield line, word, instead


def find_in_tree(root):
    for top in FOLDERS:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for path in (os.path.join(folder, n) for n in sorted(names) if n.endswith(SOURCES)):
                with open(path, encoding="utf-8") as file:
                    for line, word, instead in in_source(file.read()):
                        yield f"{os.path.relpath(path, root)}:{line}", word, instead


def find_in_pages(root):
    pages = [n for n in sorted(os.listdir(root)) if n.endswith(".md")]
    if os.path.isdir(os.path.join(root, "docs")):
        pages += [f"docs/{n}" for n in sorted(os.listdir(f"{root}/docs")) if n.endswith(".md")]
    for name in pages:
        with open(os.path.join(root, name), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                for word, instead in private_words(re.sub(r"`[^`]*`", "` `", line)):
                    yield f"{name}:{number}", word, instead


def outputs(lathe):
    """(command, its output) of all that describes lathe to a user."""
    def run(*words):
        done = subprocess.run([lathe, *words], capture_output=True, text=True, check=True)
        return " ".join(("lathe", *words)), done.stdout

    yield run("--help")
    yield run("passes", "--all")
    yield run("dtrans", "--rules")
    for what in ("man", "completion", "options", "passes", "reasons"):
        yield run(f"--generate={what}")
    name, commands = run("--generate=commands")
    for command in commands.split():
        yield run(command, "--help")
        yield run(f"--generate=man-{command}")


def find_in_outputs(lathe):
    count = 0
    for name, text in outputs(lathe):
        count += 1
        for number, line in enumerate(text.split("\n"), 1):
            for word, instead in private_words(line):
                yield f"{name}: line {number}", word, instead
    print(f"words: {count} outputs of lathe")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", default=".")
    parser.add_argument("--lathe", help="look at what this program says of itself, too")
    options = parser.parse_args()
    found = [*find_in_tree(options.root), *find_in_pages(options.root)]
    if options.lathe:
        found += find_in_outputs(options.lathe)
    for where, word, instead in found:
        print(f"{where}: '{word}' is a private word (say: {instead})")
    print(f"words: {len(found)} private words")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
