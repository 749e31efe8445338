// RUN: %python %tests/run/compare.py %s --passes=ir-rename-structs --passes=ir-test-split-blocks \
// RUN:   --passes=ir-test-split-edges --passes=sroa,ir-test-rebuild-phis \
// RUN:   --passes=ir-test-clone-functions --passes=sroa,ir-test-split-edges,ir-rename-structs \
// RUN:   --passes=ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions
// RUN: %compare %s
/* Structs by value in every ABI class: registers, memory, floating point, vectors, returned. */
#include <stdio.h>

typedef struct { int a; } one;
typedef struct { int a, b, c; } three;
typedef struct { double x; int n; } mixed;
typedef struct { float x, y, z; } vec3;
typedef struct { long v[5]; } large;
typedef struct { mixed m; large l; one o[2]; } nested;
typedef struct { char s[3]; } odd;
typedef struct { long double e; } wide;

static one inc(one v) { v.a++; return v; }
static three rotate(three v) { return (three){v.b, v.c, v.a}; }
static mixed scale(mixed m, int by) { m.x *= by; m.n += by; return m; }
static vec3 cross(vec3 a, vec3 b) {
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static large twice(large l) {
    for (int i = 0; i < 5; i++)
        l.v[i] *= 2;
    return l;
}
static nested build(large l, one o, mixed m) {
    nested n = {.m = m, .l = twice(l), .o = {o, inc(o)}};
    return n;
}
static odd shift(odd o) { return (odd){{o.s[1], o.s[2], o.s[0]}}; }
static wide half(wide w) { w.e /= 2; return w; }
nested (*volatile indirect)(large, one, mixed) = build;

int main(void) {
    three t = rotate(rotate((three){1, 2, 3}));
    mixed m = scale((mixed){1.5, 2}, 3);
    vec3 v = cross((vec3){1, 2, 3}, (vec3){4, 5, 6});
    nested n = indirect((large){{1, 2, 3, 4, 5}}, (one){41}, m);
    odd o = shift((odd){{'x', 'y', 'z'}});
    printf("%d %d %d\n%g %d\n%g %g %g\n", t.a, t.b, t.c, m.x, m.n, v.x, v.y, v.z);
    printf("%ld %ld %d %d %g %.3s %Lg\n", n.l.v[0], n.l.v[4], n.o[0].a, n.o[1].a, n.m.x, o.s,
           half((wide){5}).e);
    return inc((one){4}).a;
}

// CHANGES ir-rename-structs: build(); cross(); half(); inc(); main(); rotate(); scale(); shift(); twice()
// CHANGES ir-test-split-blocks: build(); cross(); half(); inc(); main(); rotate(); scale(); shift(); twice()
// CHANGES ir-test-split-edges: twice()
// CHANGES sroa,ir-test-rebuild-phis: twice()
// CHANGES ir-test-clone-functions: build(); cross(); half(); inc(); main(); rotate(); scale(); shift()
// CHANGES sroa,ir-test-split-edges,ir-rename-structs: build(); half(); main(); twice()
// CHANGES ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions: build(); cross(); half(); inc(); main(); rotate(); scale(); shift(); twice()
// CHANGES dtrans-base-test: struct.large base-test 40; struct.mixed base-test 16; struct.nested base-test 64; struct.odd base-test 3; struct.one base-test 4; struct.three base-test 12; struct.vec3 base-test 12; struct.wide base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.large base-test 40; struct.mixed base-test 16; struct.nested base-test 64; struct.odd base-test 3; struct.one base-test 4; struct.three base-test 12; struct.vec3 base-test 12; struct.wide base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.odd shuffle 81; struct.three shuffle 106; struct.vec3 shuffle 76; struct.wide shuffle 80
// CHANGES dtrans-shuffle<seed=2>: struct.odd shuffle 67; struct.three shuffle 80; struct.vec3 shuffle 108; struct.wide shuffle 80
// CHANGES dtrans-shuffle<seed=3>: struct.odd shuffle 67; struct.three shuffle 84; struct.vec3 shuffle 80; struct.wide shuffle 80
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.odd shuffle 67; struct.three shuffle 80; struct.vec3 shuffle 81; struct.wide shuffle 80
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.odd shuffle 78; struct.three shuffle 96; struct.vec3 shuffle 106; struct.wide shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.odd shuffle+shuffle 70; struct.three shuffle+shuffle 80; struct.vec3 shuffle+split+shuffle; struct.wide shuffle+shuffle 99
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.odd shuffle 67; struct.three shuffle 80; struct.vec3 shuffle 81; struct.wide shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.odd shuffle 83; struct.three shuffle 76; struct.vec3 shuffle 86; struct.wide shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: twice()
// CHANGES hir-canonicalize<join>,hir-identity<join>: twice()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
