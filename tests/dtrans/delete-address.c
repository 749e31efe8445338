// RUN: lathe opt --passes=dtrans-delete-fields %s -o - | FileCheck %s
// RUN: %compare %s
//
// A field that is only written stays if an address inside it is used in any other way, however it
// is computed; there is nothing that could stand for it.

// CHECK-DAG: %__DFD_struct.compared = type { i32, [100 x i8] }
// CHECK-DAG: %__DFD_struct.chosen = type { i32, [8 x i32] }
// CHECK-DAG: %__DFD_struct.written = type { i32 }

#include <stdio.h>
#include <stdlib.h>

struct compared {
    int unused;
    int kept;
    unsigned char toc[100];
};
struct chosen {
    int unused;
    int kept;
    int last[8];
};
struct written {
    int unused;
    int kept;
    int trace[8];
};

int main(int argc, char **argv) {
    struct compared *c = malloc(sizeof *c * (size_t)(argc + 1));
    struct chosen *h = malloc(sizeof *h * (size_t)(argc + 1));
    struct written *w = malloc(sizeof *w * (size_t)(argc + 1));
    int other = 0;
    c->unused = h->unused = w->unused = 1;
    c->kept = h->kept = w->kept = argc;
    if (c->toc != NULL)
        for (int i = 0; i < 100; i++)
            c->toc[i] = (unsigned char)argv[0][i % 2];
    int *place = argc > 1 ? &h->last[argc % 8] : &other;
    *place = 5;
    for (int i = 0; i < 8; i++)
        w->trace[i] = i * argc;
    w->trace[argc % 8] = 7;
    printf("%d %d %d %d\n", c->kept, h->kept, w->kept, other);
    return 0;
}

// CHANGES dtrans-base-test: struct.chosen base-test 40; struct.compared base-test 108; struct.written base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.chosen base-test 40; struct.compared base-test 108; struct.written base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.chosen shuffle 104; struct.compared shuffle 172; struct.written shuffle 134
// CHANGES dtrans-shuffle<seed=2>: struct.chosen shuffle 136; struct.compared shuffle 196; struct.written shuffle 108
// CHANGES dtrans-shuffle<seed=3>: struct.chosen shuffle 108; struct.compared shuffle 176; struct.written shuffle 112
// CHANGES dtrans-delete-fields: struct.chosen delete-fields 36; struct.compared delete-fields 104; struct.written delete-fields 4
// CHANGES dtrans-reorder-fields: struct.chosen reorder-fields 40; struct.written reorder-fields 40
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.chosen delete-fields+reorder-fields 36; struct.compared delete-fields 104; struct.written delete-fields 4
// CHANGES dtrans-aos-to-soa: struct.compared aos-to-soa; struct.written aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.chosen aos-to-soa; struct.compared aos-to-soa; struct.written aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.chosen aos-to-soa; struct.compared aos-to-soa; struct.written aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.chosen shuffle 109; struct.compared shuffle+aos-to-soa; struct.written shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.chosen aos-to-soa+shuffle; struct.compared aos-to-soa+shuffle; struct.written aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.chosen delete-fields+reorder-fields+aos-to-soa; struct.compared delete-fields+aos-to-soa; struct.written delete-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.chosen split; struct.compared split; struct.written split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.chosen shuffle+split+shuffle; struct.compared shuffle+split+shuffle; struct.written shuffle+shuffle 150
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.chosen delete-fields+reorder-fields+split; struct.compared delete-fields+split; struct.written delete-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.chosen shuffle 109; struct.compared shuffle 200; struct.written shuffle 108
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.chosen delete-fields+reorder-fields 36; struct.compared delete-fields 104; struct.written delete-fields 4
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.chosen shuffle 114; struct.compared shuffle 193; struct.written shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.chosen delete-fields+reorder-fields 36; struct.compared delete-fields 104; struct.written delete-fields 4
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
