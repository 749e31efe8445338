#!/usr/bin/env python3
"""Writes a random program of several files whose functions are active more than once at a time.

    gen_reentry.py --seed 7 -o FOLDER

Workers own arrays of structs (locals, heap blocks, blocks of a wrapper, pointers kept in variables,
in local structs, passed from one activation to the next) and are entered again, while an array is
alive, in every way a process has: recursion, pointers, callbacks of native objects and of libc,
signals, threads of native code, coroutines, jumps, aliases, constructors, exit handlers, `main`
called again. FOLDER gets work.c, to be compiled with lathe, native.c, never to be, main.c, which
belongs to either, and `form`, which says how they are put together: "exe", "shared" (work.c is a
shared library) or "plugin" (native.c is one). Programs have no undefined behaviour and no data
race; their output does not depend on timing; the same seed writes the same bytes.
"""

import argparse
import os
import random

PRELUDE = """\
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <ucontext.h>
#include <unistd.h>
#define NOINLINE __attribute__((noinline))
struct task { int worker, v, depth; long result; };
long enter(int worker, int v, int depth);
long call_native(int worker, int v, int depth);
void register_worker(int worker, long (*f)(int, int));
long call_back(long (*f)(int, int, int), int worker, int v, int depth);
long call_main(int v);
long run_thread(void *(*f)(void *), struct task *t);
void *native_thread(void *t);
long run_pair(struct task *a, struct task *b, int own);
long run_aside(int worker, int v);
long run_and_leave(int worker, int v);
long run_by_signal(int worker, int v, int depth);
long run_by_timer(int worker, int v);
void leaf(void);
int at_main(int again);
"""

# What a worker at the end of its way in does while its array is alive: meets another thread, lets
# another coroutine run, or leaves by a jump. It is native, so that nothing is known about it.
NATIVE = """\
static _Thread_local pthread_barrier_t *meeting;
static _Thread_local ucontext_t *outside, *inside;
static _Thread_local jmp_buf *way_out;

void leaf(void) {
    if (meeting) {
        pthread_barrier_t *here = meeting;
        meeting = NULL;
        pthread_barrier_wait(here);
    } else if (outside) {
        ucontext_t *to = outside;
        outside = NULL;
        swapcontext(inside, to);
    } else if (way_out) {
        jmp_buf *to = way_out;
        way_out = NULL;
        longjmp(*to, 1);
    }
}

long call_native(int worker, int v, int depth) { return enter(worker, v, depth); }
long call_back(long (*f)(int, int, int), int worker, int v, int depth) {
    return f(worker, v, depth);
}

void *native_thread(void *data) {
    struct task *t = data;
    t->result = enter(t->worker, t->v, t->depth);
    return NULL;
}
long run_thread(void *(*f)(void *), struct task *t) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, f ? f : native_thread, t))
        abort();
    pthread_join(thread, NULL);
    return t->result;
}

struct meeter { struct task *task; pthread_barrier_t *barrier; };
static void *meet(void *data) {
    struct meeter *m = data;
    meeting = m->barrier;
    m->task->result = enter(m->task->worker, m->task->v, 0);
    return NULL;
}
long run_pair(struct task *a, struct task *b, int own) {
    pthread_barrier_t barrier;
    pthread_t thread, other;
    struct meeter one = {a, &barrier}, two = {b, &barrier};
    pthread_barrier_init(&barrier, NULL, 2);
    if (pthread_create(&thread, NULL, meet, &one))
        abort();
    if (own)
        meet(&two);
    else if (pthread_create(&other, NULL, meet, &two) || pthread_join(other, NULL))
        abort();
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
    return a->result * 3 + b->result;
}

struct coroutine { ucontext_t outer, inner; struct task task; };
static void body(unsigned high, unsigned low) {
    struct coroutine *c = (struct coroutine *)((unsigned long)high << 32 | low);
    c->task.result = enter(c->task.worker, c->task.v, 0);
}
long run_aside(int worker, int v) {
    struct coroutine *c = calloc(1, sizeof *c);
    enum { STACK = 1 << 20 };
    char *stack = malloc(STACK);
    unsigned long address = (unsigned long)c;
    if (!c || !stack || getcontext(&c->inner))
        abort();
    c->inner.uc_stack.ss_sp = stack;
    c->inner.uc_stack.ss_size = STACK;
    c->inner.uc_link = &c->outer;
    c->task = (struct task){worker, v, 0, 0};
    makecontext(&c->inner, (void (*)(void))body, 2, (unsigned)(address >> 32), (unsigned)address);
    outside = &c->outer;
    inside = &c->inner;
    swapcontext(&c->outer, &c->inner);
    outside = NULL; /* a worker that never came to its leaf has ended */
    long between = enter(worker, v + 5, 0);
    if (!c->task.result)
        swapcontext(&c->outer, &c->inner);
    long result = c->task.result * 5 + between;
    free(stack);
    free(c);
    return result;
}

long run_and_leave(int worker, int v) {
    jmp_buf here;
    if (!setjmp(here)) {
        way_out = &here;
        enter(worker, v, 0);
    }
    way_out = NULL;
    return enter(worker, v + 3, 0);
}

static _Thread_local struct task by_signal;
static void on_signal(int number) {
    (void)number;
    struct task t = by_signal;
    t.result = enter(t.worker, t.v, t.depth);
    by_signal = t;
}
long run_by_signal(int worker, int v, int depth) {
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
    sigaction(SIGUSR1, &act, NULL);
    by_signal = (struct task){worker, v, depth, 0};
    raise(SIGUSR1);
    return by_signal.result;
}

static volatile sig_atomic_t fired;
static struct task by_timer;
static void on_timer(int number) {
    (void)number;
    if (!fired)
        by_timer.result = enter(by_timer.worker, by_timer.v, 0);
    fired = 1;
}
long run_by_timer(int worker, int v) {
    struct sigaction act = {.sa_handler = on_timer};
    struct itimerval soon = {{0, 0}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    sigaction(SIGALRM, &act, NULL);
    fired = 0;
    by_timer = (struct task){worker, v, 0, 0};
    setitimer(ITIMER_REAL, &soon, NULL);
    while (!fired)
        ;
    setitimer(ITIMER_REAL, &never, NULL);
    return by_timer.result;
}
"""

