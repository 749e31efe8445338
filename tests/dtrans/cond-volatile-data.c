// RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//

#include <stdlib.h>

struct bad {
    int a;
    volatile int b;
};
struct good {
    int a, b;
};

int main(int argc, char **argv) {
    struct bad *p = malloc(sizeof *p);
    struct good *g = malloc(sizeof *g);
    volatile int outside = argc;
    p->a = argc;
    p->b = argc;
    g->b = outside;
    return p->a + g->b;
}

// BAD: type struct.bad{{.*}} legal nothing{{$}}
// BAD: VolatileData {{.*}}cond-volatile-data.c:20{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: VolatileData
