// RUN: lathe opt '--passes=dtrans-aos-to-soa<force>' %s -o %t.ll --remarks=%t.yaml
// RUN: %python %S/Inputs/remark_lines.py %t.yaml | sort | FileCheck %s
// RUN: %python %tests/run/compare.py %s '--passes=dtrans-aos-to-soa<force>'
/* Each reason to leave a struct alone, and beside it, with a name in _ok, what differs in that point
 * alone and is taken apart. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS                                                                                     \
    int key;                                                                                       \
    double value;
#define STRUCT(NAME)                                                                               \
    struct NAME {                                                                                  \
        FIELDS                                                                                     \
        struct NAME *next;                                                                         \
    }
#define NEW(NAME, N) calloc((N), sizeof(struct NAME))

// CHECK-DAG: two: more than one block of it may be alive, and an index would not say which
// CHECK-DAG: two_ok: AosToSoa
STRUCT(two);
STRUCT(two_ok);
static int sum_two(struct two *p) { return p->key; }
static int sum_two_ok(struct two_ok *p) { return p->key; }
static int run_two(int n) {
    struct two *a = NEW(two, n), *b = NEW(two, n);
    a[1].key = 3;
    b[1].key = 4;
    return sum_two(a + 1) + sum_two(b + 1);
}
static int run_two_ok(int n) {
    struct two_ok *a = n > 3 ? NEW(two_ok, n) : NULL;
    a[1].key = 3;
    return sum_two_ok(a + 1);
}

// CHECK-DAG: twice: more than one block of it may be alive, and pointers to it are kept outside local variables
// CHECK-DAG: twice_ok: AosToSoa
STRUCT(twice);
STRUCT(twice_ok);
static struct twice *kept;
static int run_twice(int n) {
    struct twice *a = malloc(n * sizeof *a);
    a[n - 1].key = n;
    a[n - 1].next = kept;
    int sum = kept ? kept->key : 100;
    kept = &a[n - 1];
    return sum;
}
static int run_twice_ok(int n) {
    struct twice_ok *a = malloc(n * sizeof *a);
    a[n - 1].key = n;
    a[n - 1].next = a;
    int sum = a[n - 1].next == a;
    free(a);
    return sum;
}

// CHECK-DAG: path: more than one block of it may be alive, and pointers to it are kept outside local variables
STRUCT(path);
static int run_path(int n) {
    static struct path *last;
    struct path *a = malloc(n * sizeof *a);
    a[0].key = n;
    if (n % 2) {
        free(a);
        return 1;
    }
    int sum = last ? last->key : 50;
    last = a;
    return sum;
}

// CHECK-DAG: deep: more than one block of it may be alive, and the function that makes it is given pointers to another one
// CHECK-DAG: deep_ok: AosToSoa
STRUCT(deep);
STRUCT(deep_ok);
static int sum_deep(const struct deep *p) { return p[0].key + p[1].key; }
static int sum_deep_ok(const struct deep_ok *p) { return p[0].key + p[1].key; }
static int run_deep(int n, const struct deep *outer) {
    struct deep a[2] = {0};
    a[0].key = n + (outer ? outer->key : 0);
    a[1].key = n > 0 ? run_deep(n - 1, a) : 1;
    return sum_deep(a);
}
static int run_deep_ok(int n, int outer) {
    struct deep_ok a[2] = {0};
    a[0].key = n + outer;
    a[1].key = n > 0 ? run_deep_ok(n - 1, a[0].key) : 1;
    return sum_deep_ok(a);
}

// CHECK-DAG: number: BadPtrManipulation
// CHECK-DAG: number_ok: AosToSoa
STRUCT(number);
STRUCT(number_ok);
static int run_number(int n) {
    struct number *a = NEW(number, n);
    a[2].key = (int)((uintptr_t)&a[2] - (uintptr_t)a) / 3;
    return a[2].key;
}
static int run_number_ok(int n) {
    struct number_ok *a = NEW(number_ok, n);
    struct number_ok *p = a + n / 2;
    a[2].key = (int)(p - a) / 3;
    return a[2].key;
}

// CHECK-DAG: shown: a library function is given an element's address
STRUCT(shown);
static int run_shown(int n) {
    struct shown *a = NEW(shown, n);
    a[n - 1].key = 1;
    char text[40];
    return snprintf(text, sizeof text, "%p", (void *)a) > 2;
}

// CHECK-DAG: sorted: a library function is given an element's address
STRUCT(sorted);
static int compare(const void *a, const void *b) {
    return ((const struct sorted *)a)->key - ((const struct sorted *)b)->key;
}
static int run_sorted(int n) {
    struct sorted *a = NEW(sorted, n);
    for (int i = 0; i < n; i++)
        a[i].key = n - i;
    qsort(a, n, sizeof *a, compare);
    return a[0].key;
}

// CHECK-DAG: other: an element's address is compared with that of something else
// CHECK-DAG: other_ok: AosToSoa
STRUCT(other);
STRUCT(other_ok);
static int is_same(const struct other *p, const void *q) { return p == q; }
static int run_other(int n) {
    struct other *a = NEW(other, n);
    return is_same(a, &a->value) + is_same(a + 1, &a[2].value);
}
static int run_other_ok(int n) {
    struct other_ok *a = NEW(other_ok, n);
    return (a + 1 == &a[n - 1]) + (a == NULL);
}

// CHECK-DAG: apart: an element's address is compared with that of something else
STRUCT(apart);
static struct apart left[3], right[3];
static int run_apart(int n) {
    const struct apart *p = &left[n % 3];
    const struct apart *q = &right[n % 2];
    left[1].key = right[2].key = 4;
    return p == q;
}

// CHECK-DAG: passed: WholeStructureReference
struct passed {
    int key;
    float value;
};
static int take(struct passed p) { return p.key; }
static int run_passed(int n) {
    struct passed *a = NEW(passed, n);
    a[1].key = 7;
    return take(a[1]);
}

// CHECK-DAG: inside: NestedStruct
STRUCT(inside);
struct outside {
    long first;
    struct inside in[3];
};
static struct outside around;
static int run_inside(int n) {
    struct inside *p = &around.in[n % 3];
    p->key = n;
    return p->key;
}

// CHECK-DAG: vectors: the reallocated block does not come from one variable
// CHECK-DAG: vectors_ok: AosToSoa
STRUCT(vectors);
STRUCT(vectors_ok);
struct vector {
    struct vectors *at;
    int n;
};
struct vector_ok {
    struct vectors_ok *at;
    int n;
};
static void push(struct vector *v, int key) {
    v->at = realloc(v->at, ++v->n * sizeof *v->at);
    v->at[v->n - 1].key = key;
}
static void push_ok(struct vector_ok *v, int key) {
    v->at = realloc(v->at, ++v->n * sizeof *v->at);
    v->at[v->n - 1].key = key;
}
static int run_vectors(int n) {
    static struct vector one, two;
    push(&one, n);
    push(&two, n + 1);
    push(&one, n + 2);
    return one.at[0].key + two.at[0].key;
}
static int run_vectors_ok(int n) {
    static struct vector_ok one;
    push_ok(&one, n);
    push_ok(&one, n + 1);
    return one.at[0].key;
}

// CHECK-DAG: dropped: the variable that holds its only block is set to something else
// CHECK-DAG: dropped_ok: AosToSoa
STRUCT(dropped);
STRUCT(dropped_ok);
static struct dropped *drop, *old;
static struct dropped_ok *drop_ok;
static int run_dropped(int n) {
    drop = realloc(drop, n * sizeof *drop);
    drop->key = n;
    if (!old) {
        old = drop;
        drop = NULL;
    }
    return old->key;
}
static int run_dropped_ok(int n) {
    drop_ok = realloc(drop_ok, n * sizeof *drop_ok);
    drop_ok->key = n;
    if (n % 2) {
        free(drop_ok);
        drop_ok = NULL;
    }
    return drop_ok ? drop_ok->key : 0;
}

// CHECK-DAG: early: a block is allocated while another may be alive
// CHECK-DAG: early_ok: AosToSoa
STRUCT(early);
STRUCT(early_ok);
static struct early *early, *first_early;
static struct early_ok *early_ok;
static void add_early(int n) { early = realloc(early, n * sizeof *early); }
static void add_early_ok(int n) { early_ok = realloc(early_ok, n * sizeof *early_ok); }
__attribute__((constructor)) static void before_main(void) {
    add_early(2);
    early[1].key = 5;
    first_early = &early[1];
}
static int run_early(int n) {
    early = malloc(n * sizeof *early);
    early[1].key = 6;
    add_early(2 * n);
    return first_early->key * 10 + early[1].key;
}
static int run_early_ok(int n) {
    early_ok = malloc(n * sizeof *early_ok);
    early_ok[1].key = 6;
    add_early_ok(2 * n);
    return early_ok[1].key;
}

// CHECK-DAG: stale: the reallocated block does not come from one variable
// CHECK-DAG: fresh: AosToSoa
STRUCT(stale);
STRUCT(fresh);
static int run_stale(int n) {
    struct stale *a = NULL, *b = NULL, *c;
    for (int i = 1; i < n; i++) {
        c = i % 2 ? a : b;
        c = realloc(c, i * sizeof *c);
        c[i - 1].key = i;
        if (i % 2)
            a = c;
        else
            b = c;
    }
    return a[0].key * 10 + b[1].key;
}
static int run_fresh(int n) {
    struct fresh *a = NULL, *more;
    int room = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == room) {
            room = 2 * room + 1;
            more = realloc(a, room * sizeof *a);
            if (!more)
                exit(1);
            a = more;
        }
        a[i].key = i;
        a[i].next = i ? a : NULL;
    }
    for (struct fresh *p = a; p < a + n; p++)
        sum += p->key;
    free(a);
    return sum;
}

// CHECK-DAG: half: BadMemFuncSize
// CHECK-DAG: half_ok: AosToSoa
STRUCT(half);
STRUCT(half_ok);
static int run_half(int n) {
    struct half *a = NEW(half, n);
    memset(a, 0, 20);
    return a->key;
}
static int run_half_ok(int n) {
    struct half_ok *a = NEW(half_ok, n);
    memset(a, 0, 2 * sizeof *a);
    return a->key;
}

// CHECK-DAG: back: an element's address is computed from that of a field
STRUCT(back);
static int run_back(int n) {
    struct back *a = NEW(back, n);
    double *value = &a[1].value;
    struct back *p = (struct back *)((char *)value - offsetof(struct back, value));
    a[1].key = 5;
    return p->key;
}

// CHECK-DAG: marker: an element's address is compared with that of something else
STRUCT(marker);
#define GONE ((struct marker *)-1)
static int run_marker(int n) {
    struct marker *a = NEW(marker, n);
    a[0].next = GONE;
    a[1].next = &a[2];
    return (a[0].next == GONE) + (a[1].next == GONE);
}

int main(void) {
    int h = run_two(5) + run_two_ok(5);
    for (int i = 2; i < 6; i++)
        h = h * 3 + run_twice(i) + run_twice_ok(i) + run_path(i) + run_deep(i, NULL) + run_deep_ok(i, 0) +
            run_vectors(i) + run_vectors_ok(i) + run_dropped(i) + run_dropped_ok(i);
    h = h * 5 + run_number(6) + run_number_ok(6) + run_shown(6) + run_sorted(6) + run_other(6);
    h = h * 7 + run_other_ok(6) + run_apart(4) + run_passed(4) + run_inside(4) + run_half(4);
    h = h * 9 + run_half_ok(4) + run_back(4) + run_marker(4);
    h = h * 3 + run_early(3) + run_early_ok(3) + run_stale(7) + run_fresh(30);
    printf("%d\n", h);
    return 0;
}
