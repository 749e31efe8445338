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
