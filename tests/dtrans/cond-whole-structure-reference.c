// RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//
// Two ints travel as one i64; two longs travel as two values, each exactly one field.

#include <stdlib.h>

struct bad {
    int a, b;
};
struct good {
    long a, b;
};

static int sum(struct bad s) {
    return s.a + s.b;
}

static long add(struct good s) {
    return s.a + s.b;
}

int main(int argc, char **argv) {
    struct bad *p = calloc(1, sizeof *p);
    struct good *g = calloc(1, sizeof *g);
    p->b = argc;
    g->b = argc;
    return sum(*p) +
           add(*g);
}

// BAD: type struct.bad{{.*}} legal nothing{{$}}
// BAD: WholeStructureReference {{.*}}cond-whole-structure-reference.c:28{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: WholeStructureReference
