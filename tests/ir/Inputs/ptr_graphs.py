"""Graphs of pointer classes as files: joining them gives what linking gives, writing is stable,
and damaged files are refused. Usage: ptr_graphs.py FOLDER [fuzz COUNT SEED]; prints "ok N"."""
import os
import random
import re
import subprocess
import sys

LIST_A = """
struct node { struct node *next; int *where; };
void push(struct node **, int *);
int *top(struct node *);
static struct node *list;
int main(void) { int local = 1; push(&list, &local); return *top(list); }
"""
LIST_B = """
struct node { struct node *next; int *where; };
void *malloc(unsigned long);
void push(struct node **head, int *p) {
    struct node *n = malloc(sizeof *n);
    n->where = p;
    n->next = *head;
    *head = n;
}
int *top(struct node *n) { return n->where; }
"""
GLOBAL_A = """
struct entry { int *where; struct entry *other; };
extern struct entry table[4];
extern struct entry *current;
void *malloc(unsigned long);
int main(int argc, char **argv) {
    table[argc].where = malloc(4);
    current = &table[1];
    return *current->other->where;
}
"""
GLOBAL_B = """
struct entry { int *where; struct entry *other; };
struct entry table[4];
static struct entry hidden;
struct entry *current = &hidden;
void fill(void) { table[0].other = &hidden; hidden.where = 0; }
"""
CALLBACK_A = """
struct ctx { int *sum; long n; };
struct item { int *value; };
void each(struct item *, int, void (*)(struct item *, void *), void *);
void *malloc(unsigned long);
static void add(struct item *i, void *data) { *((struct ctx *)data)->sum += *i->value; }
int main(void) {
    int sum = 0;
    struct ctx c = {&sum};
    struct item *items = malloc(2 * sizeof *items);
    items[0].value = malloc(4);
    each(items, 2, add, &c);
    return sum;
}
"""
CALLBACK_B = """
struct item { int *value; };
void each(struct item *at, int n, void (*f)(struct item *, void *), void *data) {
    for (int i = 0; i < n; i++)
        f(&at[i], data);
}
"""
EXTERNAL_A = """
struct known { int *where; };
struct lost { int *where; long n; };
void ours(struct known *);
void theirs(struct lost *);
void *malloc(unsigned long);
int main(void) {
    struct known *k = malloc(sizeof *k);
    struct lost *l = malloc(sizeof *l);
    k->where = malloc(4);
    l->where = malloc(8);
    ours(k);
    theirs(l);
    return *k->where;
}
"""
EXTERNAL_B = """
struct known { int *where; };
void ours(struct known *k) { *k->where = 3; }
"""
PAIRS = [
    ("list", LIST_A, LIST_B),
    ("global", GLOBAL_A, GLOBAL_B),
    ("callback", CALLBACK_A, CALLBACK_B),
    ("external", EXTERNAL_A, EXTERNAL_B),
]
OWN_QSORT = """
void qsort(void *p, unsigned long n, unsigned long s, int (*f)(const void *, const void *)) {}
"""
USES_QSORT = """
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int cmp(const void *a, const void *b) { return 0; }
int main(void) { int a[2] = {2, 1}; qsort(a, 2, 4, cmp); return a[0]; }
"""


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=60, errors="replace")


def check(condition, *what):
    if not condition:
        sys.exit("\n".join(str(w) for w in what))


