// DEFINE: %{layout} = type=struct.p;order=0.+5.2.1
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>' \
// RUN:     --passes='dtrans-test-layout<type=struct.u;order=1.0>' \
// RUN:     --passes='dtrans-test-layout<type=struct.v;order=+4.2.0.1>' \
// RUN:     --passes='dtrans-test-layout<type=struct.o;order=0.+64.1>' \
// RUN:     --passes='dtrans-shuffle<seed=1>,dtrans-shuffle<seed=2>' --passes='dtrans-shuffle<seed=1>' \
// RUN:     --passes='dtrans-reorder-fields,dtrans-delete-fields'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=bytes>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// Registers keep the packing that struct had; memory does not. Global objects, objects inside others,
// functions called through pointers, padding in the middle, temporaries.
#include <stdio.h>
#include <stdlib.h>

struct p {
    char c;
    short s;
    int n;
};
struct u {
    int n;
    unsigned m;
};
struct v {
    float x, y, z;
};
struct o {
    void *where;
    struct p p;
};

static struct p known = {'k', 2, 3};
static struct o outer = {&known, {'o', 4, 5}};

__attribute__((noinline)) static int sum(struct p p) {
    return p.c * 100 + p.s * 10 + p.n;
}

__attribute__((noinline)) static struct p next(struct p p) {
    return (struct p){(char)(p.c + 1), (short)-p.s, p.n * 2};
}

__attribute__((noinline)) static struct u swapped(struct u u) {
    return (struct u){(int)u.m, (unsigned)u.n};
}

__attribute__((noinline)) static struct v turned(struct v v, float by) {
    return (struct v){v.y, v.z + by, v.x};
}

__attribute__((noinline)) static struct o wrapped(struct p p, void *where) {
    return (struct o){where, p};
}

static struct p (*const step)(struct p) = next;

int main(int argc, char **argv) {
    struct p *all = malloc(3 * sizeof *all);
    known.n += argc;
    all[0] = next(known);
    all[1] = step(all[0]);
    all[2] = next(outer.p);
    struct v v = turned(turned((struct v){1, 2, 4}, (float)argc), 8);
    struct u u = swapped((struct u){argc, 7});
    struct o o = wrapped(all[1], &known);
    outer.p = step(o.p);
    printf("%d %d %d %d %d\n", sum(known), sum(all[0]), sum(all[1]), sum(all[2]), sum(outer.p));
    printf("%g %g %g %d %d %d %u\n", v.x, v.y, v.z, o.where == outer.where, sum(o.p), u.n, u.m);
    free(all);
    return argv == NULL;
}

// CHECK: %__DTL_struct.p = type { i8, [5 x i8], i32, i16 }
// CHECK-LABEL: define dso_local i32 @main
// CHECK: [[KNOWN:%.*]] = freeze ptr @known
// CHECK-NEXT: load i8, ptr @known{{[.0-9]*}}, align 4
// CHECK: getelementptr inbounds i8, ptr [[KNOWN]], i64 12
// CHECK-NEXT: load i16, ptr %{{.*}}, align 4,{{( !dbg ![0-9]+)?$}}
// CHECK: shl i64 %{{.*}}, 16
// CHECK: getelementptr inbounds i8, ptr [[KNOWN]], i64 8
// CHECK-NEXT: load i32, ptr %{{.*}}, align 4
// CHECK: shl i64 %{{.*}}, 32
// CHECK: call i64 @next(i64 %
// CHECK-LABEL: define internal i64 @next(i64
// CHECK: store i8 %
// CHECK: lshr i64 %p.coerce, 16
// CHECK: store i16 %
// CHECK: lshr i64 %p.coerce, 32
// CHECK: store i32 %

// STALE: without=bytes> at -O2
