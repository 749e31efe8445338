// RUN: lathe opt --passes='dtrans-analysis<type=struct.pair>' %s | FileCheck %s --check-prefix=MOVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.deep>' %s | FileCheck %s --check-prefix=MOVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.same>' %s | FileCheck %s --check-prefix=MOVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.start>' %s | FileCheck %s --check-prefix=MOVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.rows>' %s | FileCheck %s --check-prefix=GOOD
// RUN: %compare %s
//
// Which of two members comes first, however deep what is compared lies in them; a pointer that runs
// along an array does not ask that.

// MOVED: legal nothing
// MOVED: BadPtrManipulation {{.*}}: the order of two members in memory is compared
// GOOD: legal reorder-fields

#include <stdio.h>
#include <stdlib.h>

struct part {
    int n;
    char text[12];
    long value;
};
struct pair {
    long a;
    struct part one;
    char b;
    struct part two;
};
struct inside {
    char text[12];
    int n;
};
struct deep {
    long a;
    struct inside one;
    char b;
    struct inside two;
};
struct leaf {
    int n;
    long value;
};
struct same {
    long a;
    struct leaf one;
    char b;
    struct leaf two;
};
struct start {
    char a;
    long b;
    char text[8];
};
struct cell {
    char a;
    long b;
};
struct rows {
    char a;
    struct cell cells[4];
    long b;
};

__attribute__((noinline)) static int is_before(struct leaf *a, struct leaf *b) {
    return a < b;
}

__attribute__((noinline)) static long sum(struct cell *from, struct cell *end) {
    long result = 0;
    for (; from < end; from++)
        result += from->b;
    return result;
}

int main(int argc, char **argv) {
    struct pair *p = calloc(2, sizeof *p);
    struct deep *d = calloc(2, sizeof *d);
    struct same *s = calloc(2, sizeof *s);
    struct start *t = calloc(2, sizeof *t);
    struct rows *r = calloc(2, sizeof *r);
    p->one.value = d->one.n = s->two.n = argc;
    p->b = d->b = s->b = t->a = r->a = 1;
    t->b = r->cells[2].b = r->b = 5;
    struct part *one = &p->one, *two = &p->two;
    printf("%d %d %d %d\n", one < two, d->one.text < d->two.text, is_before(&s->one, &s->two),
           (char *)t < t->text);
    printf("%ld %ld %ld %ld\n", sum(r->cells, r->cells + 4), p->one.value + d->one.n + s->two.n,
           p->b + d->b + s->b + t->a + r->a + t->b, r->b);
    return 0;
}

// CHANGES dtrans-base-test: struct.cell base-test 16; struct.rows base-test 80
// CHANGES dtrans-base-test<ptr-as-int>: struct.cell base-test 16; struct.rows base-test 80
// CHANGES dtrans-shuffle<seed=1>: struct.cell shuffle 80; struct.rows shuffle 432
// CHANGES dtrans-shuffle<seed=2>: struct.cell shuffle 96; struct.rows shuffle 464
// CHANGES dtrans-shuffle<seed=3>: struct.cell shuffle 80; struct.rows shuffle 408
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.rows reorder-fields 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.rows reorder-fields 80
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.rows aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.rows aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cell shuffle 88; struct.rows shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.rows aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.rows reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.rows split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cell shuffle 96; struct.rows shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.rows reorder-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cell shuffle 88; struct.rows shuffle 432
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.rows reorder-fields 80
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cell shuffle 80; struct.rows shuffle 400
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.rows reorder-fields 80
// CHANGES hir-canonicalize,hir-identity: sum()
// CHANGES hir-canonicalize<join>,hir-identity<join>: sum()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
