"""reasons.py LATHE ROOT: is every reason of the code in the page of reasons, and every one there real?

Names of *_reasons.h, and rows of *_reasons.def, are an id and a sentence, or a sentence. Each is in
its table, and used elsewhere; no id is written out where a reason is given; ids that have no
sentence, and those that tests expect of messages, are in the page. The page of options is compared,
too.
"""
import glob
import os
import re
import subprocess
import sys

GIVING = re.compile(r'\b(?:hir_decline|decline|no|fail|refuse|refuse_count|hir_b_refuse|ckpt_refuse|'
                    r'pool_because|pool_keep_together|pool_open|widen|widen_at)\('
                    r'[^;{}]*?"([a-z]+(?:-[a-z]+)+|[A-Z][a-z]+[A-Z]\w+)",')
WITHOUT_SENTENCE = ["src/hir/dd/dd_access.c", "src/hir/dd/problem.c", "src/hir/dd/dd_graph.c"]
EXPECTED = re.compile(r"(?:declined|refused|DO loop|modelled|checkpoints): .*\[([a-z]+(?:-[a-z]+)*)\]")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    lathe, root = sys.argv[1:]
    pages = {what: subprocess.run([lathe, f"--generate={what}"], capture_output=True, text=True,
                                  check=True).stdout for what in ("reasons", "options")}
    page = pages["reasons"]
    ids = set(re.findall(r"^\| `([^`]+)`", page, re.M))
    sources = {p: read(p) for p in glob.glob(f"{root}/src/**/*.*", recursive=True)
               if p.endswith((".c", ".h", ".def"))}
    wrong = [f"docs/{what}.md is not what lathe --generate={what} prints" for what in pages
             if pages[what] != read(f"{root}/docs/{what}.md")]
    names, rows = [], {}
    for path, text in sources.items():
        if path.endswith("_reasons.h"):
            names += [(path[:-2] + ".c", name) for name in re.findall(r"#define (\w+_WHY_\w+)", text)]
        elif path.endswith("_reasons.def"):
            engine = os.path.basename(path).split("_")[0].upper()
            rows[path] = [f"{engine}_WHY_{name}"
                          for name in re.findall(r"^(?:REASON|OTHER)\((\w+),", text, re.M)]
            names += [(path, name) for name in rows[path]]
        elif not path.endswith("_reasons.c"):
            wrong += [f"{path}: '{i}' is not a name of *_reasons.h" for i in GIVING.findall(text)]
    used = {p: set(re.findall(r"\w+_WHY_\w+", text)) for p, text in sources.items()}
    for path, own in rows.items():
        used[path] |= set(own)
    for table, name in names:
        uses = [p for p in used if name in used[p] and not p.endswith("_reasons.h")]
        if table not in uses or len(uses) < 2:
            wrong.append(f"{name} is not in its table, or nothing gives it as a reason")
    for path in WITHOUT_SENTENCE:
        found = re.findall(r'"([a-z]+(?:-[a-z]+)+)"', sources[f"{root}/{path}"])
        wrong += [f"{path}: '{i}' is not in the page" for i in found if i not in ids]
    expected = set()
    for path in glob.glob(f"{root}/tests/*/*.*"):
        if path.endswith((".c", ".ll", ".test")):
            expected |= set(EXPECTED.findall(read(path)))
    wrong += [f"tests expect '{i}', which is not in the page" for i in sorted(expected - ids)]
    print("\n".join(wrong + [f"reasons: {len(names)} names, {len(ids)} ids, {len(expected)} expected "
                             f"by tests, {len(wrong)} wrong"]))
    return 1 if wrong else 0


sys.exit(main())