REGISTER = """\
static long (*workers[8])(int, int);
void register_worker(int worker, long (*f)(int, int)) { workers[worker] = f; }
"""

# How native code comes to a worker.
VISIBLE = ["exported", "exported", "alias", "registered"]

MAIN_AGAIN = """\
int main(int, char **);
long call_main(int v) { return main(-v, NULL); }
"""
NO_MAIN_AGAIN = "long call_main(int v) { return v; }\n"

HELPERS = """\
static NOINLINE long $S_sum(const struct $S *p, int n) {
    long s = 0;
    for (int k = 0; k < 30; k++)
        for (int i = 0; i < n; i++)
            s += p[i].$hot + k;
    return s;
}
static NOINLINE long $S_cold(const struct $S *p, int n) {
    long s = 0;
    for (int i = 0; i < n; i += 17)
        s += $cold;
    return s;
}
static NOINLINE void $S_fill(struct $S *p, int n, long v) {
    for (int i = 0; i < n; i++) {
        $fill
    }
}
static NOINLINE struct $S *$S_find(struct $S *p, int n, long v) {
    for (struct $S *q = p; q != p + n; q++)
        if (q->$hot == v)
            return q;
    return NULL;
}
static NOINLINE long $S_halves(struct $S *lo, struct $S *hi) {
    if (hi - lo < 9) {
        long s = 0;
        while (lo < hi)
            s += lo++->$hot;
        return s;
    }
    struct $S *mid = lo + (hi - lo) / 2;
    return $S_halves(lo, mid) * 3 + $S_halves(mid, hi);
}
static NOINLINE void $S_swap(struct $S *a, struct $S *b) {
    struct $S t = *a;
    *a = *b;
    *b = t;
}
struct $S_list { struct $S *items; int n; };
static NOINLINE long $S_total(const struct $S_list *l) { return $S_sum(l->items, l->n); }
static NOINLINE struct $S *$S_make(int n) {
    struct $S *p = malloc((size_t)n * sizeof *p);
    if (!p)
        abort();
    return p;
}
static long (*volatile $S_ask)(const struct $S *, int);
"""

