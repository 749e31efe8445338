"""Changes of the headers, each held against an ABI that is recorded before: abi_changes.py ROOT BUILD"""
import os
import re
import shutil
import subprocess
import sys

# Header, what is there, what replaces it, and whether programs that are built go on working.
CHANGES = [
    ("a new function", "hir.h", r"(/\* Frees HIR)",
     r"/* New. */\nLATHE_API bool lathe_hir_is_new(LATHE_KEEP const lathe_hir *h);\n\1", True),
    ("a new enumerator", "hir.h", r"(LATHE_DEPS_REVERSE) ", r"\1, LATHE_DEPS_NEW ", True),
    ("a new member at the end", "hir.h", r"(bool optimized;)", r"\1 uint64_t newer;", True),
    ("a new member at the end of a result", "lathe.h", r"(const char \*message;)",
     r"\1 const char *remedy;", True),
    ("a function that is gone", "hir.h", r"LATHE_API void lathe_hir_free\([^;]*;", "", False),
    ("another argument", "hir.h", r"(lathe_hir_function_name\(.*), size_t", r"\1, unsigned", False),
    ("another result", "lathe.h", r"LATHE_API const char \*lathe_version", "LATHE_API int lathe_version",
     False),
    ("a new member in the middle", "hir.h", r"(const char \*function;)", r"uint64_t newer; \1", False),
    ("a member that is gone", "dtrans.h", r"const char \*see;", "", False),
    ("a member that is gone and a new one", "dtrans.h", r"const char \*see;", "uint64_t see;", False),
    ("members in another order", "lathe.h", r"bool (json|layouts);((?:.|\n)*?)bool (layouts);",
     r"bool \3;\2bool \1;", False),
    ("a struct that never grows", "dtrans.h", r"(const char \*type;\n\} lathe_dtrans_forced)",
     r"int more; \1", False),
    ("another value", "lathe.h", r"LATHE_USAGE,( +/)", r"LATHE_USAGE = 17,\1", False),
    ("an enumerator that is gone", "hir.h", r"LATHE_DEPS_ANTI,.*\n", "", False),
]


def check(root, build, record, headers):
    words = [sys.executable, os.path.join(root, "scripts/api_abi.py"), "check", build, "--root",
             headers, "--record", record]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def changed(root, header, old, new):
    """A folder with the headers of the tree, one of them changed."""
    shutil.rmtree("changed", ignore_errors=True)
    shutil.copytree(os.path.join(root, "include"), "changed/include")
    path = os.path.join("changed/include/lathe", header)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    edited = re.sub(old, new, text, count=1)
    assert edited != text, f"{header}: there is no {old}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(edited)
    return "changed"


def main():
    root, build = sys.argv[1:]
    subprocess.run([sys.executable, os.path.join(root, "scripts/api_abi.py"), "record", build,
                    "--record", "now.abi"], check=True)
    wrong = 0
    for what, header, old, new, fine in CHANGES:
        done = check(root, build, "now.abi", changed(root, header, old, new))
        said = "free" if done.returncode == 0 else "refused"
        advised = "LATHE_SOVERSION" in done.stdout
        if (done.returncode == 0) != fine or advised == fine or done.returncode > 1:
            wrong += 1
            said += f", which is wrong:\n{done.stdout}{done.stderr}"
        print(f"{what}: {said}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
