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
