// DEFINE: %{layout} = type=struct.pair;order=0.2.1.+16
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
//
// Tags of accesses by path name fields by their old offsets, in the struct and in those that hold
// it. All of them stay as they are: then they are just names. Were only those of the struct
// rewritten, `outer.in.number` and `pair.number` would be told apart.
#include <stdio.h>
#include <stdlib.h>

struct pair {
    long id;
    int number;
    float ratio;
};
struct outer {
    long id;
    struct pair in;
};

__attribute__((noinline)) static int both(struct outer *o, struct pair *p, int n) {
    o->in.number = 10;
    p->number = n;
    return o->in.number;
}

int main(int argc, char **argv) {
    struct outer *o = malloc(sizeof *o);
    o->id = argc;
    o->in.id = 3;
    o->in.ratio = 0.5f;
    printf("%d %ld %ld %g\n", both(o, &o->in, 44 + argc), o->id, o->in.id, o->in.ratio);
    free(o);
    return argv == NULL;
}

// CHECK-DAG: %__DTL_struct.pair = type { i64, float, i32, [16 x i8] }
// CHECK-DAG: %__DTLDT_struct.outer = type { i64, %__DTL_struct.pair }
// CHECK-LABEL: @both(
// CHECK: store i32 10, ptr %{{.*}}, !tbaa ![[OUTER_NUMBER:[0-9]+]]
// CHECK: store i32 %{{.*}}, !tbaa ![[NUMBER:[0-9]+]]
// CHECK-DAG: ![[OUTER_NUMBER]] = !{![[OUTER:[0-9]+]], ![[INT:[0-9]+]], i64 16}
// CHECK-DAG: ![[OUTER]] = !{!"outer", !{{[0-9]+}}, i64 0, ![[PAIR:[0-9]+]], i64 8}
// CHECK-DAG: ![[PAIR]] = !{!"pair", !{{[0-9]+}}, i64 0, ![[INT]], i64 8, !{{[0-9]+}}, i64 12}
// CHECK-DAG: ![[NUMBER]] = !{![[PAIR]], ![[INT]], i64 8}
