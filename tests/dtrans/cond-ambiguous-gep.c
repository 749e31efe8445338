// RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.other>' %s | FileCheck %s --check-prefix=OTHER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//

#include <stdlib.h>

struct bad {
    int a, b;
};
struct other {
    int a;
    float b;
};
struct good {
    int a, b;
};

int main(int argc, char **argv) {
    struct bad *p = malloc(sizeof *p);
    struct other *q = malloc(sizeof *q);
    struct good *g = malloc(sizeof *g);
    struct good *h = malloc(sizeof *h);
    p->b = argc;
    q->b = argc;
    g->b = h->b = argc;
    char *either = argc > 1 ? (char *)p : (char *)q;
    struct good *one = argc > 1 ? g : h;
    return *(int *)(either + 4) +
           *(int *)((char *)one + 4);
}

// BAD: type struct.bad{{.*}} legal nothing{{$}}
// BAD: AmbiguousGEP {{.*}}cond-ambiguous-gep.c:29{{(:[0-9]+)?}} @main

// OTHER: type struct.other{{.*}} legal nothing{{$}}
// OTHER: AmbiguousGEP {{.*}}cond-ambiguous-gep.c:29{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: AmbiguousGEP
