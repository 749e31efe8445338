"""Feeds lathe damaged bitcode and IR text and checks that it refuses them like a grown-up.

    mutate.py --lathe build/bin/lathe --clang clang-22 --count 200 [--seed N]

Every mutant goes through `lathe info` and `lathe opt`. A run fails when the exit code is none of
0, 2, 3, 4, when it takes longer than the time limit, when LLVM's own noise reaches the user, when
the error is not one line, or when files are left behind. Mutants depend on the seed alone; those
that fail are kept in --keep (seeds.py).
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import seeds

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
GOOD_CODES = {0, 2, 3, 4}
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
    (a0, a1), (b0, b1) = sorted(rng.sample(tokens, 2))
    data[:] = data[:a0] + data[b0:b1] + data[a1:b0] + data[a0:a1] + data[b1:]


def change_number(rng, data):
    numbers = [m.span() for m in re.finditer(rb"\b\d+\b", data)]
    start, end = rng.choice(numbers)
    data[start:end] = str(rng.choice([0, 1, 7, 65, 4294967295, 1 << 40, 1 << 64])).encode()


BINARY = [flip_bits, flip_bits, overwrite_run, truncate, swap_blocks]
TEXT = BINARY + [delete_line, swap_lines, swap_tokens, swap_tokens, change_number, change_number]


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


def make_mutant(seed_files, seed, index):
    rng = random.Random(f"{seed}/{index}")
    source = seed_files[index % len(seed_files)]
    data = bytearray(source.read_bytes())
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if data:
            rng.choice(TEXT if source.suffix == ".ll" else BINARY)(rng, data)
    return source.suffix, bytes(data)


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
    if done.returncode not in GOOD_CODES:
        wrong.append(f"exit code {done.returncode}")
    if NOISE.search(done.stderr):
        wrong.append("noise on standard error")
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    errors = [line for line in lines if line.startswith("lathe: error: ")]
    if done.returncode and len(errors) != 1:
        wrong.append(f"{len(errors)} error lines")
    left = set(os.listdir(folder)) - before - {"out.ll", "out.bc"}
    if left:
        wrong.append("left behind: " + ", ".join(sorted(left)))
    if done.returncode and any((folder / name).exists() for name in ("out.ll", "out.bc")):
        wrong.append("output of a failed run")
    if wrong:
        wrong += lines[:3]
    ending = f"exit {done.returncode}" + CRASHED * (CRASH_TEXT in done.stderr)
    return ending, seconds, wrong


def try_mutant(args, seed_files, index):
    suffix, data = make_mutant(seed_files, args.seed, index)
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"mutant-{index}-", dir=args.work))
    mutant = folder / f"mutant{suffix}"
    mutant.write_bytes(data)
    output = "out.bc" if index % 2 else "out.ll"
    commands = [
        [args.lathe, "info", mutant.name],
        [args.lathe, "opt", f"--passes={args.passes}", mutant.name, "-o", output],
    ]
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
    args = parser.parse_args()
    seeds.begin(args)
    args.lathe = shutil.which(args.lathe) or sys.exit(f"no {args.lathe}")
    args.lathe = os.path.abspath(args.lathe)
    args.clang = os.path.abspath(shutil.which(args.clang) or sys.exit(f"no {args.clang}"))
    endings, slowest, failures = collections.Counter(), 0.0, 0
    with tempfile.TemporaryDirectory(prefix="lathe-fuzz-") as work:
        args.work = work
        seed_files = make_seeds(args.clang, pathlib.Path(work))
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            futures = [pool.submit(try_mutant, args, seed_files, i) for i in range(args.count)]
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
