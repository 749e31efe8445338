// RUN: lathe opt --passes='dtrans-analysis<type=struct.marked>' %s | FileCheck %s
// RUN: lathe opt --passes='dtrans-analysis<type=struct.list>' %s | FileCheck %s --check-prefix=GOOD
// RUN: %compare %s
//
// A member without size names the one behind it; an array without an end does not.

// CHECK: legal nothing
// CHECK: UnhandledUse: a member without size shares its address with another
// GOOD: legal reorder-fields

#include <stdio.h>
#include <stdlib.h>

struct marked {
    long a;
    int start[0];
    int b;
    char c;
    long d;
};
struct empty {
    long a;
    struct {
    } mark;
    int b;
    long d;
};
struct list {
    char a;
    long count;
    int items[];
};

int main(int argc, char **argv) {
    struct marked *m = malloc(sizeof *m);
    m->a = argc, m->b = 2, m->c = 3, m->d = 4;
    int *first = m->start;
    *first = 11;
    struct empty *e = malloc(sizeof *e);
    e->a = argc, e->b = 2, e->d = 3;
    struct list *l = malloc(sizeof *l + 4 * sizeof(int));
    l->a = 1, l->count = 4, l->items[3] = 7;
    printf("%ld %d %d %ld\n", m->a, m->b, m->c, m->d);
    printf("%ld %d %ld %d\n", e->a, e->b, e->d, (void *)&e->mark == (void *)&e->b);
    printf("%d %ld %d\n", l->a, l->count, l->items[3]);
    return 0;
}

// CHANGES dtrans-base-test: struct.empty base-test 24; struct.list base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.empty base-test 24; struct.list base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.empty shuffle 114; struct.list shuffle 80
// CHANGES dtrans-shuffle<seed=2>: struct.empty shuffle 96; struct.list shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.empty shuffle 96; struct.list shuffle 88
// CHANGES dtrans-delete-fields: struct.empty delete-fields 16; struct.list delete-fields 4
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.empty delete-fields 16; struct.list delete-fields 4
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.empty aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.empty aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.empty shuffle+aos-to-soa; struct.list shuffle 80
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.empty aos-to-soa+shuffle; struct.list delete-fields+shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.empty delete-fields+aos-to-soa; struct.list delete-fields 4
// CHANGES dtrans-split<force>: struct.empty split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.empty shuffle+shuffle 127; struct.list shuffle+shuffle 120
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.empty delete-fields+split; struct.list delete-fields 4
// CHANGES dtrans-pool<force>: struct.empty pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.empty shuffle+pool 96; struct.list shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.empty delete-fields+pool 16; struct.list delete-fields 4
// CHANGES dtrans-pool<force;split>: struct.empty pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.empty shuffle+pool 24; struct.list shuffle 83
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.empty delete-fields+pool 16; struct.list delete-fields 4
// CHANGES hir-canonicalize,hir-identity: nothing
// CHANGES hir-canonicalize<join>,hir-identity<join>: nothing
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
