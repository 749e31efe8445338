// RUN: %compare %s
/* Small structs by value in many shapes, kept in heap arrays: what the ABI cuts into registers. */
// private: struct ii, struct cd, struct ff, struct fd, struct sp, struct c3, struct ccs, struct lb, struct fi, struct n2, struct af
#include <stdio.h>
#include <stdlib.h>

struct ii { int a, b; };
struct cd { char c; double d; };
struct ff { float x, y; };
struct fd { float x; double y; };
struct sp { short s; const char *p; };
struct c3 { char c[3]; };
struct ccs { char a, b; short s; };
struct lb { long l; _Bool b; };
struct fi { float x, y; int n; };
struct n2 { struct ii i; struct ff f; };
struct af { float v[3]; };

static struct ii ii_next(struct ii v) { return (struct ii){v.b, v.a + v.b}; }
static struct cd cd_next(struct cd v, int by) { v.c = (char)(v.c + by); v.d /= by; return v; }
static struct ff ff_next(struct ff a, struct ff b) { return (struct ff){a.x + b.y, a.y * b.x}; }
static struct fd fd_next(struct fd v) { return (struct fd){(float)v.y, v.x * 2.0}; }
static struct sp sp_next(struct sp v) { v.s++; v.p += v.s % 2; return v; }
static struct c3 c3_next(struct c3 v) { return (struct c3){{v.c[2], v.c[0], v.c[1]}}; }
static struct ccs ccs_next(struct ccs v) { return (struct ccs){v.b, v.a, (short)-v.s}; }
static struct lb lb_next(struct lb v) { v.b = !v.b; v.l = v.b ? v.l * 3 : v.l + 1; return v; }
static struct fi fi_next(struct fi v, struct ii w) { v.n += w.a - w.b; v.x += v.y; return v; }
static struct n2 n2_next(struct n2 v) { v.i = ii_next(v.i); v.f = ff_next(v.f, v.f); return v; }
static struct af af_next(struct af v) { v.v[0] += v.v[2]; v.v[2] -= 1; return v; }

struct all {
    struct ii *ii;
    struct cd *cd;
    struct ff *ff;
    struct fd *fd;
    struct sp *sp;
    struct c3 *c3;
    struct ccs *ccs;
    struct lb *lb;
    struct fi *fi;
    struct n2 *n2;
    struct af *af;
};

static void show(const struct all *a, int i) {
    printf("%d %d|%d %g|%g %g|%g %g|%d %s|%.3s|%c%c%d|%ld %d|%g %g %d|%d %g|%g %g\n", a->ii[i].a,
           a->ii[i].b, a->cd[i].c, a->cd[i].d, a->ff[i].x, a->ff[i].y, a->fd[i].x, a->fd[i].y,
           a->sp[i].s, a->sp[i].p, a->c3[i].c, a->ccs[i].a, a->ccs[i].b, a->ccs[i].s, a->lb[i].l,
           a->lb[i].b, a->fi[i].x, a->fi[i].y, a->fi[i].n, a->n2[i].i.b, a->n2[i].f.y,
           a->af[i].v[0], a->af[i].v[2]);
}

int main(void) {
    enum { N = 6 };
    struct all a;
    a.ii = malloc(N * sizeof *a.ii), a.cd = malloc(N * sizeof *a.cd);
    a.ff = malloc(N * sizeof *a.ff), a.fd = malloc(N * sizeof *a.fd);
    a.sp = malloc(N * sizeof *a.sp), a.c3 = malloc(N * sizeof *a.c3);
    a.ccs = malloc(N * sizeof *a.ccs), a.lb = malloc(N * sizeof *a.lb);
    a.fi = malloc(N * sizeof *a.fi), a.n2 = malloc(N * sizeof *a.n2);
    a.af = malloc(N * sizeof *a.af);
    a.ii[0] = (struct ii){1, 1};
    a.cd[0] = (struct cd){'A', 100};
    a.ff[0] = (struct ff){1.5f, -0.5f};
    a.fd[0] = (struct fd){0.25f, 3};
    a.sp[0] = (struct sp){0, "pointer"};
    a.c3[0] = (struct c3){{'a', 'b', 'c'}};
    a.ccs[0] = (struct ccs){'l', 'r', 7};
    a.lb[0] = (struct lb){5, 1};
    a.fi[0] = (struct fi){1, 2, 3};
    a.n2[0] = (struct n2){{2, 3}, {1, 2}};
    a.af[0] = (struct af){{1, 2, 3}};
    for (int i = 0; i < N; i++) {
        show(&a, i);
        if (i == N - 1)
            break;
        a.ii[i + 1] = ii_next(a.ii[i]);
        a.cd[i + 1] = cd_next(a.cd[i], 2);
        a.ff[i + 1] = ff_next(a.ff[i], a.ff[0]);
        a.fd[i + 1] = fd_next(a.fd[i]);
        a.sp[i + 1] = sp_next(a.sp[i]);
        a.c3[i + 1] = c3_next(a.c3[i]);
        a.ccs[i + 1] = ccs_next(a.ccs[i]);
        a.lb[i + 1] = lb_next(a.lb[i]);
        a.fi[i + 1] = fi_next(a.fi[i], a.ii[i]);
        a.n2[i + 1] = n2_next(n2_next(a.n2[i]));
        a.af[i + 1] = af_next(a.af[i]);
    }
    int code = a.ii[N - 1].b + a.lb[N - 1].b;
    free(a.ii), free(a.cd), free(a.ff), free(a.fd), free(a.sp), free(a.c3);
    free(a.ccs), free(a.lb), free(a.fi), free(a.n2), free(a.af);
    return code;
}

