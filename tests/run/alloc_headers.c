// RUN: %compare %s
// Allocators that keep headers before objects, round sizes up, try twice, and are called through
// hooks: each call is an object of its own, and what the allocator keeps stays apart.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char mark;
    struct node *next;
    int dead;
    long value;
};
struct item {
    char mark;
    long weight;
    int count;
};
struct leaf {
    short key;
    double x;
    struct leaf *up;
};

struct header {
    struct header *next, *prev;
};
static struct header blocks = {&blocks, &blocks};

static void *listed(size_t size) {
    struct header *h = malloc(sizeof *h + (size ? size : 1));
    if (!h)
        exit(1);
    h->next = blocks.next;
    h->prev = &blocks;
    blocks.next->prev = h;
    blocks.next = h;
    return h + 1;
}

static void unlisted(void *p) {
    struct header *h = (struct header *)p - 1;
    h->next->prev = h->prev;
    h->prev->next = h->next;
    free(h);
}

static void *sized(int size) {
    size_t *p = NULL;
    if (size < 16)
        size = 16;
    if (posix_memalign((void **)&p, 16, (size_t)size + 16))
        exit(1);
    p[0] = (size_t)size;
    return p + 2;
}

static void unsized(void *p) {
    if (p)
        free((size_t *)p - 2);
}

static struct {
    void *(*get)(size_t);
    void (*put)(void *);
} hooks;

static void set_hooks(void) {
    hooks.get = malloc;
    hooks.put = free;
}

static size_t round_up(size_t size) {
    return (size + 15) / 16 * 16;
}

static int tries;

static void *hooked(size_t size) {
    void *p = hooks.get(round_up(size));
    if (!p) {
        tries++;
        p = hooks.get(round_up(size));
    }
    return p;
}

static void unhooked(void *p) {
    hooks.put(p);
}

static long nodes(int n) {
    struct node *list = NULL;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        struct node *x = listed(sizeof *x);
        x->mark = (char)(i % 7);
        x->dead = i;
        x->value = i * 3;
        x->next = list;
        list = x;
    }
    while (list) {
        struct node *next = list->next;
        sum = sum * 3 + list->mark + list->value;
        unlisted(list);
        list = next;
    }
    return sum;
}

static long items(int n) {
    struct item *all = sized(n * sizeof *all);
    long sum = 0;
    for (int i = 0; i < n; i++) {
        all[i].mark = (char)i;
        all[i].weight = i * 5L;
        all[i].count = -i;
    }
    for (int i = 0; i < n; i++)
        sum = sum * 5 + all[i].mark + all[i].weight + all[i].count;
    unsized(all);
    return sum;
}

static double leaves(int n) {
    struct leaf *at = NULL;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct leaf *l = hooked(sizeof *l);
        if (!l)
            exit(1);
        l->key = (short)i;
        l->x = i / 4.0;
        l->up = at;
        at = l;
    }
    while (at) {
        struct leaf *up = at->up;
        sum = sum / 2 + at->key * at->x;
        unhooked(at);
        at = up;
    }
    return sum;
}

int main(void) {
    set_hooks();
    char *text = listed(6);
    strcpy(text, "texts");
    printf("%ld %ld %g %s\n", nodes(40), items(30), leaves(20), text);
    unlisted(text);
    return 0;
}

// CHANGES dtrans-base-test: struct.anon base-test 16; struct.leaf base-test 24; struct.node base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.anon base-test 16; struct.leaf base-test 24; struct.node base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.anon shuffle 88; struct.leaf shuffle 96; struct.node shuffle 120
// CHANGES dtrans-shuffle<seed=2>: struct.anon shuffle 80; struct.leaf shuffle 120; struct.node shuffle 120
// CHANGES dtrans-shuffle<seed=3>: struct.anon shuffle 96; struct.leaf shuffle 92; struct.node shuffle 96
// CHANGES dtrans-delete-fields: struct.node delete-fields 24
// CHANGES dtrans-reorder-fields: struct.node reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.node delete-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.anon shuffle 80; struct.leaf shuffle 88; struct.node shuffle 104
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.anon shuffle 80; struct.leaf shuffle 112; struct.node delete-fields+shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.node delete-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.anon shuffle+shuffle 160; struct.leaf shuffle+shuffle 85; struct.node shuffle+shuffle 154
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.node delete-fields 24
// CHANGES dtrans-pool<force>: struct.leaf pool 16
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.anon shuffle 80; struct.leaf shuffle+pool 16; struct.node shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.leaf pool 16; struct.node delete-fields 24
// CHANGES dtrans-pool<force;split>: struct.leaf pool 16
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.anon shuffle 88; struct.leaf shuffle+pool 99; struct.node shuffle 99
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.leaf pool 16; struct.node delete-fields 24
// CHANGES hir-canonicalize,hir-identity: items(); leaves(); nodes()
// CHANGES hir-canonicalize<join>,hir-identity<join>: items(); leaves(); nodes()
// CHANGES hir-canonicalize<join>,hir-fuse: items() fusion
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: items() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: items() distribution
// CHANGES hir-optimize: nothing
