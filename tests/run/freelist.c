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
