#!/usr/bin/env python3
"""Makes docs/reference, a page for each public header: api_reference.py [--check] [ROOT]

A page has what the header declares, in its order, with its comments, and the example of the header,
examples/reference/NAME.c. With --check nothing is written: pages that are out of date are named,
and the exit code is 1.
"""
import argparse
import os
import re
import sys

import api_headers

FOLDER = "docs/reference"
NOTE = "<!-- Made by scripts/api_reference.py; `make api` makes it anew. -->"


def prose(comment):
    """A comment as Markdown; what is indented in it stays code."""
    def line(text):
        if text.startswith("    "):
            return text
        text = re.sub(r"(?<!`)([*<\[|]|(?<!\w)__)", r"\\\1", text) if "`" not in text else text
        return re.sub(r"\bdocs/([\w-]+\.md)\b", r"[docs/\1](../\1)", text)

    lines = []
    for text in comment.split("\n"):
        indented = re.match(r"   ?\S|    ", text)
        if indented and lines and lines[-1] and not lines[-1].startswith("    "):
            lines.append("")
        elif not indented and lines and lines[-1].startswith("    "):
            lines.append("")
        lines.append(line("    " + text.strip() if indented else text))
    return "\n".join(lines)


def declaration(item):
    """As the header has it, without what every function has."""
    return re.sub(r"\bLATHE_API\s+", "", item.text).strip()


def section(item):
    return (f"### {item.name}\n\n" + (prose(item.comment) + "\n\n" if item.comment else "") +
            f"```c\n{declaration(item)}\n```\n")


def summary(items):
    """The functions with their sentences."""
    rows = [f"| [`{i.name}`](#{i.name}) | {prose(i.sentence())} |" for i in items]
    return "| function | |\n|---|---|\n" + "\n".join(rows) + "\n"


def example(root, header):
    path = f"examples/reference/{header.name[:-2]}.c"
    try:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return ""
    return f"## Example\n\n`{path}`:\n\n```c\n{text}```\n\n"


def page(root, header):
    items = [i for i in header.items if i.name]
    functions = [i for i in items if i.kind == "function"]
    return (f"{NOTE}\n\n# lathe/{header.name}\n\n{prose(header.intro)}\n\n" +
            (summary(functions) + "\n" if functions else "") + example(root, header) +
            "## Declarations\n\n" + "\n".join(map(section, items)))


def index(headers):
    rows = []
    for header in headers:
        about = re.match(r"(?:lathe: )?(.*?[.:])(?=\s|$)", header.intro, re.S)
        text = re.sub(r"\s+", " ", about.group(1)).rstrip(".:") if about else ""
        count = sum(i.kind == "function" for i in header.items)
        rows.append(f"| [lathe/{header.name}]({header.name[:-2]}.md) | {count} | {prose(text)} |")
    return (f"{NOTE}\n\n# The C API\n\nOne page for each header that is installed; "
            "[the library](../sdk.md) says what all of them have in common.\n\n"
            "| header | functions | |\n|---|---|---|\n" + "\n".join(rows) + "\n")


def pages(root):
    """Path below root and text of each."""
    headers = api_headers.read(root)
    found = {f"{FOLDER}/{h.name[:-2]}.md": page(root, h) for h in headers}
    found[f"{FOLDER}/README.md"] = index(headers)
    return found


def put(root, wanted, check, folders=()):
    """Writes what differs, or names it; files of `folders` that are not wanted are out of date."""
    stale = []
    for folder in folders:
        path = os.path.join(root, folder)
        stale += [f"{folder}/{n}" for n in (os.listdir(path) if os.path.isdir(path) else ())
                  if f"{folder}/{n}" not in wanted]
    for path in [] if check else stale:
        os.remove(os.path.join(root, path))
    for path, text in wanted.items():
        full = os.path.join(root, path)
        try:
            with open(full, encoding="utf-8") as file:
                same = file.read() == text
        except FileNotFoundError:
            same = False
        if same:
            continue
        stale.append(path)
        if not check:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
    return sorted(stale)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", default=".")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    stale = put(options.root, pages(options.root), options.check, [FOLDER])
    for path in stale:
        print(f"{path}: {'out of date: run make api' if options.check else 'made anew'}")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