// CHANGES dtrans-base-test: struct.af base-test 12; struct.all base-test 88; struct.c3 base-test 3; struct.ccs base-test 4; struct.cd base-test 16; struct.fd base-test 16; struct.fi base-test 12; struct.lb base-test 16; struct.n2 base-test 16; struct.sp base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.af base-test 12; struct.all base-test 88; struct.c3 base-test 3; struct.ccs base-test 4; struct.cd base-test 16; struct.fd base-test 16; struct.fi base-test 12; struct.lb base-test 16; struct.n2 base-test 16; struct.sp base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.af shuffle 88; struct.all shuffle 208; struct.c3 shuffle 67; struct.ccs shuffle 84; struct.cd shuffle 80; struct.fd shuffle 96; struct.fi shuffle 92; struct.lb shuffle 80; struct.n2 shuffle 100; struct.sp shuffle 88
// CHANGES dtrans-shuffle<seed=2>: struct.af shuffle 97; struct.all shuffle 232; struct.c3 shuffle 81; struct.ccs shuffle 68; struct.cd shuffle 75; struct.fd shuffle 88; struct.fi shuffle 85; struct.lb shuffle 96; struct.n2 shuffle 80; struct.sp shuffle 80
// CHANGES dtrans-shuffle<seed=3>: struct.af shuffle 93; struct.all shuffle 208; struct.c3 shuffle 67; struct.ccs shuffle 92; struct.cd shuffle 96; struct.fd shuffle 80; struct.fi shuffle 84; struct.lb shuffle 80; struct.n2 shuffle 104; struct.sp shuffle 74
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.all aos-to-soa; struct.c3 aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.all aos-to-soa; struct.c3 aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.af shuffle 99; struct.all shuffle+aos-to-soa; struct.c3 shuffle+aos-to-soa; struct.ccs shuffle 68; struct.cd shuffle 80; struct.fd shuffle 95; struct.fi shuffle 122; struct.lb shuffle 80; struct.n2 shuffle 96; struct.sp shuffle 74
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.af shuffle 95; struct.all aos-to-soa+shuffle; struct.c3 aos-to-soa+shuffle; struct.ccs shuffle 75; struct.cd shuffle 80; struct.fd shuffle 76; struct.fi shuffle 92; struct.lb shuffle 80; struct.n2 shuffle 92; struct.sp shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.all aos-to-soa; struct.c3 aos-to-soa
// CHANGES dtrans-split<force>: struct.all split; struct.c3 split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.af shuffle+shuffle 76; struct.all shuffle+split+shuffle; struct.c3 shuffle+split+shuffle; struct.ccs shuffle+split+shuffle; struct.cd shuffle+shuffle 75; struct.fd shuffle+shuffle 96; struct.ff shuffle 72; struct.fi shuffle+shuffle 76; struct.ii shuffle 72; struct.lb shuffle+shuffle 88; struct.n2 shuffle+shuffle 232; struct.sp shuffle+shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.all split; struct.c3 split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.af shuffle 99; struct.all shuffle 218; struct.c3 shuffle 67; struct.ccs shuffle 68; struct.cd shuffle 80; struct.fd shuffle 95; struct.fi shuffle 122; struct.lb shuffle 80; struct.n2 shuffle 96; struct.sp shuffle 74
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.af shuffle 76; struct.all shuffle 194; struct.c3 shuffle 67; struct.ccs shuffle 68; struct.cd shuffle 96; struct.fd shuffle 76; struct.fi shuffle 80; struct.lb shuffle 80; struct.n2 shuffle 92; struct.sp shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
