// RUN: %compare %s
// Objects from arenas: chunks with their own counts, a buffer with a mark, a pointer to what is
// free. Types of such objects change as others do, but do not grow.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char mark;
    struct node *next;
    char other;
    long value, dead;
};
struct entry {
    char tag;
    long key;
    int value;
};
struct edge {
    int from;
    char *name;
    int to;
};

struct chunk {
    struct chunk *next;
    size_t used, room;
    char data[];
};
static struct chunk *chunks;

static void *from_chunk(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (!chunks || chunks->used + size > chunks->room) {
        size_t room = size > 500 ? size : 500;
        struct chunk *c = malloc(sizeof *c + room);
        if (!c)
            exit(1);
        c->next = chunks;
        c->used = 0;
        c->room = room;
        chunks = c;
    }
    void *p = chunks->data + chunks->used;
    chunks->used += size;
    return p;
}

static void free_chunks(void) {
    while (chunks) {
        struct chunk *next = chunks->next;
        free(chunks);
        chunks = next;
    }
}

static char buffer[1 << 15];
static size_t mark;

static void *from_buffer(size_t size) {
    size_t at = (mark + 7) & ~(size_t)7;
    if (at + size > sizeof buffer)
        return NULL;
    mark = at + size;
    return buffer + at;
}

static void release(size_t to) {
    mark = to;
}

struct arena {
    char *base, *cur, *end;
};

static void *from_arena(struct arena *a, size_t size) {
    size = (size + 7) & ~(size_t)7;
    if ((size_t)(a->end - a->cur) < size) {
        size_t room = size > 1000 ? size : 1000;
        a->base = malloc(room);
        if (!a->base)
            exit(1);
        a->cur = a->base;
        a->end = a->base + room;
    }
    void *p = a->cur;
    a->cur += size;
    return p;
}

static long nodes(void) {
    struct node *list = NULL;
    long sum = 0;
    for (int i = 0; i < 60; i++) {
        struct node *n = from_chunk(sizeof *n);
        n->mark = (char)i;
        n->other = (char)-i;
        n->value = i * 2;
        n->dead = 1;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        sum = sum * 3 + list->mark - list->other + list->value;
    return sum;
}

static long entries(int n) {
    size_t before = mark;
    struct entry *all = from_buffer(n * sizeof *all);
    long sum = 0;
    for (int i = 0; all && i < n; i++) {
        all[i].tag = (char)i;
        all[i].key = i * 7;
        all[i].value = i;
    }
    for (int i = 0; all && i < n; i++)
        sum = sum * 7 + all[i].tag + all[i].key + all[i].value;
    release(before);
    return sum;
}

static long edges(struct arena *a) {
    struct edge *all[20];
    long sum = 0;
    for (int i = 0; i < 20; i++) {
        all[i] = from_arena(a, sizeof **all);
        all[i]->from = i;
        all[i]->name = from_arena(a, 8);
        snprintf(all[i]->name, 8, "e%d", i);
        all[i]->to = i + 1;
    }
    for (int i = 0; i < 20; i++)
        sum = sum * 3 + all[i]->from + all[i]->to + (long)strlen(all[i]->name);
    return sum;
}

int main(void) {
    static struct arena arena;
    for (int round = 0; round < 2; round++) {
        printf("%ld %ld %ld\n", nodes(), entries(25 + round), edges(&arena));
        arena.cur = arena.base;
    }
    free_chunks();
    return 0;
}

// CHANGES dtrans-base-test: struct.arena base-test 24; struct.chunk base-test 24; struct.edge base-test 24; struct.entry base-test 24; struct.node base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.arena base-test 24; struct.chunk base-test 24; struct.edge base-test 24; struct.entry base-test 24; struct.node base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.arena shuffle 104; struct.chunk shuffle 112; struct.edge shuffle 16; struct.entry shuffle 13; struct.node shuffle 26
// CHANGES dtrans-shuffle<seed=2>: struct.arena shuffle 112; struct.chunk shuffle 104; struct.edge shuffle 16; struct.entry shuffle 13; struct.node shuffle 26
// CHANGES dtrans-shuffle<seed=3>: struct.arena shuffle 112; struct.chunk shuffle 128; struct.edge shuffle 16; struct.entry shuffle 13; struct.node shuffle 26
// CHANGES dtrans-delete-fields: struct.node delete-fields 32
// CHANGES dtrans-reorder-fields: struct.edge reorder-fields 16; struct.entry reorder-fields 16; struct.node reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.edge reorder-fields 16; struct.entry reorder-fields 16; struct.node delete-fields+reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.arena aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.arena aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.arena shuffle 95; struct.chunk shuffle 96; struct.edge shuffle 16; struct.entry shuffle 13; struct.node shuffle 26
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.arena aos-to-soa -; struct.chunk shuffle 112; struct.entry reorder-fields+shuffle 13; struct.node delete-fields+reorder-fields+shuffle 18
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.arena aos-to-soa -; struct.edge reorder-fields 16; struct.entry reorder-fields 16; struct.node delete-fields+reorder-fields 24
// CHANGES dtrans-split<force>: struct.arena split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.arena shuffle+shuffle 120; struct.chunk shuffle 104; struct.edge shuffle+shuffle 16; struct.entry shuffle+shuffle 13; struct.node shuffle+shuffle 26
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.arena split -; struct.edge reorder-fields 16; struct.entry reorder-fields 16; struct.node delete-fields+reorder-fields 24
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.arena shuffle 95; struct.chunk shuffle 96; struct.edge shuffle 16; struct.entry shuffle 13; struct.node shuffle 26
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.edge reorder-fields 16; struct.entry reorder-fields 16; struct.node delete-fields+reorder-fields 24
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.arena shuffle 92; struct.chunk shuffle 112; struct.edge shuffle 16; struct.entry shuffle 13; struct.node shuffle 26
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.edge reorder-fields 16; struct.entry reorder-fields 16; struct.node delete-fields+reorder-fields 24
// CHANGES hir-canonicalize,hir-identity: edges(); entries(); free_chunks(); main(); nodes()
// CHANGES hir-canonicalize<join>,hir-identity<join>: edges(); entries(); free_chunks(); main(); nodes()
// CHANGES hir-canonicalize<join>,hir-fuse: entries() fusion
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
