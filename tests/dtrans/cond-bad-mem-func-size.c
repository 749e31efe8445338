// RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//
// The compound literal makes the front end clear padding.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct bad {
    long key;
    int id, n;
    long last;
};
struct good {
    int a;
    char b;
    long c;
};

int main(int argc, char **argv) {
    struct bad *p = malloc(argc * sizeof *p);
    struct good *g = malloc(argc * sizeof *g);
    memset(&p->id, 0, sizeof *p - offsetof(struct bad, id));
    memset(g, 0, argc * sizeof *g);
    *g = (struct good){argc, 1, 2};
    return p->id + g->b;
}

// BAD: type struct.bad{{.*}} legal nothing{{$}}
// BAD: BadMemFuncSize {{.*}}cond-bad-mem-func-size.c:24{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: BadMemFuncSize
// GOOD-NOT: BadPtrManipulation