# How a worker comes to its array `r`, and how it lets go of it.
# The third number is how often.
OWNERS = {
    "local": ("struct $S r[$N];", "", 6),
    "zeroed": ("struct $S r[$N] = {0};", "", 2),
    "vla": ("int size = $N + v % 2; struct $S r[size];", "", 1),
    "heap": ("struct $S *r = malloc($N * sizeof *r);\n    if (!r)\n        abort();",
             "free(r);", 6),
    "calloc": ("struct $S *r = calloc($N, sizeof *r);\n    if (!r)\n        return 0;",
               "free(r);", 3),
    "wrapper": ("struct $S *r = $S_make($N);", "free(r);", 3),
    "regrown": ("struct $S *r = malloc(8 * sizeof *r);\n    r = realloc(r, $N * sizeof *r);\n"
                "    if (!r)\n        abort();", "free(r);", 1),
    "kept": ("struct $S own[$N], *before = $S_now, *r = own;\n    $S_now = own;",
             "$S_now = before;", 1),
    "either": ("struct $S one[$N], two[$N], *r = v % 2 ? one : two;", "", 1),
    "static": ("static _Thread_local struct $S slots[8][$N];\n    static _Thread_local int used;\n"
               "    if (used == 8)\n        return 1;\n    struct $S *r = slots[used++];",
               "used--;", 1),
}

# What is done with the array before and after the worker is entered again.
USES = [
    "h += $S_sum(r, $N);",
    "h += $S_cold(r, $N);",
    "h += $S_halves(r, r + $N);",
    "$S_swap(&r[v % $N], &r[(v * 7 + 3) % $N]);",
    "{\n        struct $S *at = $S_find(r, $N, r[v % $N].$hot);\n"
    "        h += at ? at - r : -1;\n    }",
    "{\n        struct $S_list l = {r, $N};\n        h += $S_total(&l);\n    }",
    "for (int i = 0; i < $N; i++)\n        h += r[i].$hot ^ i;",
    "r[(v + 11) % $N].$hot += h;",
    "h += $S_find(r, $N, -12345) == NULL;",
]
RARE_USES = [
    "$S_ask = $S_sum;\n    h += $S_ask(r, $N);",
    "memmove(r + 1, r, ($N - 1) * sizeof *r);",
]
KEPT_USE = "h += $S_sum($S_now, $N);"

WAYS = {
    "direct": "return own_enter(worker, v, depth);",
    "pointer": "long (*volatile f)(int, int, int) = own_enter;\n    return f(worker, v, depth);",
    "enter": "return enter(worker, v, depth);",
    "native": "return call_native(worker, v, depth);",
    "callback": "return call_back(enter, worker, v, depth);",
    "hidden": "return call_back(hidden, worker, v, depth);",
    "thread": "return run_thread(NULL, &(struct task){worker, v, depth, 0});",
    "own thread": "return run_thread(own_thread, &(struct task){worker, v, depth, 0});",
    "c11 thread": """\
    thrd_t thread;
    struct task t = {worker, v, depth, 0};
    if (thrd_create(&thread, c11_thread, &t) != thrd_success)
        abort();
    thrd_join(thread, NULL);
    return t.result;""",
    "pair": "return run_pair(&(struct task){worker, v, 0, 0}, &(struct task){worker, v + 9, 0, 0}, "
            "depth % 2);",
    "aside": "return run_aside(worker, v);",
    "leave": "return run_and_leave(worker, v);",
    "signal": "return run_by_signal(worker, v, depth);",
    "timer": "static int once;\n    return once++ ? v : run_by_timer(worker, v);",
    "main": "return call_main(v);",
    "sort": """\
    struct task saved = sorting, *two[2] = {&saved, &saved};
    sorting = (struct task){worker, v, depth, 0};
    qsort(two, 2, sizeof *two, by_sorting);
    long result = sorting.result;
    sorting = saved;
    return result;""",
    "search": """\
    struct task saved = sorting;
    int key = v, in[1] = {v};
    sorting = (struct task){worker, v, depth, 0};
    int found = bsearch(&key, in, 1, sizeof key, by_sorting) == in;
    long result = sorting.result + found;
    sorting = saved;
    return result;""",
    "own signal": """\
    struct task saved = own_signal;
    own_signal = (struct task){worker, v, depth, 0};
    int number = depth ? SIGUSR2 : SIGHUP; /* the one that is handled may be blocked */
    signal(number, on_own_signal);
    raise(number);
    long result = own_signal.result;
    own_signal = saved;
    return result;""",
    "fork": """\
    int ends[2], status;
    long result = 0;
    fflush(stdout);
    if (pipe(ends))
        abort();
    pid_t child = fork();
    if (child == 0) {
        result = enter(worker, v, depth);
        _exit(write(ends[1], &result, sizeof result) != sizeof result);
    }
    if (read(ends[0], &result, sizeof result) != sizeof result || waitpid(child, &status, 0) < 0)
        abort();
    close(ends[0]);
    close(ends[1]);
    return result;""",
}
# Where a second one at the same time would be a race of the program's own.
ALONE = {"timer", "own signal", "main", "fork"}
THREADS = {"thread", "own thread", "c11 thread", "pair"}

