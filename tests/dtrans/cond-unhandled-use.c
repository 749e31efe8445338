// RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//

#include <stdlib.h>

struct bad {
    int a, b;
};
struct opaque;
struct good {
    int a, b;
};

int main(int argc, char **argv) {
    struct bad *p = malloc(sizeof *p);
    struct good *g = malloc(sizeof *g);
    p->b = argc;
    g->b = argc;
    __asm__ volatile("" ::"r"(p) : "memory");
    __asm__ volatile("" ::"r"(g->b));
    return p->b + g->b;
}

// BAD: type struct.bad{{.*}} legal nothing{{$}}
// BAD: UnhandledUse {{.*}}cond-unhandled-use.c:20{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: UnhandledUse