def compile_c(name, text):
    with open(name + ".c", "w") as f:
        f.write(text)
    flags = ["-O1", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-w"]
    done = run("clang", *flags, "-emit-llvm", "-S", name + ".c", "-o", name + ".ll")
    check(done.returncode == 0, done.stderr)
    return name + ".ll"


def classes(params, *inputs):
    return run("lathe", "opt", "--passes=ir-ptrclasses<%s>" % params, *inputs)


def write(graph, *inputs):
    done = classes("quiet;write=" + graph, *inputs)
    check(done.returncode == 0, done.stderr)
    with open(graph) as f:
        return f.read()


def canonical(text):
    """Paragraphs without numbers, witnesses of facts or order; equal for isomorphic prints."""
    paragraphs = {}
    for line in text.splitlines():
        head = re.match(r"class (\d+)(.*)", line)
        if head:
            paragraphs[head[1]] = current = {"head" + head[2]}
            continue
        line = re.sub(r"^(  (?:global|local|function)) [@%]\S+ (\S+)$", r"\1 \2", line)
        facts = r"^(  (?:type|escapes|unknown|freed|walked|back)(?: [\w.-]+)?) @.*"
        line = re.sub(facts, r"\1", line)
        current.add(line)
    color = {number: "" for number in paragraphs}
    for _ in range(8):
        paint = lambda m: "class<%s>" % color.get(m[1], "?")
        color = {
            number: str(hash(str(sorted(re.sub(r"class (\d+)", paint, l) for l in lines))))
            for number, lines in paragraphs.items()
        }
    return sorted(color.values())


def joining_equals_linking():
    for name, a, b in PAIRS:
        a, b = compile_c(name + "-a", a), compile_c(name + "-b", b)
        write(name + ".graph", b)
        joined = classes("merge=%s.graph" % name, a)
        linked = classes("", a, b)
        alone = classes("", a)
        check(joined.returncode == 0, joined.stderr)
        same = canonical(joined.stdout) == canonical(linked.stdout)
        check(same, name + ": joined", joined.stdout, "linked", linked.stdout)
        check(canonical(alone.stdout) != canonical(linked.stdout), name + ": says nothing")


def writing_is_stable():
    empty = compile_c("empty", "")
    for name, _, _ in PAIRS:
        first = write("first.graph", name + "-b.ll")
        check(first == write("again.graph", name + "-b.ll"), name + ": two runs differ")
        second = write_merged("second.graph", "first.graph", empty)
        third = write_merged("third.graph", "second.graph", empty)
        check(second == third, name + ": not stable", second, third)


def write_merged(out, graph, module):
    done = classes("quiet;merge=%s;write=%s" % (graph, out), module)
    check(done.returncode == 0, done.stderr)
    with open(out) as f:
        return f.read()


def refused(graph, code, words):
    done = classes("quiet;merge=" + graph, "empty.ll")
    check(done.returncode == code, graph, done.returncode, done.stderr)
    check(words in done.stderr, done.stderr, "lacks", words)
    check(done.stderr.count("\n") == 1, done.stderr)


def conflicts_and_missing_files():
    compile_c("own", OWN_QSORT)
    compile_c("uses", USES_QSORT)
    write("own.graph", "own.ll")
    done = classes("quiet;merge=own.graph", "uses.ll")
    check(done.returncode == 3 and "'qsort' is defined by one module" in done.stderr, done.stderr)
    write("uses.graph", "uses.ll")
    done = classes("quiet;merge=uses.graph", "own.ll")
    check(done.returncode == 3 and "'qsort' is defined by one module" in done.stderr, done.stderr)
    refused("nowhere.graph", 2, "nowhere.graph: cannot be read")
    refused(".", 2, "")
    with open("other.graph", "w") as f:
        f.write("lathe-ptrclasses 1\n")
    refused("other.graph", 3, "not a pointer class graph of this version")
    open("none.graph", "w").close()
    refused("none.graph", 3, "none.graph")


# A graph with every kind of line, and for each line ways to damage it.
WHOLE = """lathe-ptrclasses 2
shape 1 struct.node 16 0:4:0:0 8:8:0:0
class 1 2 1 0 16 a
class 2 0 0 8 8 rwi
field 1 8 2
type 1 1 a.c:3:9
object 1 heap xmalloc 0 -1 0 a.c:9:20
mark 1 freed 0 a.c:30:3
signature 2 void%20(ptr) defined 0 0 1 1 a.c:5:1
flow 1 0 2 value memory a.c:7:1
symbol push 2 function,defined,exported,own @push
"""
DAMAGE = {
    "shape": ["shape", "shape 2 s 16", "shape 1 s", "shape 1 s -1", "shape 1 s 16 0:4:0",
              "shape 1 s x",
              "shape 1 s 16 8:8:0:0 0:4:0:0", "shape 1 s 16 0:4:0:1", "shape 1 s%2 16",
              "shape 1 s 16 0:4:0:0:0", "shape 1 s%00 16", "shape 1 s 99999999999999999999"],
    "class": ["class", "class 3 0 0 0 1 -", "class 0 0 0 0 1 -", "class 1 3 0 0 1 -",
              "class 1 0 2 0 1 -", "class 1 0 0 -1 1 -", "class 1 0 0 0 0 -", "class 1 0 0 0 1",
              "class 1 0 0 0 1 - x", "class 1 0 0 0 1 z", "class 1 0 0 0 1 a-", "class one 0 0 0 1 -"],
    "field": ["field", "field 1 8", "field 1 x 2", "field 1 8 3", "field 1 8 0", "field 0 8 1",
              "field 1 8 2 2", "field 1 9999999999999999999 2", "field  1 8 2"],
    "type": ["type", "type 1 1", "type 1 2 w", "type 3 1 w", "type 1 1 w w", "type 1 1 %zz"],
    "object": ["object", "object 1 stack f 0 -1 0 w", "object 1 heap f 0 -1 2 w",
               "object 1 heap f -3 -1 0 w", "object 1 heap f 0 256 0 w", "object 9 heap f 0 -1 0 w",
               "object 1 heap f 0 -1 0"],
    "mark": ["mark", "mark 1 lost 0 w", "mark 1 escapes 99 w", "mark 1 freed -1 w",
             "mark 1 freed 0", "mark 1 freed 4294967296 w"],
    "signature": ["signature", "signature 2 t undefined 0 0 0", "signature 2 t - 9 0 0",
                  "signature 2 t - 0 9 0", "signature 2 t - 0 0 1", "signature 2 t - 0 0 1 9",
                  "signature 2 t - 0 0 4097", "signature 2 t - 0 0 -1",
                  "signature 2 t - 0 0 0 w w"],
    "flow": ["flow", "flow 1 2 0 value", "flow 3 1 0 value value w", "flow 1 3 0 value value w",
             "flow 1 1 3 value value w", "flow 1 2 0 value place w", "flow 1 2 0 values value w",
             "flow 1 2 0 value value", "flow 1 2 0 value value w w"],
    "symbol": ["symbol", "symbol s 2", "symbol s 2 function,defined,exported,own",
               "symbol s 9 function,defined,exported,own w",
               "symbol s 0 function,defined,exported,own w",
               "symbol s 2 function,undefined,exported,library w",
               "symbol s 2 function w", "symbol s 2 variable,defined,exported,own w w"],
    "lathe-ptrclasses": ["", "lathe-ptrclasses", "lathe-ptrclasses 2 ", "lathe-ptrclasses 20"],
    "none": ["unknown 1", " ", "shape", "Class 1 0 0 0 1 -",
             "signature 2 void%20(ptr) defined 0 0 2 1 1"],
}


def damaged_lines():
    lines = WHOLE.splitlines()
    with open("whole.graph", "w") as f:
        f.write(WHOLE)
    done = classes("merge=whole.graph", "empty.ll")
    check(done.returncode == 0, done.stderr)
    count = 0
    for word, replacements in DAMAGE.items():
        at = [i for i, line in enumerate(lines) if line.split()[0] == word]
        for new in replacements:
            changed = list(lines)
            if at:
                changed[at[0]] = new
            else:
                changed.append(new)
            with open("damaged.graph", "w") as f:
                f.write("\n".join(changed) + "\n")
            done = classes("quiet;merge=damaged.graph", "empty.ll")
            check(done.returncode == 3, "accepted: " + new, done.returncode, done.stderr)
            line = (at[0] if at else len(lines)) + 1
            place = "damaged.graph:%d: " % line
            check(line == 1 or place in done.stderr, new, done.stderr, "lacks", place)
            count += 1
    return count


def mutate(text, rng):
    lines = text.splitlines()
    for _ in range(rng.randint(1, 4)):
        i = rng.randrange(len(lines))
        kind = rng.randrange(6)
        words = lines[i].split(" ")
        if kind == 0:
            lines.insert(rng.randrange(len(lines)), lines[i])
        elif kind == 1 and len(lines) > 2:
            del lines[i]
        elif kind == 2:
            j = rng.randrange(len(words))
            words[j] = rng.choice("0 1 7 -1 8 16 24 x %41 4611686018427387904".split() + [""])
            lines[i] = " ".join(words)
        elif kind == 3:
            j = rng.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
        elif kind == 4 and lines[i]:
            j = rng.randrange(len(lines[i]))
            lines[i] = lines[i][:j] + chr(rng.randrange(1, 127)) + lines[i][j + 1 :]
        else:
            numbers = [k for k, w in enumerate(words) if w.isdigit()]
            if numbers:
                words[rng.choice(numbers)] = str(rng.randrange(0, 12))
                lines[i] = " ".join(words)
    return "\n".join(lines) + rng.choice(["\n", ""])


def fuzz(count, seed):
    rng = random.Random(seed)
    empty = compile_c("empty", "")
    texts = []
    for name, a, b in PAIRS:
        texts.append(write(name + ".graph", compile_c(name + "-b", b)))
        texts.append(write(name + ".graph", compile_c(name + "-a", a)))
    texts.append(WHOLE)
    accepted = 0
    for i in range(count):
        text = mutate(rng.choice(texts), rng)
        with open("fuzz.graph", "w") as f:
            f.write(text)
        done = classes("all;merge=fuzz.graph", rng.choice([empty, "list-a.ll"]))
        known = done.returncode in (0, 2, 3)
        check(known, "mutation %d: exit %d" % (i, done.returncode), text, done.stderr)
        accepted += done.returncode == 0
    check(0 < accepted < count, accepted)


def main():
    os.makedirs(sys.argv[1], exist_ok=True)
    os.chdir(sys.argv[1])
    if sys.argv[2:3] == ["fuzz"]:
        fuzz(int(sys.argv[3]), int(sys.argv[4]))
        print("ok", sys.argv[3])
        return
    joining_equals_linking()
    writing_is_stable()
    conflicts_and_missing_files()
    print("ok", damaged_lines())


main()
