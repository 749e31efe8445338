// RUN: %compare %s
/* Globals with initializers: nested, in arrays, pointing into each other, at fields, past ends. */
#include <stdio.h>

struct unit {
    char code;
    double factor;
    short power;
};
struct family {
    const char *name;
    struct unit units[3];
    unsigned char count;
    struct unit *base;
};
struct view {
    const struct unit *from, *to;
    char mark;
};

static struct unit second = {'s', 1, 1};
static struct family families[] = {
    {"length", {{'m', 1, 1}, {'k', 1000, 1}, {'f', 0.3048, 1}}, 3, &families[0].units[0]},
    {"time", {[1] = {.code = 'h', .factor = 3600}, [0] = {'i', 60, 1}}, 2, &second},
    {.name = "area", .units = {{.power = 2}}, .count = 1, .base = families[2].units},
};
static struct family *const last = &families[2];
static struct family *const end = families + 3;
static const struct view views[] = {
    {families[0].units, families[0].units + 3, '3'},
    {&families[0].units[1], &families[0].units[3], '2'},
    {&families[1].units[0], &families[1].units[2], 't'},
};
static double *factor = &families[1].units[1].factor;
static short *powers[] = {&families[2].units[0].power, &second.power, &families[0].units[2].power};
static const char *const *name = &families[1].name;
static struct {
    char c;
    struct family f;
    int after;
} wrapped = {'w', {"inner", {{'x', -1, -1}}, 1, &wrapped.f.units[0]}, 77};
static struct unit zeros[4], partly[4] = {{'p', 2, 3}, {'q'}};

static double sum(const struct unit *u, const struct unit *to) {
    double s = 0;
    for (; u != to; u++)
        s += u->factor * (u->power + 1) + (u->code ? u->code : 1);
    return s;
}

int main(void) {
    for (struct family *f = families; f != end; f++)
        printf("%s %d %g %c\n", f->name, f->count, sum(f->units, f->units + f->count),
               f->base->code ? f->base->code : '0');
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        printf("%c %g %td\n", views[i].mark, sum(views[i].from, views[i].to),
               views[i].to - views[i].from);
    *factor *= 2;
    for (int i = 0; i < 3; i++)
        *powers[i] = (short)(*powers[i] + i + 1);
    printf("%s %g %d %d %d\n", *name, families[1].units[1].factor, families[2].units[0].power,
           second.power, families[0].units[2].power);
    printf("%c %s %g %d %d\n", wrapped.c, wrapped.f.name, wrapped.f.base->factor,
           wrapped.f.units[0].power, wrapped.after);
    zeros[2] = partly[0];
    partly[3] = zeros[1];
    families[1].units[2] = *last->base;
    printf("%g %g %d\n", sum(zeros, zeros + 4), sum(partly, partly + 4), last->units[0].power);
    return (int)(end - families) + *powers[2];
}

// CHANGES dtrans-base-test: struct.anon base-test 112; struct.view base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.anon base-test 112; struct.view base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.anon shuffle 168; struct.view shuffle 111
// CHANGES dtrans-shuffle<seed=2>: struct.anon shuffle 184; struct.view shuffle 88
// CHANGES dtrans-shuffle<seed=3>: struct.anon shuffle 176; struct.view shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.anon reorder-fields 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.anon reorder-fields 104
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.view aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.view aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.view aos-to-soa -
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.anon shuffle 176; struct.view shuffle+aos-to-soa -
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.anon reorder-fields+shuffle 176; struct.view aos-to-soa -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.anon reorder-fields 104; struct.view aos-to-soa -
// CHANGES dtrans-split<force>: struct.view split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.anon shuffle+shuffle 272; struct.view shuffle+shuffle 124
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.anon reorder-fields 104; struct.view split -
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.anon shuffle 176; struct.view shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.anon reorder-fields 104
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.anon shuffle 176; struct.view shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.anon reorder-fields 104
// CHANGES hir-canonicalize,hir-identity: main(); sum()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); sum()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
