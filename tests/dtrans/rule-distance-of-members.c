// RUN: lathe opt --passes='dtrans-analysis<type=struct.order>' %s | FileCheck %s --check-prefix=ORDER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.start>' %s | FileCheck %s --check-prefix=START
// RUN: lathe opt --passes='dtrans-analysis<type=struct.cell>' %s | FileCheck %s --check-prefix=CELL
// RUN: %compare %s
//
// A distance that is only compared with zero asks what a comparison of the two pointers asks.

// ORDER: type struct.order{{.*}} legal nothing
// ORDER: BadPtrManipulation {{.*}}: the order of two fields in memory is compared
// START: type struct.start{{.*}} legal reorder-fields
// START: field 0 a offset 0 size 4 {{.*}}pinned
// CELL: type struct.cell{{.*}} legal reorder-fields
// CELL-NOT: pinned

#include <stdio.h>
#include <stdlib.h>

struct order {
    char a;
    long b;
    int c;
};
struct start {
    int a;
    long b;
    char c;
};
struct cell {
    char a;
    long b;
    int c;
};

__attribute__((noinline)) static int is_start(const void *object, const int *field) {
    return (const char *)field - (const char *)object == 0;
}

int main(int argc, char **argv) {
    struct order *o = calloc(2, sizeof *o);
    struct start *s = calloc(2, sizeof *s);
    struct cell *cells = calloc((size_t)argc + 3, sizeof *cells), *end = cells + argc + 3;
    o->a = o->b = o->c = 1;
    s->a = s->b = s->c = 2;
    for (struct cell *c = cells; end - c > 0; c++)
        c->a = c->b = c->c = 3;
    printf("%d %d\n", (char *)&o->c - (char *)&o->a > 0, is_start(s, &s->a));
    printf("%ld %ld %ld\n", o->a + o->b + o->c, s->a + s->b + s->c, cells[1].a + cells[1].b);
    printf("%d\n", cells[2].c);
    return 0;
}

// CHANGES dtrans-base-test: struct.cell base-test 24; struct.start base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.cell base-test 24; struct.start base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.cell shuffle 107; struct.start shuffle 80
// CHANGES dtrans-shuffle<seed=2>: struct.cell shuffle 80; struct.start shuffle 96
// CHANGES dtrans-shuffle<seed=3>: struct.cell shuffle 96; struct.start shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.cell reorder-fields 16; struct.start reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.cell reorder-fields 16; struct.start reorder-fields 16
// CHANGES dtrans-aos-to-soa: struct.cell aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.cell aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.cell aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.cell aos-to-soa
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cell shuffle+aos-to-soa; struct.start shuffle 88
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.cell aos-to-soa+shuffle; struct.start reorder-fields+shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cell reorder-fields+aos-to-soa; struct.start reorder-fields 16
// CHANGES dtrans-split<force>: struct.cell split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cell shuffle+shuffle 120; struct.start shuffle+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cell reorder-fields+split; struct.start reorder-fields 16
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cell shuffle 80; struct.start shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.cell reorder-fields 16; struct.start reorder-fields 16
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cell shuffle 80; struct.start shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.cell reorder-fields 16; struct.start reorder-fields 16
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
