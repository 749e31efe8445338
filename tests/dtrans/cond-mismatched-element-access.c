// RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//

#include <stdlib.h>

struct bad {
    long a, b;
};
struct good {
    long a;
    double b;
};

int main(int argc, char **argv) {
    struct bad *p = malloc(sizeof *p);
    struct good *g = malloc(sizeof *g);
    p->b = argc;
    g->b = argc;
    int half = *(int *)&p->b;
    long bits = *(long *)&g->b;
    return half + bits;
}

// BAD: type struct.bad{{.*}} legal nothing{{$}}
// BAD: MismatchedElementAccess {{.*}}cond-mismatched-element-access.c:20{{(:[0-9]+)?}} @main: 4 bytes are read where a field of 8 bytes is

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: MismatchedElementAccess
