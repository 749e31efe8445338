// RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//

#include <stdlib.h>

struct bad {
    int a, b;
};
struct good {
    int a, b;
};

extern void outside(void *);

static void *wrapper(void) {
    struct good *g = malloc(sizeof *g);
    g->b = 1;
    return g;
}

int main(void) {
    struct bad *p = malloc(sizeof *p);
    p->b = 1;
    outside(p);
    struct good *g = wrapper();
    return g->b;
}

// BAD: type struct.bad{{.*}} legal nothing{{$}}
// BAD: AddressTaken {{.*}}cond-address-taken.c:25{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: AddressTaken
