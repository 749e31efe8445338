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

int main(int argc, char **argv) {
    struct bad *p = calloc(2, sizeof *p);
    struct good *g = calloc(2, sizeof *g);
    char *bytes = (char *)p;
    p->b = bytes[argc];
    g->b = g[argc].a;
    return p->b + g->b;
}

// BAD: type struct.bad{{.*}} legal nothing{{$}}
// BAD: BadPtrManipulation {{.*}}cond-bad-ptr-manipulation.c:18{{(:[0-9]+)?}} @main: 

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: BadPtrManipulation
