/* Two structs of different layout, which every example uses with distinct types. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct a {
    char tag;
    long x;
    char end;
};
struct b {
    double y;
    short k;
    double z;
};

static struct a *new_a(int n) {
    struct a *p = calloc(1, sizeof *p);
    p->x = n;
    p->end = 1;
    return p;
}

static struct b *new_b(int n) {
    struct b *p = calloc(1, sizeof *p);
    p->y = n;
    p->k = 2;
    return p;
}

static long sum(struct a *p, struct b *q) {
    return p->x + p->tag + p->end + (long)(q->y + q->z) + q->k;
}
