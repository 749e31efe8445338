// RUN: lathe opt --passes='dtrans-analysis<type=struct.lone>' %s | FileCheck %s --check-prefix=LONE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.row>' %s | FileCheck %s --check-prefix=ROW
//
// One element further is the next only in an array.

#include <stdlib.h>

struct item {
    int a, b;
};
struct lone {
    struct item first, second;
    long n;
};
struct row {
    struct item items[2];
    long n;
};

int main(int argc, char **argv) {
    struct lone *l = calloc(1, sizeof *l);
    struct row *r = calloc(1, sizeof *r);
    struct item *p = &l->first, *q = r->items;
    l->second.b = l->n = r->n = argc;
    p = p + 1;
    q = q + 1;
    return p->b + q->b + l->n + r->n;
}

// LONE: type struct.lone{{.*}} legal nothing{{$}}
// LONE: BadPtrManipulation {{.*}}rule-siblings.c:25{{(:[0-9]+)?}} @main: a pointer to a field that is not an array is moved

// ROW: type struct.row{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// ROW-NOT: BadPtrManipulation
