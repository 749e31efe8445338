// A struct that is said to begin in a member of another and to end behind it: what lies where is not
// followed there (see tests/unit/ptr_graph_test.c), so neither type changes.
// RUN: lathe opt --passes='dtrans-shuffle<seed=1>' --remarks=%t.yaml %s -o %t.ll
// RUN: %python %S/Inputs/reasons.py %t.yaml | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>' --passes='dtrans-shuffle<seed=3>'
#include <stdio.h>
#include <stdlib.h>

struct pair {
    long a, b;
};
struct holds {
    long x;
    struct pair p;
    long third;
};
// CHECK-DAG: BadCasting struct.pair {{.*}}: an object of it lies in other bytes of 'struct.pair'
// CHECK-DAG: UnhandledUse struct.holds {{.*}}: dtrans-shuffle: an address computed in bytes fits no field
static void forwards(int n) {
    struct holds *h = calloc((size_t)n, sizeof *h);
    struct pair *p = (struct pair *)&h->p.b;
    h->third = 3;
    p->a = 5;
    p->b = 7;
    printf("%ld %ld %ld %ld\n", h->x, h->p.a, h->p.b, h->third);
    free(h);
}

struct two {
    long a, b;
};
struct back {
    long x;
    struct two p;
    long third;
};
// CHECK-DAG: BadCasting struct.two {{.*}}: an object of it lies in other bytes of 'struct.back'
// CHECK-DAG: UnhandledUse struct.back {{.*}}: dtrans-shuffle: an address computed in bytes fits no field
static void backwards(int n) {
    char *bytes = calloc((size_t)n, sizeof(struct back));
    struct two *p = (struct two *)(bytes + 16);
    p->b = 7;
    struct back *h = (struct back *)((char *)p - 16);
    h->p.a = 2;
    p->a = 5;
    printf("%ld %ld %ld %ld\n", h->x, h->p.a, h->p.b, h->third);
    free(bytes);
}

// The near miss: the same distance back, from a member that is such a struct.
struct inside {
    long a, b;
};
struct near {
    long x, y;
    struct inside p;
};
// CHECK-DAG: Resized struct.inside
// CHECK-DAG: Resized struct.near
static void within(int n) {
    struct near *h = calloc((size_t)n, sizeof *h);
    struct inside *p = &h->p;
    p->b = 7;
    struct near *again = (struct near *)((char *)p - 16);
    again->y = 2;
    p->a = 5;
    printf("%ld %ld %ld %ld\n", h->x, h->y, h->p.a, h->p.b);
    free(h);
}

int main(int argc, char **argv) {
    (void)argv;
    forwards(argc);
    backwards(argc);
    within(argc);
    return 0;
}
