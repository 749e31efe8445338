"""Builds and runs each example of the reference against an installed prefix: reference.py PREFIX

An example says on what it is to be run and what it prints:

     * For examples/matrix.c it prints:
     *     multiply: 3 loops

or "Without input it prints:". What it prints must be that, line by line. An example with a pass is
built as a shared object, and its pass run by lathe opt.
"""
import os
import re
import subprocess
import sys

PROMISE = re.compile(r"^ \* (?:For (\S+)|Without input),? it prints:\n((?: \*     .*\n)+)", re.M)


PASS = re.compile(r"^LATHE_REGISTER_PASS\(\w+, \.name = \"([\w-]+)\"", re.M)


def build(prefix, source, program, is_pass):
    if "<lathe/ckpt.h>" in open(source, encoding="utf-8").read():
        return [os.path.join(prefix, "bin/lathe"), "ckpt", source, "-o", program]
    config = dict(os.environ, PKG_CONFIG_PATH=os.path.join(prefix, "lib/pkgconfig"))
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "lathe"], env=config, check=True,
                           capture_output=True, text=True).stdout.split()
    if is_pass:
        flags = [flag for flag in flags if not flag.startswith("-l")] + ["-shared", "-fPIC"]
    return ["clang", "-std=c17", "-Wall", "-Wextra", "-Werror", "-pedantic", source, "-o", program,
            *flags, f"-Wl,-rpath,{prefix}/lib"]


def check(prefix, documents, name):
    source = os.path.join(documents, "examples/reference", name)
    program = os.path.abspath(name[:-2])
    with open(source, encoding="utf-8") as file:
        text = file.read()
    promise, row = PROMISE.search(text), PASS.search(text)
    if not promise:
        return "not as promised: it does not say what it prints"
    done = subprocess.run(build(prefix, source, program, row), capture_output=True, text=True,
                          check=False)
    if done.returncode:
        return "not built: " + done.stderr
    inputs = [os.path.join(documents, promise.group(1))] if promise.group(1) else []
    command = [os.path.join(prefix, "bin/lathe"), "opt", f"--load={program}",
               f"--passes={row.group(1)}"] if row else [program]
    run = subprocess.run([*command, *inputs], capture_output=True, text=True, check=False)
    wanted = [line[len(" *     "):] for line in promise.group(2).splitlines()]
    if run.returncode == 0 and run.stdout.splitlines() == wanted:
        return "as promised"
    return f"not as promised, {run.returncode}:\n{run.stdout}{run.stderr}"


def main():
    prefix = os.path.abspath(sys.argv[1])
    documents = os.path.join(prefix, "share/doc/lathe")
    names = sorted(os.listdir(os.path.join(documents, "examples/reference")))
    said = {name: check(prefix, documents, name) for name in names}
    for name, text in said.items():
        print(f"{name}: {text}")
    return 0 if all(text == "as promised" for text in said.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
