// RUN: lathe opt '--passes=dtrans-aos-to-soa<force>' %s -o %t.ll --remarks=%t.yaml
// RUN: %python %S/Inputs/remark_lines.py %t.yaml | sort | FileCheck %s
// RUN: FileCheck --check-prefix=IR --implicit-check-not=@__soa_ %s < %t.ll
// RUN: %python %tests/run/compare.py %s '--passes=dtrans-aos-to-soa<force>'
// RUN: %python %tests/run/compare.py %s '--passes=dtrans-split<force>'
/* Functions that may be active twice: each is called through a pointer, and calls whatever it is
 * given between filling its array and reading it. Beside each struct that stays, with a name in
 * _ok, what differs in that point alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define STRUCT(NAME)                                                                               \
    struct NAME {                                                                                  \
        long key;                                                                                  \
        int mark;                                                                                  \
        struct NAME *next;                                                                         \
    }
enum { N = 8 };
typedef long run_fn(int v, int depth);
static run_fn *volatile next_run;
static long again(int v, int depth) {
    return depth ? next_run(v + 5, depth - 1) : v;
}

// No variable of the program holds their bases; debuggers find them in the frames.
// IR: #dbg_declare({{.*}}DW_OP_LLVM_fragment, 0, 64)
// IR: !DILocalVariable(name: "__soa_local_ok", {{.*}}flags: DIFlagArtificial)

// CHECK-DAG: local_ok: AosToSoa
STRUCT(local_ok);
static long sum_local(const struct local_ok *p, int n) {
    return n ? p->key + p->mark + sum_local(p + 1, n - 1) : 0;
}
static long run_local(int v, int depth) {
    struct local_ok a[N];
    for (int i = 0; i < N; i++)
        a[i] = (struct local_ok){v * i, v, i ? &a[i - 1] : NULL};
    long inner = again(v, depth);
    return sum_local(a, N) * 3 + inner + a[N - 1].next->key;
}

// CHECK-DAG: heap_ok: AosToSoa
STRUCT(heap_ok);
static long take(struct heap_ok *p) {
    long key = p[N / 2].key + p[N / 2].mark;
    free(p);
    return key;
}
static long run_heap(int v, int depth) {
    struct heap_ok *a = malloc(N * sizeof *a);
    for (int i = 0; a && i < N; i++)
        a[i] = (struct heap_ok){v + i, v, NULL};
    return again(v, depth) + take(a);
}

// CHECK-DAG: grown_ok: AosToSoa
// CHECK-DAG: grown: the reallocated block does not come from one variable
STRUCT(grown_ok);
STRUCT(grown);
static long run_grown_ok(int v, int depth) {
    struct grown_ok *a = NULL;
    long sum = 0;
    for (int i = 0; i < 3 * N; i++) {
        a = realloc(a, (i + 1) * sizeof *a);
        a[i] = (struct grown_ok){v, i, NULL};
    }
    sum = again(v, depth);
    for (int i = 0; i < 3 * N; i++)
        sum += a[i].key * a[i].mark;
    free(a);
    return sum;
}
static void drop(struct grown *p) {
    p->mark++;
    free(p);
}
static long run_grown(int v, int depth) {
    struct grown *a = NULL;
    long sum = 0;
    for (int i = 0; i < 3 * N; i++) {
        a = realloc(a, (i + 1) * sizeof *a);
        a[i] = (struct grown){v, i, NULL};
    }
    sum = again(v, depth);
    for (int i = 0; i < 3 * N; i++)
        sum += a[i].key * a[i].mark;
    drop(a);
    return sum;
}

// CHECK-DAG: carried_ok: AosToSoa
// CHECK-DAG: carried: more than one block of it may be alive, and pointers to it are kept outside local variables
STRUCT(carried_ok);
STRUCT(carried);
struct list_ok {
    struct carried_ok *first, *last;
    int n;
};
struct list {
    struct carried *first, *last;
    int n;
};
static struct list *volatile current;
static struct carried_ok *find_ok(const struct list_ok *l, int n) {
    return n < l->n ? l->first + n : l->last;
}
static struct carried *find(const struct list *l, int n) {
    return n < l->n ? l->first + n : l->last;
}
static long run_carried_ok(int v, int depth) {
    struct carried_ok a[N] = {{0}};
    struct list_ok l = {a, a + N - 1, N / 2};
    find_ok(&l, 1)->key = v;
    find_ok(&l, N)->mark = 2 * v;
    return again(v, depth) + a[1].key + a[N - 1].mark;
}
static long run_carried(int v, int depth) {
    struct carried a[N] = {{0}};
    struct list l = {a, a + N - 1, N / 2};
    current = &l;
    find(&l, 1)->key = v;
    find(current, N)->mark = 2 * v;
    return again(v, depth) + a[1].key + a[N - 1].mark;
}

// CHECK-DAG: sorted_ok: AosToSoa
// CHECK-DAG: sorted: more than one block of it may be alive, and this function cannot be passed which one
STRUCT(sorted_ok);
STRUCT(sorted);
static void sort_ok(struct sorted_ok **p, int n) {
    for (int i = 1; i < n; i++)
        for (int k = i; k && p[k]->key < p[k - 1]->key; k--) {
            struct sorted_ok *t = p[k];
            p[k] = p[k - 1];
            p[k - 1] = t;
        }
}
static long run_sorted_ok(int v, int depth) {
    struct sorted_ok a[N], *by_key[N];
    for (int i = 0; i < N; i++) {
        a[i] = (struct sorted_ok){(i * 5 + v) % N, i, NULL};
        by_key[i] = &a[i];
    }
    sort_ok(by_key, N);
    return again(v, depth) + by_key[0]->mark * 10 + by_key[N - 1]->mark;
}
static int by_key(const void *x, const void *y) {
    return (int)((*(struct sorted *const *)x)->key - (*(struct sorted *const *)y)->key);
}
static long run_sorted(int v, int depth) {
    struct sorted a[N], *order[N];
    for (int i = 0; i < N; i++) {
        a[i] = (struct sorted){(i * 5 + v) % N, i, NULL};
        order[i] = &a[i];
    }
    qsort(order, N, sizeof *order, by_key);
    return again(v, depth) + order[0]->mark * 10 + order[N - 1]->mark;
}

// CHECK-DAG: called_ok: AosToSoa
// CHECK-DAG: called: more than one block of it may be alive, and this function cannot be passed which one
STRUCT(called_ok);
STRUCT(called);
static long first_ok(const struct called_ok *p) {
    return p ? p->key : 1;
}
static long first(const struct called *p) {
    return p ? p->key : 1;
}
static long run_called_ok(int v, int depth) {
    struct called_ok a[N] = {{v, v, NULL}};
    return again(v, depth) + first_ok(a) + first_ok(NULL);
}
static long run_called(int v, int depth) {
    struct called a[N] = {{v, v, NULL}};
    return again(v, depth) + first(a);
}

// CHECK-DAG: variadic: more than one block of it may be alive, and this function cannot be passed which one
STRUCT(variadic);
static long count(const struct variadic *p, ...) {
    va_list args;
    va_start(args, p);
    long sum = p->key + va_arg(args, int);
    va_end(args);
    return sum;
}
static long run_variadic(int v, int depth) {
    struct variadic a[N] = {{v, v, NULL}};
    return again(v, depth) + count(a, 3) + a[0].mark;
}

// CHECK-DAG: jumped_ok: AosToSoa
// CHECK-DAG: jumped: more than one block of it may be alive, and an index would not say which
STRUCT(jumped_ok);
STRUCT(jumped);
static long run_jumped_ok(int v, int depth) {
    jmp_buf out;
    struct jumped_ok a[N] = {{v, v, NULL}};
    if (setjmp(out))
        return a[0].key + a[0].mark;
    again(v, depth);
    longjmp(out, 1);
}
static long run_jumped(int v, int depth) {
    jmp_buf out;
    struct jumped *volatile a = NULL;
    if (setjmp(out)) {
        long sum = a[0].key + a[0].mark;
        free(a);
        return sum;
    }
    a = calloc(N, sizeof *a);
    a[0].key = a[0].mark = v;
    again(v, depth);
    longjmp(out, 1);
}

// swapcontext returns once more each time somebody goes back there, though nothing marks it.
// CHECK-DAG: resumed: more than one block of it may be alive, and an index would not say which
STRUCT(resumed);
static long run_resumed(int v, int depth) {
    ucontext_t here = {0};
    if (swapcontext(&here, &here))
        return 0;
    struct resumed *a = calloc(N, sizeof *a);
    a[0].key = a[0].mark = v;
    long sum = again(v, depth) + a[0].key + a[0].mark;
    free(a);
    return sum;
}

// CHECK-DAG: swapped: more than one block of it may be alive, and the function that makes it is given pointers to another one
STRUCT(swapped);
static long run_down(int v, int depth, struct swapped **outer) {
    struct swapped a[N] = {{v, v, NULL}}, *mine = a;
    long sum = outer ? (*outer)->key : 0;
    return sum + a[0].mark + (depth ? run_down(v + 1, depth - 1, &mine) : 0);
}
static long run_swapped(int v, int depth) {
    return again(v, depth) + run_down(v, 2, NULL);
}

int main(int argc, char **argv) {
    static run_fn *const runs[] = {run_local,      run_heap,    run_grown_ok,  run_grown,
                                   run_carried_ok, run_carried, run_sorted_ok, run_sorted,
                                   run_called_ok,  run_called,  run_variadic,  run_jumped_ok,
                                   run_jumped,     run_resumed, run_swapped};
    enum { RUNS = sizeof runs / sizeof *runs };
    (void)argv;
    for (int i = 0; i < RUNS; i++)
        for (int depth = 0; depth < 4; depth++) {
            next_run = runs[i];
            printf("%ld ", runs[i](i + argc, depth));
            next_run = runs[(i + 1) % RUNS];
            printf("%ld\n", runs[i](i + argc, depth));
        }
    printf("%ld\n", first(NULL));
    return 0;
}
