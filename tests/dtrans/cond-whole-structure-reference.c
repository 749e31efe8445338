// RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.number>' %s | FileCheck %s --check-prefix=NUMBER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//
// Two ints travel as one i64, which moving fields can follow and taking the struct apart cannot; two
// longs travel as two values, each exactly one field. What is computed with is no travel.

#include <stdlib.h>

struct bad {
    int a, b;
};
struct number {
    int a, b;
};
struct good {
    long a, b;
};

static int sum(struct bad s) {
    return s.a + s.b;
}

static long both(struct number *n) {
    return *(long *)n + 1;
}

static long add(struct good s) {
    return s.a + s.b;
}

int main(int argc, char **argv) {
    struct bad *p = calloc(1, sizeof *p);
    struct good *g = calloc(1, sizeof *g);
    p->b = argc;
    g->b = argc;
    struct number *n = calloc(1, sizeof *n);
    n->b = argc;
    return both(n) != 1 + sum(*p) +
           add(*g);
}

// BAD: type struct.bad{{.*}} legal reorder-fields delete-fields pool{{$}}
// BAD: WholeStructureReference {{.*}}cond-whole-structure-reference.c:[[#@LINE-5]]{{(:[0-9]+)?}} @main

// NUMBER: type struct.number{{.*}} legal nothing{{$}}
// NUMBER: WholeStructureReference {{.*}} @both: 8 bytes of the object are loaded as one value{{$}}

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: WholeStructureReference
