// RUN: lathe opt --passes='dtrans-analysis<type=struct.outer>' %s | FileCheck %s --check-prefix=OUTER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.part>' %s | FileCheck %s --check-prefix=PART
// RUN: lathe opt --passes='dtrans-analysis<type=struct.torn>' %s | FileCheck %s --check-prefix=TORN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.table>' %s | FileCheck %s --check-prefix=TABLE
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=4>' --passes=dtrans-reorder-fields \
// RUN:   --passes=dtrans-delete-fields
//
// Padding of a member is padding of what it is a member of, however deep; a range that holds data
// besides is not.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct inner {
    char kind;
    long value;
    short last;
};
struct outer {
    char a;
    struct inner rows[2][2];
    struct inner top;
    long b;
};
struct part {
    long value;
    char last;
};
struct across {
    char a;
    struct part part;
    int b __attribute__((aligned(16)));
};
struct data {
    char kind;
    long value;
};
struct torn {
    char a;
    struct data data;
};
struct cell {
    char kind;
    long value;
};
struct table {
    char a;
    struct cell cells[2];
    long b;
};

static void set(struct inner *i, int n) {
    *i = (struct inner){(char)n, n, (short)(n + 1)};
}
static long sum(const struct cell *c, int n) {
    long s = 0;
    for (int i = 0; i < n; i++)
        s += c[i].kind + c[i].value;
    return s;
}

int main(int argc, char **argv) {
    struct outer *o = calloc(1, sizeof *o);
    o->a = (char)argc;
    o->b = argc;
    set(&o->top, argc);
    for (int i = 0; i < 4; i++)
        set(&o->rows[i / 2][i % 2], argc + i);
    printf("%d %ld %d %ld %d\n", o->a, o->b, o->top.kind, o->rows[1][0].value, o->rows[1][1].last);

    struct across *x = aligned_alloc(16, sizeof *x);
    x->a = 1;
    x->part.value = x->part.last = 2;
    memset(&x->part.last + 1, 0, 7 + 8);
    x->b = argc;
    printf("%d %ld %d %d\n", x->a, x->part.value, x->part.last, x->b);

    struct torn *t = calloc(1, sizeof *t);
    t->a = t->data.value = argc;
    memset(&t->data.kind, 0, 8);
    printf("%d %d %ld\n", t->a, t->data.kind, t->data.value);

    struct table *c = calloc(1, sizeof *c);
    c->a = c->b = c->cells[1].value = argc;
    long s = sum(c->cells, 2) + sum((struct cell[]){{1, 2}, {3, 4}, {5, 6}, {7, 8}}, 4);
    printf("%d %ld %ld\n", c->a, c->b, s);
    return 0;
}

// OUTER: type struct.outer{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// The gap begins inside the member and ends behind it, so it is no padding of the member's.
// PART: type struct.part{{.*}} legal nothing{{$}}
// PART: BadMemFuncSize

// TORN: type struct.torn{{.*}} legal nothing{{$}}
// TORN: BadMemFuncSize {{.*}}: memset covers a number of bytes that is not exactly one field

// A variable is no member, though its elements share a class with some: its length is its own.
// TABLE: type struct.table{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// CHANGES dtrans-shuffle<seed=1>: struct.cell shuffle 80; struct.inner shuffle 96; struct.outer shuffle 576; struct.table shuffle 280
// CHANGES dtrans-shuffle<seed=4>: struct.cell shuffle 80; struct.inner shuffle 88; struct.outer shuffle 528; struct.table shuffle 248
// CHANGES dtrans-reorder-fields: struct.inner reorder-fields 16; struct.outer reorder-fields 96; struct.table reorder-fields 48
// CHANGES dtrans-delete-fields: nothing
