"""Feeds lathe valid IR of the odd sort and checks that no command takes it for a defect of its own.

    odd_ir.py --lathe build/bin/lathe --llvm-as llvm-as-22 --passes all

Every type of Inputs/odd_types.txt is put into every form of odd_forms.txt that LLVM accepts it in
(a field, a slot on the stack, a value around a loop, an atomic, …); odd_modules.txt has
what comes in no such grid, odd_mains.txt forms of main. Each module goes through every command and
each of lathe's passes alone. A run fails when its exit code is none of 0 to 4, or when it does not
end.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

X86 = ('target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-'
       'n8:16:32:64-S128"\ntarget triple = "x86_64-unknown-linux-gnu"\n')
ARM = ('target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-'
       'i128:128-n32:64-S128-Fn32"\ntarget triple = "aarch64-unknown-linux-gnu"\n')

DECLARATIONS = """
%opaque = type opaque
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare void @use(...)
declare void @checkpoint()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
"""

MAIN = """
define i32 @main(i32 %c, ptr %v) {
  call void @checkpoint()
  ret i32 0
}
"""


def read_parts(name):
    """The parts of a file, by the names that "#--- name" gives them."""
    path = pathlib.Path(__file__).parent / "Inputs" / f"odd_{name}.txt"
    parts = re.split(r"^#--- (\S+)\n", path.read_text(), flags=re.M)
    return {key: text.rstrip("\n") for key, text in zip(parts[1::2], parts[2::2])}


TYPES = read_parts("types")
FORMS = read_parts("forms")  # T is the type
MODULES = read_parts("modules")  # what is no matter of one type
MAINS = read_parts("mains")

# A pass for tests alone, which takes addresses of all memory; this one has none.
EXCEPTIONS = {("module-swifterror", "ir-test-ptr-trace")}

COMMANDS = [["info"], ["info", "--json"], ["dtrans", "--explain"], ["dtrans", "--json"],
            ["hir", "--deps"], ["hir", "--json", "--deps"], ["ckpt", "--auto", "-o", "out.ll"],
            ["ckpt", "-o", "out.ll"], ["ckpt", "--report", "--auto"]]
GOOD_CODES = {0, 1, 2, 3, 4}
NOISE = re.compile(rb"Stack dump|LLVM ERROR|Assertion|PLEASE submit|Sanitizer|runtime error")


def is_valid(assembler, text):
    return subprocess.run([assembler, "-o", os.devnull], input=text.encode(), capture_output=True,
                          check=False).returncode == 0


def rename(text, form):
    """Names of one form that no other form has."""
    return re.sub(r"%struct\.(\w)\b", rf"%struct.\1.{form}", text)


def type_module(args, name):
    head = (ARM if "scal" in name or name == "svcount" else X86) + DECLARATIONS
    parts = []
    for form, text in FORMS.items():
        part = rename(re.sub(r"\bT\b", lambda _: TYPES[name], text), form)
        if is_valid(args.llvm_as, head + part):
            parts.append(part)
    return head + "\n".join(parts) + MAIN


def modules(args):
    for name in TYPES:
        yield f"type-{name}", lambda name=name: type_module(args, name)
    for name, text in MODULES.items():
        yield f"module-{name}", lambda text=text: X86 + DECLARATIONS + text + MAIN
    for name, text in MAINS.items():
        body = " call void @checkpoint() "
        yield f"main-{name}", lambda text=text, body=body: (
            X86 + DECLARATIONS + text.replace("BODY", body))


def lathe_passes(lathe):
    shown = subprocess.run([lathe, "passes", "--json"], capture_output=True, check=True)
    rows = json.loads(shown.stdout)["passes"]
    forced = [row["name"] + "<force>" for row in rows
              if any(param["key"] == "force" for param in row["params"])]
    extra = ["ir-rename-structs<prefix=x>", "ir-print<what=loops>", "ckpt-inject<auto>",
             "ckpt-test-place<every=1>", "ckpt-test-place<every=1>,ckpt-inject",
             "mem2reg,hir-canonicalize,hir-optimize"]
    return [row["name"] for row in rows if row["name"] != "ir-print"] + forced + extra


def run(args, folder, command):
    environment = dict(os.environ, LATHE_CRASH_DIR=str(folder))
    try:
        done = subprocess.run([args.lathe, *command], cwd=folder, capture_output=True,
                              timeout=args.limit, env=environment, check=False)
    except subprocess.TimeoutExpired:
        return "no end", ["no end"]
    wrong = []
    if done.returncode not in GOOD_CODES:
        wrong.append(f"exit code {done.returncode}")
    if NOISE.search(done.stderr):
        wrong.append("noise on standard error")
    if wrong:
        wrong += done.stderr.decode("utf-8", "replace").splitlines()[:2]
    return f"exit {done.returncode}", wrong


def try_module(args, name, make):
    text = make()
    if not is_valid(args.llvm_as, text):
        return name, [("invalid", [], ["llvm-as"])]
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-", dir=args.work))
    (folder / "odd.ll").write_text(text)
    commands = [[*command, "odd.ll"] for command in COMMANDS]
    commands += [["opt", f"--passes={p}", "odd.ll", "-o", "out.ll"] for p in args.pipelines
                 if (name, p) not in EXCEPTIONS]
    results = [(*run(args, folder, command), command) for command in commands]
    if args.keep and any(wrong for _, wrong, _ in results):
        os.makedirs(args.keep, exist_ok=True)
        shutil.copy(folder / "odd.ll", os.path.join(args.keep, f"{name}.ll"))
    shutil.rmtree(folder)
    return name, results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lathe", default="lathe")
    parser.add_argument("--llvm-as", default="llvm-as-22")
    parser.add_argument("--passes", default="all", help="rows of passes, a blank between, or all")
    parser.add_argument("--only", default=".", help="modules whose names match")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--keep", help="folder for modules that fail")
    args = parser.parse_args()
    args.lathe = os.path.abspath(shutil.which(args.lathe) or sys.exit(f"no {args.lathe}"))
    args.llvm_as = os.path.abspath(shutil.which(args.llvm_as) or sys.exit(f"no {args.llvm_as}"))
    args.pipelines = lathe_passes(args.lathe) if args.passes == "all" else args.passes.split()
    endings, failures, count = collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory(prefix="lathe-odd-") as args.work:
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            futures = [pool.submit(try_module, args, name, make) for name, make in modules(args)
                       if re.search(args.only, name)]
            for future in futures:
                name, results = future.result()
                count += 1
                for ending, wrong, command in results:
                    endings[ending] += 1
                    failures += bool(wrong)
                    if wrong:
                        print(f"{name}: {' '.join(command)}: {'; '.join(wrong)}", flush=True)
    shown = ", ".join(f"{n} x {ending}" for ending, n in sorted(endings.items()))
    print(f"{count} modules: {shown}")
    print(f"{failures} failures")
    return 1 if failures or endings["invalid"] else 0


if __name__ == "__main__":
    sys.exit(main())
