// RUN: lathe opt --passes=dtrans-reorder-fields %s -o - 2>/dev/null | FileCheck %s
// RUN: %compare %s
//
// A value passed by value covers padding that is gone, or holds another field now: only the fields
// are loaded and stored.

// CHECK-DAG: %__DRF_struct.small = type { i8 }
// CHECK-DAG: %__DRF_struct.filled = type { i32, i8, i8 }
// CHECK-NOT: store i32 %s.coerce
// CHECK: define {{.*}}@twice
// CHECK: store i8 %{{.*}}, ptr %s, align 1
// CHECK: ret i32

#include <stdio.h>
#include <stdlib.h>

struct small {
    signed f : 6;
};
struct filled {
    char a;
    int b;
    char c;
};

static int twice(struct small s) {
    struct small *kept = &s;
    kept->f *= 2;
    return kept->f;
}

static struct filled turned(struct filled x) {
    struct filled y = {.a = x.c, .b = -x.b, .c = x.a};
    return y;
}

int main(int argc, char **argv) {
    struct small *many = malloc(sizeof *many * (size_t)(argc + 8));
    struct filled *f = malloc(sizeof *f * (size_t)(argc + 8));
    for (int i = 0; i < argc + 8; i++) {
        many[i].f = i;
        f[i].a = (char)i;
        f[i].b = i * 1000;
        f[i].c = (char)(i + 100);
    }
    for (int i = 0; i < argc + 8; i++) {
        many[i].f = twice(many[i]);
        f[i] = turned(f[i]);
        printf("%d %d %d %d\n", many[i].f, f[i].a, f[i].b, f[i].c);
    }
    return 0;
}

// CHANGES dtrans-base-test: struct.filled base-test 12; struct.small base-test 4
// CHANGES dtrans-base-test<ptr-as-int>: struct.filled base-test 12; struct.small base-test 4
// CHANGES dtrans-shuffle<seed=1>: struct.filled shuffle 100; struct.small shuffle 87
// CHANGES dtrans-shuffle<seed=2>: struct.filled shuffle 76; struct.small shuffle 65
// CHANGES dtrans-shuffle<seed=3>: struct.filled shuffle 80; struct.small shuffle 65
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.filled reorder-fields 8; struct.small reorder-fields 1
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.filled reorder-fields 8; struct.small reorder-fields 1
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.filled shuffle 72; struct.small shuffle 67
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.filled reorder-fields+shuffle 79; struct.small reorder-fields+shuffle 65
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.filled reorder-fields 8; struct.small reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.filled shuffle+shuffle 91; struct.small shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.filled reorder-fields 8; struct.small reorder-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.filled shuffle 72; struct.small shuffle 67
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.filled reorder-fields 8; struct.small reorder-fields 1
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.filled shuffle 72; struct.small shuffle 69
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.filled reorder-fields 8; struct.small reorder-fields 1
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
