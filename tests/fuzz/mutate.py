"""Feeds lathe damaged files of every kind it reads and checks that it refuses them like a grown-up.

    mutate.py --lathe build/bin/lathe --clang clang-22 --count 200 [--seed N]

Bitcode and IR text go through `lathe info`, `lathe opt` and one of the engines, HIR as text and as
JSON through `lathe hir --parse`, pointer graphs through ir-ptrclasses<merge>, and one mutant of
--links is an object with a record, whose checksum is made right again, or an archive of such, that
is linked. (tests/fuzz/object_fuzz.c tries many more of those, without linkers.) A run fails when
the exit code is none of 0 to 4, when it takes longer than the time limit, when LLVM's own noise or
a sanitizer's reaches the user, when the error is not one line, or when files are left behind.
Mutants depend on the seed alone; those that fail are kept in --keep (seeds.py).
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time

import seeds

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cc", "Inputs"))
import seal  # noqa: E402

PROGRAMS = {
    "list": """
        struct node { struct node *next; int key; double weight; };
        void *malloc(unsigned long);
        void free(void *);
        static struct node *push(struct node *head, int key) {
            struct node *n = malloc(sizeof *n);
            n->next = head, n->key = key, n->weight = key / 3.0;
            return n;
        }
        int main(int argc, char **argv) {
            struct node *head = 0;
            double sum = 0;
            for (int i = 0; i < argc * 10; i++) head = push(head, i);
            while (head) { struct node *n = head; sum += n->weight; head = n->next; free(n); }
            return argv[0] && sum > 10 ? 1 : 0;
        }""",
    "matrix": """
        enum { N = 24 };
        double a[N][N], b[N][N], c[N][N];
        void multiply(void) {
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++) {
                    double s = 0;
                    for (int k = 0; k < N; k++) s += a[i][k] * b[k][j];
                    c[i][j] = s;
                }
        }
        _Bool symmetric(void) {
            for (int i = 0; i < N; i++)
                for (int j = i; j < N; j++)
                    if (c[i][j] != c[j][i]) return 0;
            return 1;
        }""",
    "machine": """
        typedef struct { const char *name; int (*run)(int, int); unsigned cost : 5, flags : 3; } op;
        static int add(int a, int b) { return a + b; }
        static int mul(int a, int b) { return a * b; }
        static const op table[] = {{"add", add, 1, 0}, {"mul", mul, 3, 1}};
        union cell { int i; float f; char text[8]; };
        int interpret(const unsigned char *code, union cell *stack, int depth) {
            for (;; code++) {
                switch (*code) {
                case 0: return stack[depth].i;
                case 1: case 2:
                    stack[depth - 1].i = table[*code - 1].run(stack[depth - 1].i, stack[depth].i);
                    depth--;
                    break;
                case 3: stack[++depth].i = *++code; break;
                case 4: if (stack[depth--].i) code += (signed char)code[1]; break;
                case 5: goto *(void *[]){&&out, &&again}[stack[depth].i & 1];
                default: goto out;
                }
            again:;
            }
        out:
            return -1;
        }""",
}
FRONT_END = ["-O1", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-emit-llvm"]
GOOD_CODES = {0, 1, 2, 3, 4}  # 1: no checkpoints, and why
LINK_CODES = {0, 1, 254}  # clang's, also where its linker crashed
CRASH_TEXT, CRASHED = b"LLVM cannot read it", " (LLVM crashed in the worker)"
NOISE = re.compile(rb"Stack dump|LLVM ERROR|Assertion|PLEASE submit|Sanitizer|runtime error")


def flip_bits(rng, data):
    for _ in range(rng.choice([1, 1, 2, 4, 16])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def overwrite_run(rng, data):
    start = rng.randrange(len(data))
    length = min(rng.randint(1, 32), len(data) - start)
    noise = (rng.choice([0, 255, rng.randrange(256)]) for _ in range(length))
    data[start : start + length] = bytes(noise)


def truncate(rng, data):
    del data[rng.randrange(len(data)) :]


def swap_blocks(rng, data):
    size = 4 * rng.randint(1, 16)
    if len(data) < 2 * size:
        return
    a, b = sorted(rng.randrange(0, len(data) - size, 4) for _ in range(2))
    if a + size <= b:
        data[a : a + size], data[b : b + size] = data[b : b + size], data[a : a + size]


def delete_line(rng, data):
    lines = data.split(b"\n")
    del lines[rng.randrange(len(lines))]
    data[:] = b"\n".join(lines)


def swap_lines(rng, data):
    lines = data.split(b"\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    data[:] = b"\n".join(lines)


def swap_tokens(rng, data):
    tokens = [m.span() for m in re.finditer(rb"[%@!#]?[\w.$-]+", data)]
    if len(tokens) < 2:
        return
    (a0, a1), (b0, b1) = sorted(rng.sample(tokens, 2))
    data[:] = data[:a0] + data[b0:b1] + data[a1:b0] + data[a0:a1] + data[b1:]


def change_number(rng, data):
    numbers = [m.span() for m in re.finditer(rb"\b\d+\b", data)]
    if not numbers:
        return
    start, end = rng.choice(numbers)
    data[start:end] = str(rng.choice([0, 1, 7, 65, 4294967295, 1 << 40, 1 << 64])).encode()


def splice_lines(rng, data):
    """A run of lines, said again elsewhere."""
    lines = data.split(b"\n")
    start = rng.randrange(len(lines))
    run = lines[start : start + rng.randint(1, 6)]
    at = rng.randrange(len(lines))
    data[:] = b"\n".join(lines[:at] + run + lines[at:])


ODD_TYPES = [b"i1", b"i129", b"half", b"fp128", b"<vscale x 4 x i32>", b"{}", b"[0 x i8]",
             b"x86_amx", b"<2 x ptr>", b"ptr addrspace(1)", b'target("spirv.Event")',
             b"<{ i8, i64 }>", b"token"]


def change_type(rng, data):
    """Another type where one stands, also one without a size."""
    types = [m.span() for m in re.finditer(rb"\b(?:ptr|i\d+|double|float)\b", data)]
    if not types:
        return
    start, end = rng.choice(types)
    data[start:end] = rng.choice(ODD_TYPES)


def change_record(rng, data):
    """One byte or number of a record, with its checksum made right."""
    at = data.find(b"LATHEBC")
    if at < 0 or at + 72 >= len(data):
        return
    # Sizes may be lies by now: mutations follow one another.
    sizes = struct.unpack_from("<QQQQ", data, at + 16)
    first, end = min(at + 72 + sizes[0], len(data)), min(at + 73 + sum(sizes), len(data))
    place = rng.choice([rng.randrange(at + 16, first), rng.randrange(at + 72, end)])
    data[place] = rng.choice([0, 1, 0x7F, 0xFF, rng.randrange(256)])
    sizes = struct.unpack_from("<QQQQ", data, at + 16)
    if at + 72 + sum(sizes) <= len(data):
        whole = bytes(data[at + 16 : at + 72 + sum(sizes)])
        struct.pack_into("<Q", data, at + 8, seal.xxh64(whole))


def change_value(rng, data):
    """Another value where one stands, or the same once more, or none."""
    values = [m.span() for m in re.finditer(rb'(?<=: )(?:"[^"\n]*"|-?[\w.]+)|\[\]|\{\}', data)]
    if not values:
        return
    start, end = rng.choice(values)
    other = rng.choice(values)
    data[start:end] = rng.choice([
        data[other[0] : other[1]], data[other[0] : other[1]], b"null", b"true", b"-1", b"1e400",
        b"18446744073709551615", b'"\\ud800"', b'"%x"', b"[1, 2]", b"[" * 40, b'{"a": 1, "a": 2}'])


def change_place(rng, data):
    """A number of a list or member becomes one near it: other nodes, blobs, levels."""
    numbers = [m.span() for m in re.finditer(rb"(?m)(?<=[ ])\d+(?=,?$)", data)]
    if not numbers:
        return
    start, end = rng.choice(numbers)
    data[start:end] = b"%d" % max(0, int(data[start:end]) + rng.choice([-2, -1, 1, 2, 5]))


BINARY = [flip_bits, flip_bits, overwrite_run, truncate, swap_blocks]
TEXT = BINARY + [delete_line, swap_lines, swap_tokens, swap_tokens, change_number, change_number,
                 splice_lines, change_type, change_type]
OBJECT = BINARY + [change_record] * 6
JSON = TEXT + [change_value] * 6 + [change_place] * 6
MUTATIONS = {".ll": TEXT, ".hir": TEXT, ".json": JSON, ".o": OBJECT, ".a": OBJECT}
ENGINES = [["dtrans"], ["hir", "--deps"], ["ckpt", "--auto", "-o", "out.ll"],
           ["opt", "--passes=dtrans-reorder-fields,dtrans-pool", "-o", "out.ll"],
           ["opt", "--passes=hir-optimize", "-o", "out.ll"]]


def make_seeds(clang, folder):
    made = []
    for name, source in PROGRAMS.items():
        path = folder / f"{name}.c"
        path.write_text(source)
        for debug in ([], ["-g"]):
            for suffix, flag in ((".bc", "-c"), (".ll", "-S")):
                out = folder / f"{name}{'-g' if debug else ''}{suffix}"
                # No folder may show in the file, or the same seed would make other mutants.
                command = [clang, *FRONT_END, *debug, "-ffile-compilation-dir=.", flag, path.name]
                subprocess.run([*command, "-o", out.name], cwd=folder, check=True)
                made.append(out)
    return made


def make_lathe_seeds(args, folder):
    """Files that only lathe writes."""
    made = []
    environment = {k: v for k, v in os.environ.items() if k != "LATHE_TEST_CRASH"}
    for name in PROGRAMS:
        for suffix, words in (("hir", []), ("json", ["--json"])):
            with open(folder / f"{name}.{suffix}", "wb") as out:
                subprocess.run([args.maker, "hir", *words, f"{name}.bc"], cwd=folder, stdout=out,
                               check=True, env=environment)
            made.append(folder / f"{name}.{suffix}")
        subprocess.run([args.maker, "opt", f"--passes=ir-ptrclasses<quiet;write={name}.ptr>",
                        f"{name}.bc", "-o", os.devnull], cwd=folder, check=True, env=environment)
        made.append(folder / f"{name}.ptr")
    return made


def unpack(path, folder):
    """Changed bytes of packed bitcode would only ever fail to unpack."""
    record = folder / "record"
    subprocess.run(["objcopy", "--dump-section", f".lathe.bc={record}", path, folder / "unused.o"],
                   check=True)
    data = record.read_bytes()
    sizes = struct.unpack_from("<QQQQ", data, 16)
    parts, at = [], 72
    for size in sizes:
        parts.append(seal.unpacked(data[at:at + size]))
        at += size
    options, bitcode, simplified, notes = parts
    record.write_bytes(seal.seal(data[:8], options, bitcode, simplified, data[48:72], notes))
    subprocess.run(["objcopy", "--remove-section", ".lathe.bc", "--add-section",
                    f".lathe.bc={record}", "--set-section-flags", ".lathe.bc=exclude,readonly",
                    path], check=True)


def make_link_seeds(args, folder):
    """An object with a record and archives of it; main, which is not changed, calls them."""
    main = "void multiply(void); int main(void) { multiply(); return 0; }\n"
    (folder / "main.c").write_text(main)
    for name in ("matrix", "main"):
        command = [args.maker, "cc", "-O2", "-fPIE", "-c", f"{name}.c"]
        subprocess.run(command, cwd=folder, check=True)
    unpack(folder / "matrix.o", folder)
    subprocess.run(["ar", "rcs", "libmatrix.a", "matrix.o"], cwd=folder, check=True)
    return [folder / "matrix.o", folder / "libmatrix.a"]


def make_mutant(args, seed, index):
    rng = random.Random(f"{seed}/{index}")
    files = args.link_seeds if args.links and index % args.links == 0 else args.seeds
    source = files[rng.randrange(len(files))]
    data = bytearray(source.read_bytes())
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if data:
            rng.choice(MUTATIONS.get(source.suffix, BINARY))(rng, data)
    return source, bytes(data)


def commands_for(args, source, name, index):
    output = "out.bc" if index % 2 else "out.ll"
    if source.suffix in (".hir", ".json"):
        return [["hir", "--parse", *(["--deps"] if index % 3 == 0 else []), name]]
    if source.suffix == ".ptr":
        good = os.path.join(args.work, f"{source.stem}.bc")
        return [["opt", f"--passes=ir-ptrclasses<quiet;merge={name}>", good, "-o", output]]
    if source.suffix in (".o", ".a"):
        return [["cc", "-O2", os.path.join(args.work, "main.o"), name, "-o", "out.ll"]]
    return [["info", name], ["opt", f"--passes={args.passes}", name, "-o", output],
            [*ENGINES[index % len(ENGINES)], name]]


def run(command, folder, limit):
    """How the run ended, its seconds, and what is wrong with it, if anything."""
    before = set(os.listdir(folder))
    start = time.monotonic()
    environment = dict(os.environ, LATHE_CRASH_DIR=str(folder))
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=limit,
                              env=environment)
    except subprocess.TimeoutExpired:
        return "no end", limit, [f"no end within {limit} s"]
    seconds = time.monotonic() - start
    wrong = []
    linked = command[1] == "cc"
    if done.returncode not in (LINK_CODES if linked else GOOD_CODES):
        wrong.append(f"exit code {done.returncode}")
    if NOISE.search(done.stderr):
        wrong.append("noise on standard error")
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    errors = [line for line in lines if line.startswith("lathe: error: ")]
    if done.returncode and not linked and done.returncode != 1 and len(errors) != 1:
        wrong.append(f"{len(errors)} error lines")
    left = set(os.listdir(folder)) - before - {"out.ll", "out.bc"}
    if left:
        wrong.append("left behind: " + ", ".join(sorted(left)))
    for name in ("out.ll", "out.bc"):
        if done.returncode and (folder / name).exists():
            wrong.append("output of a failed run")
        (folder / name).unlink(missing_ok=True)
    if wrong:
        wrong += lines[:3]
    ending = f"exit {done.returncode}" + CRASHED * (CRASH_TEXT in done.stderr)
    return ending, seconds, wrong


def try_mutant(args, index):
    source, data = make_mutant(args, args.seed, index)
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"mutant-{index}-", dir=args.work))
    mutant = folder / f"mutant{source.suffix}"
    mutant.write_bytes(data)
    commands = [[args.lathe, *words] for words in commands_for(args, source, mutant.name, index)]
    results = []
    for command in commands:
        results.append((*run(command, folder, args.limit), command))
    if any(wrong for _, _, wrong, _ in results):
        seeds.keep(args, f"mutant-{index}", args.seed, [mutant],
                   "\n".join(line for _, _, wrong, _ in results for line in wrong),
                   [" ".join(command) for _, _, _, command in results])
    shutil.rmtree(folder)
    return index, results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lathe", default="lathe")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--count", type=int, default=200)
    seeds.add_arguments(parser, "mutant")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--passes", default="verify")
    parser.add_argument("--links", type=int, default=20, help="one of so many is linked; 0: none")
    parser.add_argument("--only", default="", help="files with names that end like this")
    parser.add_argument("--maker", help="the lathe that makes what is changed; --lathe if absent")
    args = parser.parse_args()
    seeds.begin(args)
    args.lathe = shutil.which(args.lathe) or sys.exit(f"no {args.lathe}")
    args.lathe = os.path.abspath(args.lathe)
    args.maker = os.path.abspath(shutil.which(args.maker)) if args.maker else args.lathe
    args.clang = os.path.abspath(shutil.which(args.clang) or sys.exit(f"no {args.clang}"))
    endings, slowest, failures = collections.Counter(), 0.0, 0
    with tempfile.TemporaryDirectory(prefix="lathe-fuzz-") as work:
        args.work = work
        folder = pathlib.Path(work)
        args.seeds = [path for path in make_seeds(args.clang, folder) +
                      make_lathe_seeds(args, folder) if path.name.endswith(args.only)]
        args.link_seeds = make_link_seeds(args, folder) if args.links else []
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            futures = [pool.submit(try_mutant, args, i) for i in range(args.count)]
            for future in futures:
                index, results = future.result()
                for ending, seconds, wrong, command in results:
                    endings[ending] += 1
                    slowest = max(slowest, seconds)
                    if wrong:
                        failures += 1
                        print(f"mutant {index}: {' '.join(command[1:])}: {'; '.join(wrong)}")
    shown = ", ".join(f"{n} x {ending}" for ending, n in sorted(endings.items()))
    print(f"{args.count} mutants, {sum(endings.values())} runs: {shown}; slowest {slowest:.1f} s")
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
