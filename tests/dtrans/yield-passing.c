// RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>'
//
// A function that looks at its parameter and returns it does not join its callers' memory; one that
// does more with it does.

#include <stdio.h>
#include <stdlib.h>

struct a {
    char kind;
    long number;
};
struct b {
    short size;
    double weight;
};
struct c {
    char kind;
    long number;
};
struct d {
    short size;
    double weight;
};

static void *check(void *p) {
    if (!p)
        exit(9);
    return p;
}

static void *allocate(size_t n) {
    return check(malloc(n));
}

static void *resize(void *p, size_t n, size_t size) {
    p = realloc(p, n * size);
    return check(p);
}

static void *last;

static void *keep(void *p) {
    last = p;
    return p;
}

int main(void) {
    struct a *a = allocate(sizeof *a);
    struct b *b = resize(NULL, 2, sizeof *b);
    struct c *c = keep(malloc(sizeof *c));
    struct d *d = keep(malloc(sizeof *d));
    b = resize(b, 3, sizeof *b);
    a->kind = 1, a->number = 2;
    b[2].size = 3, b[2].weight = 4;
    c->kind = 5, c->number = 6;
    d->size = 7, d->weight = 8;
    printf("%d %ld %d %g\n", a->kind, a->number, b[2].size, b[2].weight);
    printf("%d %ld %d %g %d\n", c->kind, c->number, d->size, d->weight, last == d);
    return 0;
}

// CHECK: type struct.a {{.*}} legal reorder-fields
// CHECK: type struct.b {{.*}} legal reorder-fields
// CHECK: type struct.c {{.*}} legal nothing
// CHECK: type struct.d {{.*}} legal nothing

// CHANGES dtrans-shuffle<seed=1>: struct.a shuffle 88; struct.b shuffle 74
// CHANGES dtrans-shuffle<seed=2>: struct.a shuffle 96; struct.b shuffle 88
