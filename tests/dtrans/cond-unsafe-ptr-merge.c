// RUN: lathe opt --passes='dtrans-analysis<type=struct.one>' %s | FileCheck %s --check-prefix=ONE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.two>' %s | FileCheck %s --check-prefix=TWO
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//

#include <stdlib.h>

struct one {
    int a, b;
};
struct two {
    long c;
};
struct good {
    int a, b;
};

int main(int argc, char **argv) {
    struct one *p = malloc(sizeof *p);
    struct two *q = malloc(sizeof *q);
    struct good *g = malloc(sizeof *g);
    p->b = q->c = g->b = argc;
    void *m = argc > 1 ? (void *)p : q;
    struct good *n = argc > 1 ? g : NULL;
    return (m != 0) + (n ? n->b : 0);
}

// ONE: type struct.one{{.*}} legal nothing{{$}}
// ONE: UnsafePtrMerge {{.*}}cond-unsafe-ptr-merge.c:23{{(:[0-9]+)?}} @main

// TWO: type struct.two{{.*}} legal nothing{{$}}
// TWO: UnsafePtrMerge {{.*}}cond-unsafe-ptr-merge.c:23{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: UnsafePtrMerge
