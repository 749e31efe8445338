// RUN: %compare %s
/* Tables of function pointers: objects with operations, each kind its own struct behind a base. */
// private: struct shape, struct square, struct circle, struct group
#include <stdio.h>
#include <stdlib.h>

struct shape;
struct shape_ops {
    const char *name;
    double (*area)(const struct shape *s);
    void (*scale)(struct shape *s, double by);
    void (*drop)(struct shape *s);
    unsigned char corners;
};
struct shape {
    const struct shape_ops *ops;
    int id;
};
struct square {
    struct shape base;
    char filled;
    double side;
};
struct circle {
    struct shape base;
    float x, y;
    double radius;
    unsigned char style;
};
struct group {
    struct shape base;
    short count;
    struct shape *members[8];
    double scaled;
};

static int next_id, dropped;

static double square_area(const struct shape *s) {
    const struct square *q = (const struct square *)s;
    return q->filled ? q->side * q->side : 0;
}
static void square_scale(struct shape *s, double by) { ((struct square *)s)->side *= by; }
static double circle_area(const struct shape *s) {
    const struct circle *c = (const struct circle *)s;
    return 3 * c->radius * c->radius + c->style;
}
static void circle_scale(struct shape *s, double by) {
    struct circle *c = (struct circle *)s;
    c->radius *= by;
    c->x *= (float)by;
    c->y += 1;
}
static void drop_one(struct shape *s) {
    dropped++;
    free(s);
}
static double group_area(const struct shape *s) {
    const struct group *g = (const struct group *)s;
    double sum = 0;
    for (int i = 0; i < g->count; i++)
        sum += g->members[i]->ops->area(g->members[i]);
    return sum * g->scaled;
}
static void group_scale(struct shape *s, double by) {
    struct group *g = (struct group *)s;
    g->scaled = by;
    for (int i = 0; i < g->count; i++)
        g->members[i]->ops->scale(g->members[i], by);
}
static void group_drop(struct shape *s) {
    struct group *g = (struct group *)s;
    for (int i = 0; i < g->count; i++)
        g->members[i]->ops->drop(g->members[i]);
    drop_one(s);
}

static const struct shape_ops ops[] = {{"square", square_area, square_scale, drop_one, 4},
                                       {"circle", circle_area, circle_scale, drop_one, 0},
                                       {"group", group_area, group_scale, group_drop, 9}};

static struct shape *new_square(double side) {
    struct square *q = malloc(sizeof *q);
    q->base.ops = &ops[0];
    q->base.id = next_id++;
    q->filled = next_id % 3 != 0;
    q->side = side;
    return &q->base;
}
static struct shape *new_circle(double radius) {
    struct circle *c = calloc(1, sizeof *c);
    c->base = (struct shape){&ops[1], next_id++};
    c->radius = radius;
    c->style = (unsigned char)next_id;
    return &c->base;
}
static struct shape *new_group(struct shape **members, int n) {
    struct group *g = malloc(sizeof *g);
    g->base = (struct shape){&ops[2], next_id++};
    g->count = (short)n;
    g->scaled = 1;
    for (int i = 0; i < n; i++)
        g->members[i] = members[i];
    return &g->base;
}

int main(void) {
    struct shape *row[6];
    for (int i = 0; i < 6; i++)
        row[i] = i % 2 ? new_circle(i) : new_square(i + 1);
    struct shape *inner = new_group(row, 3);
    struct shape *all = new_group((struct shape *[]){inner, row[3], row[4], row[5]}, 4);
    for (double by = 0.5; by < 3; by += 0.75) {
        all->ops->scale(all, by);
        printf("%s %d %g\n", all->ops->name, all->id, all->ops->area(all));
    }
    for (int i = 0; i < 6; i++)
        printf("%d %s %d %g\n", row[i]->id, row[i]->ops->name, row[i]->ops->corners,
               row[i]->ops->area(row[i]));
    all->ops->drop(all);
    return dropped;
}

// CHANGES dtrans-base-test: nothing
// CHANGES dtrans-base-test<ptr-as-int>: nothing
// CHANGES dtrans-shuffle<seed=1>: nothing
// CHANGES dtrans-shuffle<seed=2>: nothing
// CHANGES dtrans-shuffle<seed=3>: nothing
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: group_area(); group_drop(); group_scale(); main(); new_group()
// CHANGES hir-canonicalize<join>,hir-identity<join>: group_area(); group_drop(); group_scale(); main(); new_group()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
