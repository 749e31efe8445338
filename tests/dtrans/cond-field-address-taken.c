// RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.leaves>' %s | FileCheck %s --check-prefix=LEAVES
// RUN: lathe opt --passes='dtrans-analysis<type=struct.global>' %s | FileCheck %s --check-prefix=GLOBAL
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//

#include <stdio.h>
#include <stdlib.h>

struct bad {
    int a, b;
};
struct leaves {
    int a, b;
};
struct global {
    int a, x;
};
struct good {
    int a, b;
};

extern void outside(int *);
static struct global object;
static int *address = &object.x;

static void set(int *p) {
    *p = 1;
}

int main(int argc, char **argv) {
    struct bad *p = malloc(sizeof *p);
    struct leaves *l = malloc(sizeof *l);
    struct good *g = malloc(sizeof *g);
    set(&p->b);
    outside(&l->b);
    g->b = *address;
    return p->b + g->b;
}

// BAD: type struct.bad{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// BAD: FieldAddressTaken {{.*}}cond-field-address-taken.c:35{{(:[0-9]+)?}} @main

// LEAVES: type struct.leaves{{.*}} legal nothing{{$}}
// LEAVES-DAG: FieldAddressTaken {{.*}}cond-field-address-taken.c:36{{(:[0-9]+)?}} @main
// LEAVES-DAG: AddressTaken {{.*}}cond-field-address-taken.c:36{{(:[0-9]+)?}} @main

// GLOBAL: type struct.global{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GLOBAL: FieldAddressTaken {{.*}}cond-field-address-taken.c:25{{(:[0-9]+)?}} @address

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: FieldAddressTaken
