// RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
// RUN: %compare %s
// RUN: %compare --cflags=-O0 %s
//
// A front end initialises an array of structs through a type it makes up, in which some elements
// are the struct and others are spelled out with their padding.

// CHECK: type struct.row {{.*}}legal reorder-fields
// CHECK-NOT: UnhandledUse

#include <stdio.h>

struct row {
    char a;
    long b;
    short c;
};

__attribute__((noinline)) static long sum(struct row *p, int n) {
    long result = 0;
    for (int i = 0; i < n; i++)
        result = result * 3 + p[i].a + p[i].b + p[i].c;
    return result;
}

int main(int argc, char **argv) {
    struct row some[] = {[2] = {1, 2, 3}, [0] = {.b = 5}};
    struct row many[][3] = {{{1, 2, 3}}, {[1] = {.c = 4}}, {[2] = {5, 6, 7}}};
    printf("%ld %ld\n", sum(some, 3), sum(many[0], 3) + sum(many[1], 3) * 5 + sum(many[2], 3));
    return argc - 1;
}

// CHANGES dtrans-base-test: struct.row base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.row base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.row shuffle 96
// CHANGES dtrans-shuffle<seed=2>: struct.row shuffle 96
// CHANGES dtrans-shuffle<seed=3>: struct.row shuffle 104
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.row reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.row reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.row shuffle 82
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.row reorder-fields+shuffle 84
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.row reorder-fields 16
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.row shuffle+shuffle 107
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.row reorder-fields 16
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.row shuffle 82
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.row reorder-fields 16
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.row shuffle 79
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.row reorder-fields 16
// CHANGES hir-canonicalize,hir-identity: sum()
// CHANGES hir-canonicalize<join>,hir-identity<join>: sum()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
// CHANGES -O0 dtrans-base-test: struct.row base-test 24
// CHANGES -O0 dtrans-base-test<ptr-as-int>: struct.row base-test 24
// CHANGES -O0 dtrans-shuffle<seed=1>: struct.row shuffle 96
// CHANGES -O0 dtrans-shuffle<seed=2>: struct.row shuffle 96
// CHANGES -O0 dtrans-shuffle<seed=3>: struct.row shuffle 104
// CHANGES -O0 dtrans-delete-fields: nothing
// CHANGES -O0 dtrans-reorder-fields: struct.row reorder-fields 16
// CHANGES -O0 dtrans-delete-fields,dtrans-reorder-fields: struct.row reorder-fields 16
// CHANGES -O0 dtrans-aos-to-soa: nothing
// CHANGES -O0 dtrans-aos-to-soa<force>: nothing
// CHANGES -O0 dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES -O0 default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES -O0 dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.row shuffle 82
// CHANGES -O0 dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.row reorder-fields+shuffle 84
// CHANGES -O0 dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.row reorder-fields 16
// CHANGES -O0 dtrans-split<force>: nothing
// CHANGES -O0 dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.row shuffle+shuffle 107
// CHANGES -O0 dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.row reorder-fields 16
// CHANGES -O0 dtrans-pool<force>: nothing
// CHANGES -O0 dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.row shuffle 82
// CHANGES -O0 dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.row reorder-fields 16
// CHANGES -O0 dtrans-pool<force;split>: nothing
// CHANGES -O0 dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.row shuffle 79
// CHANGES -O0 dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.row reorder-fields 16
// CHANGES -O0 hir-canonicalize,hir-identity: sum()
// CHANGES -O0 hir-canonicalize<join>,hir-identity<join>: sum()
// CHANGES -O0 hir-canonicalize<join>,hir-fuse: nothing
// CHANGES -O0 hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES -O0 hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES -O0 hir-optimize: nothing
