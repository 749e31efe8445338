// RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>' --passes='dtrans-shuffle<seed=3>'
//
// A lone member whose address meets that of an array's elements in one function: what moves there
// is a pointer into the array, since C lets none move from a lone member to its neighbour.

#include <stdio.h>
#include <stdlib.h>

struct cell {
    char kind;
    double value;
};
struct single {
    char name;
    struct cell only;
    long after;
};
struct row {
    long count;
    struct cell many[4];
};

static double sum(const struct cell *c, int n) {
    double total = 0;
    for (int i = 0; i < n; i++)
        total += c[i].value * c[i].kind;
    return total;
}

// Near miss: nothing that meets the member is an array, so the step can only lead to its neighbour.
struct pair {
    char name;
    int first, second;
};

static int both(const int *p, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += p[i];
    return total;
}

int main(int argc, char **argv) {
    struct single *s = malloc(sizeof *s);
    struct row *r = malloc(sizeof *r);
    struct pair *p = malloc(sizeof *p);
    s->only.kind = 2;
    s->only.value = argc;
    s->after = 7;
    r->count = 4;
    for (int i = 0; i < 4; i++)
        r->many[i].kind = (char)i, r->many[i].value = i + 1;
    p->first = argc;
    p->second = 3;
    printf("%g %g %ld %d\n", sum(&s->only, 1), sum(r->many, (int)r->count), s->after,
           both(&p->first, 2));
    return 0;
}

// CHECK-DAG: type struct.cell {{.*}} legal reorder-fields delete-fields
// CHECK-DAG: type struct.single {{.*}} legal reorder-fields delete-fields
// CHECK-DAG: type struct.row {{.*}} legal reorder-fields delete-fields
// CHECK: type struct.pair {{.*}} legal nothing
// CHECK: BadPtrManipulation {{.*}}yield-lone-member.c

// CHANGES dtrans-shuffle<seed=1>: struct.cell shuffle 80; struct.row shuffle 392; struct.single shuffle 192
// CHANGES dtrans-shuffle<seed=2>: struct.cell shuffle 96; struct.row shuffle 480; struct.single shuffle 176
// CHANGES dtrans-shuffle<seed=3>: struct.cell shuffle 80; struct.row shuffle 400; struct.single shuffle 168
