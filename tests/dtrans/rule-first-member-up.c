// RUN: lathe opt --passes='dtrans-analysis<type=struct.one>' %s | FileCheck %s --check-prefix=ONE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.two>' %s | FileCheck %s --check-prefix=TWO
//
// Two structs that begin alike meet in one pointer: they are two, though each fits the base.

#include <stdlib.h>

struct base {
    int tag, x;
};
struct one {
    struct base b;
    double r;
};
struct two {
    struct base b;
    long n;
};

static int tag(void *any) {
    return ((struct base *)any)->tag;
}

int main(int argc, char **argv) {
    struct one *p = calloc(1, sizeof *p);
    struct two *q = calloc(1, sizeof *q);
    p->r = q->n = argc;
    return tag(p) + tag(q) + q->n;
}

// ONE: type struct.one{{.*}} legal nothing{{$}}
// ONE: BadCasting {{.*}} @main: a pointer to it is also used

// TWO: type struct.two{{.*}} legal nothing{{$}}
// TWO: BadCasting
