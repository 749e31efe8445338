// RUN: %compare %s
/* A pool of one type: slabs carved into cells, a free list through a field, cells used again. */
// private: struct cell, struct slab, struct pool
#include <stdio.h>
#include <stdlib.h>

struct cell {
    char colour;
    struct cell *next;
    int value;
    struct cell *other;
    unsigned short uses;
};
struct slab {
    struct slab *older;
    short used;
    struct cell cells[8];
};
struct pool {
    struct cell *spare;
    struct slab *slabs;
    unsigned live, slabs_made;
};

static struct cell *take(struct pool *p) {
    struct cell *c = p->spare;
    p->live++;
    if (c) {
        p->spare = c->next;
        c->next = NULL;
        c->other = NULL;
        c->uses++;
        return c;
    }
    if (!p->slabs || p->slabs->used == 8) {
        struct slab *s = malloc(sizeof *s);
        s->older = p->slabs;
        s->used = 0;
        p->slabs = s;
        p->slabs_made++;
    }
    c = &p->slabs->cells[p->slabs->used++];
    *c = (struct cell){.colour = 'w', .uses = 1};
    return c;
}

static void give(struct pool *p, struct cell *c) {
    c->next = p->spare;
    p->spare = c;
    p->live--;
}

static struct cell *sorted_in(struct cell *list, struct cell *c) {
    if (!list || list->value >= c->value) {
        c->next = list;
        return c;
    }
    struct cell *at = list;
    while (at->next && at->next->value < c->value)
        at = at->next;
    c->next = at->next;
    at->next = c;
    return list;
}

int main(void) {
    struct pool *p = calloc(1, sizeof *p);
    struct cell *list = NULL;
    unsigned seed = 3;
    for (int round = 0; round < 60; round++) {
        seed = seed * 69069u + 1;
        if (seed >> 30 && list) {
            struct cell *c = take(p);
            c->value = (int)(seed >> 20 & 255);
            c->other = list;
            c->colour = c->other->colour == 'w' ? 'b' : 'w';
            list = sorted_in(list, c);
        } else if (list && list->next) {
            struct cell *gone = list;
            list = list->next;
            for (struct cell *c = list; c; c = c->next)
                if (c->other == gone)
                    c->other = c;
            give(p, gone);
        } else {
            list = sorted_in(list, take(p));
        }
    }
    for (struct cell *c = list; c; c = c->next)
        printf("%d%c%u%s ", c->value, c->colour, c->uses, c->other == c ? "!" : c->other ? "" : "?");
    printf("\n%u live, %u slabs\n", p->live, p->slabs_made);
    for (struct slab *s = p->slabs; s; s = s->older)
        for (int i = 0; i < s->used; i++)
            printf("%u", s->cells[i].uses);
    printf("\n");
    int code = (int)p->live;
    while (p->slabs) {
        struct slab *s = p->slabs;
        p->slabs = s->older;
        free(s);
    }
    free(p);
    return code;
}

// CHANGES dtrans-base-test: struct.cell base-test 40; struct.pool base-test 24; struct.slab base-test 336
// CHANGES dtrans-base-test<ptr-as-int>: struct.cell base-test 40; struct.pool base-test 24; struct.slab base-test 336
// CHANGES dtrans-shuffle<seed=1>: struct.cell shuffle 128; struct.pool shuffle 112; struct.slab shuffle 1120
// CHANGES dtrans-shuffle<seed=2>: struct.cell shuffle 112; struct.pool shuffle 104; struct.slab shuffle 976
// CHANGES dtrans-shuffle<seed=3>: struct.cell shuffle 104; struct.pool shuffle 104; struct.slab shuffle 944
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.cell reorder-fields 24; struct.slab reorder-fields 208
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.cell reorder-fields 24; struct.slab reorder-fields 208
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.pool aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.pool aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cell shuffle 112; struct.pool shuffle+aos-to-soa; struct.slab shuffle 992
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.pool aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cell reorder-fields 24; struct.pool aos-to-soa; struct.slab reorder-fields 208
// CHANGES dtrans-split<force>: struct.pool split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cell shuffle+shuffle 112; struct.pool shuffle+shuffle 150; struct.slab shuffle+shuffle 1000
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cell reorder-fields 24; struct.pool split; struct.slab reorder-fields 208
// CHANGES dtrans-pool<force>: struct.pool pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cell shuffle 112; struct.pool shuffle+pool 120; struct.slab shuffle 992
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.cell reorder-fields 24; struct.pool pool 24; struct.slab reorder-fields 208
// CHANGES dtrans-pool<force;split>: struct.pool pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cell shuffle 120; struct.pool shuffle+pool 32; struct.slab shuffle 1048
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.cell reorder-fields 24; struct.pool pool 24; struct.slab reorder-fields 208
// CHANGES hir-canonicalize,hir-identity: main(); sorted_in()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); sorted_in()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
