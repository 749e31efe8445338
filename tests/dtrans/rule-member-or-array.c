// RUN: lathe opt --passes='dtrans-analysis<type=struct.ring>' %s | FileCheck %s --check-prefix=RING
// RUN: lathe opt --passes='dtrans-analysis<type=struct.run>' %s | FileCheck %s --check-prefix=SERIES
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>' --passes=dtrans-reorder-fields \
// RUN:   --passes=dtrans-delete-fields
//
// Objects of one class lie in arrays of their own and in a member array: what is longer than the
// struct around the member is not in it. What ends inside the struct may be.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char a;
    long b;
};
struct ring {
    char head;
    struct item at[2];
    long lost;
};
struct thing {
    char a;
    long b;
};
struct run {
    char head;
    struct thing at[2];
    struct thing more[2];
};
int main(int argc, char **argv) {
    struct item *a = calloc(8, sizeof *a), *b = calloc(8, sizeof *b);
    struct ring *r = calloc(1, sizeof *r);
    a[0].b = a[6].b = r->lost = argc;
    memcpy(b, a, 8 * sizeof *a);
    r->at[1] = b[6];
    printf("%ld %ld %ld %d\n", b[6].b, r->at[1].b, r->lost, r->head);

    struct run *u = calloc(1, sizeof *u);
    struct thing *t = calloc(3, sizeof *t);
    t[2].b = argc;
    memcpy(u->at, t, 3 * sizeof *t);
    printf("%ld %d\n", u->more[0].b, u->head);
    return 0;
}

// RING: type struct.ring{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// SERIES: type struct.run{{.*}} legal nothing{{$}}
// SERIES: BadMemFuncSize {{.*}} @main: memcpy or memmove covers a number of bytes that is not exactly one field

// CHANGES dtrans-shuffle<seed=1>: struct.item shuffle 80; struct.ring shuffle 272
// CHANGES dtrans-shuffle<seed=2>: struct.item shuffle 96; struct.ring shuffle 272
// CHANGES dtrans-reorder-fields: struct.ring reorder-fields 48
// CHANGES dtrans-delete-fields: nothing
