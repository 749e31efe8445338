// RUN: lathe opt --passes='dtrans-analysis<type=struct.node>' %s | FileCheck %s
// RUN: %compare %s
// RUN: %compare --cflags=-fcommon %s
//
// memcmp compares pointers, too: the object's address and that of its first field stay one. The
// object is a tentative definition, which shuffling fills like any other.

// CHECK: field 0 id {{.*}}pinned

#include <stdio.h>
#include <string.h>

struct node {
    int id;
    char kind;
    long value;
};
struct node one;

int main(int argc, char **argv) {
    struct node *objects[2] = {&one, &one};
    int *fields[2] = {&one.id, &one.id};
    one.id = argc;
    one.kind = 2;
    one.value += 3;
    printf("%d %d\n", memcmp(objects, fields, sizeof objects) != 0, objects[1] == objects[0]);
    printf("%d %d %ld\n", *fields[1], objects[1]->kind, objects[0]->value);
    return 0;
}

// CHANGES dtrans-base-test: struct.node base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.node base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.node shuffle 88
// CHANGES dtrans-shuffle<seed=2>: struct.node shuffle 96
// CHANGES dtrans-shuffle<seed=3>: struct.node shuffle 104
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.node aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.node aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.node aos-to-soa -
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.node shuffle 84
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.node aos-to-soa -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.node aos-to-soa -
// CHANGES dtrans-split<force>: struct.node split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.node shuffle+shuffle 109
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.node split -
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.node shuffle 84
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.node shuffle 81
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: nothing
// CHANGES hir-canonicalize<join>,hir-identity<join>: nothing
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
// CHANGES -fcommon dtrans-base-test: struct.node base-test 16
// CHANGES -fcommon dtrans-base-test<ptr-as-int>: struct.node base-test 16
// CHANGES -fcommon dtrans-shuffle<seed=1>: struct.node shuffle 88
// CHANGES -fcommon dtrans-shuffle<seed=2>: struct.node shuffle 96
// CHANGES -fcommon dtrans-shuffle<seed=3>: struct.node shuffle 104
// CHANGES -fcommon dtrans-delete-fields: nothing
// CHANGES -fcommon dtrans-reorder-fields: nothing
// CHANGES -fcommon dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES -fcommon dtrans-aos-to-soa: nothing
// CHANGES -fcommon dtrans-aos-to-soa<force>: struct.node aos-to-soa -
// CHANGES -fcommon dtrans-aos-to-soa<force;index=32>: struct.node aos-to-soa -
// CHANGES -fcommon default<O2>,dtrans-aos-to-soa<force>: struct.node aos-to-soa -
// CHANGES -fcommon dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.node shuffle 84
// CHANGES -fcommon dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.node aos-to-soa -
// CHANGES -fcommon dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.node aos-to-soa -
// CHANGES -fcommon dtrans-split<force>: struct.node split -
// CHANGES -fcommon dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.node shuffle+shuffle 109
// CHANGES -fcommon dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.node split -
// CHANGES -fcommon dtrans-pool<force>: nothing
// CHANGES -fcommon dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.node shuffle 84
// CHANGES -fcommon dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES -fcommon dtrans-pool<force;split>: nothing
// CHANGES -fcommon dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.node shuffle 81
// CHANGES -fcommon dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES -fcommon hir-canonicalize,hir-identity: nothing
// CHANGES -fcommon hir-canonicalize<join>,hir-identity<join>: nothing
// CHANGES -fcommon hir-canonicalize<join>,hir-fuse: nothing
// CHANGES -fcommon hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES -fcommon hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES -fcommon hir-optimize: nothing
