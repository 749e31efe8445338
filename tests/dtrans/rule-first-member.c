// RUN: lathe opt --passes='dtrans-analysis<type=struct.circle>' %s | FileCheck %s --check-prefix=CIRCLE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.square>' %s | FileCheck %s --check-prefix=SQUARE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.plain>' %s | FileCheck %s --check-prefix=PLAIN
//
// Casts between a struct and its first member leave no instruction: the member stays first.

#include <stdlib.h>

struct base {
    int tag, x;
};
struct circle {
    struct base b;
    double r;
};
struct square {
    struct base b;
    long side;
};
struct plain {
    struct base b;
    long n;
};

static double area(struct base *b) {
    if (b->tag)
        return ((struct circle *)b)->r;
    return ((struct square *)b)->side;
}

int main(int argc, char **argv) {
    struct circle *c = calloc(1, sizeof *c);
    struct square *s = calloc(1, sizeof *s);
    struct plain *p = calloc(1, sizeof *p);
    c->r = s->side = p->n = p->b.x = argc;
    c->b.tag = 1;
    return area(&c->b) + area(&s->b) + p->n;
}

// CIRCLE: type struct.circle{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// CIRCLE: field 0 b {{.*}} pinned

// SQUARE: type struct.square{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// SQUARE: field 0 b {{.*}} pinned

// PLAIN: type struct.plain{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// PLAIN-NOT: pinned