WAY_HELPERS = """\
static long hidden(int worker, int v, int depth) { return enter(worker, v, depth); }
static void *own_thread(void *data) {
    struct task *t = data;
    t->result = enter(t->worker, t->v, t->depth);
    return NULL;
}
static int c11_thread(void *data) { return own_thread(data) != NULL; }
static _Thread_local struct task sorting;
static int by_sorting(const void *a, const void *b) {
    (void)a;
    (void)b;
    struct task t = sorting;
    t.result = enter(t.worker, t.v, t.depth);
    sorting = t;
    return 0;
}
static struct task own_signal;
static void on_own_signal(int number) {
    (void)number;
    struct task t = own_signal;
    t.result = enter(t.worker, t.v, t.depth);
    own_signal = t;
}
"""


class Struct:
    def __init__(self, r, name):
        kinds = ["long", "int", "double", "short", "unsigned"]
        self.name = name
        self.fields = [(r.choice(kinds), f"f{i}") for i in range(r.randint(2, 6))]
        self.fields.insert(r.randrange(len(self.fields) + 1), ("long", "key"))
        self.size = r.choice([100, 300, 700])

    def expand(self, text):
        cold = [f for _, f in self.fields if f != "key"]
        fill = "\n        ".join(f"p[i].{f} = ({k})((v + i * {n + 1}) % 999);"
                                 for n, (k, f) in enumerate(self.fields))
        text = text.replace("$hot", "key").replace("$fill", fill)
        text = text.replace("$cold", " + ".join(f"(long)p[i].{f}" for f in cold))
        return text.replace("$S", self.name).replace("$N", str(self.size))

    def write(self):
        body = "".join(f"    {kind} {name};\n" for kind, name in self.fields)
        now = f"static _Thread_local struct {self.name} *{self.name}_now;\n"
        return f"struct {self.name} {{\n{body}}};\n{now}{self.expand(HELPERS)}"


