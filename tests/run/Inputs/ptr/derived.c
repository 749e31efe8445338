/* Base and derived structs through the first member, both ways and two levels deep; virtual calls
 * through tables. */
#include <stdio.h>
#include <stdlib.h>
struct shape;
struct methods {
    double (*area)(const struct shape *);
    void (*grow)(struct shape *, double);
    const char *name;
};
struct shape {
    const struct methods *methods;
    int id;
};
struct circle {
    struct shape base;
    double radius;
};
struct ring {
    struct circle outer;
    double inner;
    struct ring *next;
};
static double circle_area(const struct shape *s) {
    const struct circle *c = (const struct circle *)s;
    return 3 * c->radius * c->radius;
}
static void circle_grow(struct shape *s, double f) {
    ((struct circle *)s)->radius *= f;
}
static double ring_area(const struct shape *s) {
    const struct ring *r = (const struct ring *)s;
    return circle_area(&r->outer.base) - 3 * r->inner * r->inner;
}
static void ring_grow(struct shape *s, double f) {
    circle_grow(s, f);
    ((struct ring *)s)->inner *= f;
}
static const struct methods circles = {circle_area, circle_grow, "circle"};
static const struct methods rings = {ring_area, ring_grow, "ring"};
static int ids;
static void *make(size_t size, const struct methods *m) {
    struct shape *s = calloc(1, size);
    s->methods = m;
    s->id = ++ids;
    return s;
}
int main(void) {
    struct shape *all[10];
    struct ring *last = NULL;
    for (int i = 0; i < 10; i++) {
        if (i % 2) {
            struct circle *c = make(sizeof *c, &circles);
            c->radius = i;
            all[i] = &c->base;
        } else {
            struct ring *r = make(sizeof *r, &rings);
            r->outer.radius = i + 1;
            r->inner = i;
            r->next = last;
            last = r;
            all[i] = (struct shape *)r;
        }
    }
    double sum = 0;
    for (int i = 0; i < 10; i++) {
        all[i]->methods->grow(all[i], 2);
        sum += all[i]->methods->area(all[i]) + all[i]->id + all[i]->methods->name[0];
    }
    for (struct ring *r = last; r; r = r->next)
        sum += r->inner + r->outer.base.id;
    printf("%g\n", sum);
    return 0;
}
