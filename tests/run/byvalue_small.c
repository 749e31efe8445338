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