class Program:
    def __init__(self, seed):
        self.r = r = random.Random(seed)
        self.form = r.choice(["exe", "exe", "shared", "plugin"])
        self.strict = r.random() < 0.3
        ways = list(WAYS)
        if self.form != "exe":
            ways.remove("main")  # a library's main is not called
        if r.random() < 0.6:  # nothing in work.c shows that a worker is entered again
            ways = [w for w in ways if w not in ("direct", "pointer")]
        self.ways = r.sample(ways, r.randint(2, 4))
        if THREADS & set(self.ways):
            self.ways = [w for w in self.ways if w not in ALONE]
        self.workers = r.randint(1, 3)
        self.structs = [Struct(r, f"rec{i}") for i in range(self.workers)]
        self.visible = [r.choice(VISIBLE) for _ in range(self.workers)]
        self.atexit = r.random() < 0.2
        self.early = r.random() < 0.2

    def owner(self):
        """A jump out of a worker would leave a pointer to its array behind."""
        may = [o for o in OWNERS if o != "kept" or "leave" not in self.ways]
        return self.r.choices(may, [OWNERS[o][2] for o in may])[0]

    def uses(self, owner):
        r = self.r
        lines = r.sample(USES, r.randint(2, 4))
        if r.random() < 0.1:
            lines.append(r.choice(RARE_USES))
        if owner == "kept":
            lines.append(KEPT_USE)
        r.shuffle(lines)
        return "\n    ".join(["h += $S_sum(r, $N);"] + lines)

    def worker(self, number):
        r = self.r
        s = r.choice(self.structs) if r.random() < 0.15 else self.structs[number]
        owner = self.owner()
        begin, end, _ = OWNERS[owner]
        way = r.randrange(len(self.ways))
        target = number if r.random() < 0.6 else r.randrange(self.workers)
        passes = r.random() < 0.15 and owner in ("local", "heap", "wrapper")
        parent = f", struct {s.name} *up" if passes else ""
        name = f"inner{number}" if passes else f"work{number}"
        hidden = passes or self.visible[number] != "exported"
        down = (f"    if (depth == 1)\n        h += {name}(v + 4, 0, r);\n"
                "    if (up)\n        h += up[3].key++;\n") if passes else ""
        outer = ""
        if passes:
            outer = (f"{'static ' if self.visible[number] != 'exported' else ''}"
                     f"long work{number}(int v, int depth) {{\n"
                     f"    return {name}(v, depth, NULL);\n}}\n")
        if self.visible[number] == "alias":
            outer += (f"extern __typeof__(work{number}) alias{number} "
                      f"__attribute__((alias(\"work{number}\")));\n")
        text = f"""\
{'static ' if hidden else ''}NOINLINE long {name}(int v, int depth{parent}) {{
    long h = v;
    {begin}
    $S_fill(r, $N, v);
    {self.uses(owner)}
{down}    if (depth > 0)
        h = h * 31 + way{way}({target}, v * 3 + {r.randint(1, 50)}, depth - 1);
    else
        leaf();
    {self.uses(owner)}
    {end}
    return h % 1000003 + 1000004;
}}
{outer}"""
        return s.expand(text)

    def enter(self, name, visible):
        """The function that calls the worker of a number, as it can be seen from there."""
        form = {"exported": "work{}(v, depth)", "alias": "alias{}(v, depth)",
                "registered": "workers[{}](v, depth)"}
        calls = "".join(f"    case {i}:\n        return {form[how].format(i)};\n"
                        for i, how in enumerate(visible))
        return (f"long {name}(int worker, int v, int depth) {{\n    switch (worker) {{\n{calls}"
                "    }\n    return 0;\n}\n")

    def work_file(self):
        out = []
        if self.strict:
            out.append("#define _XOPEN_SOURCE 700\n")
        out.append(PRELUDE + WAY_HELPERS)
        out += [s.write() for s in self.structs]
        for i in range(len(self.ways)):
            out.append(f"static long way{i}(int worker, int v, int depth);\n")
        out += [self.worker(i) for i in range(self.workers)]
        if {"direct", "pointer"} & set(self.ways):
            out.append("static " + self.enter("own_enter", ["exported"] * self.workers))
        if "registered" in self.visible:
            out.append("__attribute__((constructor(101))) static void register_workers(void) {\n"
                       + "".join(f"    register_worker({i}, work{i});\n"
                                 for i, how in enumerate(self.visible) if how == "registered")
                       + "}\n")
        for i, way in enumerate(self.ways):
            body = WAYS[way]
            indent = "" if body.startswith("    ") else "    "
            out.append(f"/* {way} */\nstatic long way{i}(int worker, int v, int depth) {{\n"
                       f"    (void)depth;\n{indent}{body}\n}}\n")
        if self.early:
            out.append("__attribute__((constructor(102))) static void early(void) {\n"
                       "    printf(\"early %ld\\n\", enter(0, 5, 0));\n}\n")
        return "".join(out)

    def main_file(self):
        """`main` has an array of its own, which is there twice if native code calls it again."""
        s = Struct(self.r, "top")
        exits = "    exit(0);\n" if self.atexit else ""
        register = "    if (argc > 0)\n        atexit(late);\n" if self.atexit else ""
        late = ("static void late(void) { printf(\"late %ld\\n\", enter(0, 6, 1)); }\n"
                if self.atexit else "")
        text = f"""\
{late}int main(int argc, char **argv) {{
    (void)argv;
    struct top r[$N];
    long h = 0;
    int v = argc < 0 ? -argc : 2;
    top_fill(r, $N, v);
{register}    if (argc > 0)
        for (int worker = 0; worker < {self.workers}; worker++)
            for (int depth = 0; depth < 3; depth++)
                printf("%d %d %ld\\n", worker, depth, enter(worker, worker + depth * 7 + 1, depth));
    h += top_sum(r, $N) + top_halves(r, r + $N) + top_cold(r, $N);
    if (argc < 0)
        return (int)(h % 1000) + 1;
    printf("%ld\\n", h);
    fflush(stdout);
{exits}    return 0;
}}
"""
        return PRELUDE + s.write() + s.expand(text)

    def native_file(self):
        names = {"exported": "work", "alias": "alias"}
        declared = "".join(f"long {names[how]}{i}(int, int);\n"
                           for i, how in enumerate(self.visible) if how in names)
        again = MAIN_AGAIN if "main" in self.ways else NO_MAIN_AGAIN
        enter = self.enter("enter", self.visible)
        return "#define _GNU_SOURCE\n" + PRELUDE + declared + REGISTER + enter + NATIVE + again

    def files(self):
        return {"work.c": self.work_file(), "main.c": self.main_file(),
                "native.c": self.native_file(),
                "form": f"{self.form} {'c17' if self.strict else 'gnu17'}\n"}


def write(seed, folder):
    os.makedirs(folder, exist_ok=True)
    for name, text in Program(seed).files().items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", dest="output", required=True, help="folder to write to")
    options = parser.parse_args()
    write(options.seed, options.output)


if __name__ == "__main__":
    main()
