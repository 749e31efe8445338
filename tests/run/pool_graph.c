// RUN: %compare %s
/* Nodes and edges that point to each other, from one wrapper around malloc; children in arrays
 * inside the nodes, freed through a table of functions. */
#include <stdio.h>
#include <stdlib.h>

struct edge;
struct node {
    char name;
    struct node *parent, *kids[3];
    struct edge *out;
    long double weight;
    struct node *all;
};
struct edge {
    unsigned short cost;
    struct node *from, *to;
    struct edge *next, *twin;
};
struct path {
    struct node *ends[2];
    unsigned length;
};

static unsigned allocated;
static void *get(size_t size) {
    void *p = malloc(size);
    if (!p)
        exit(2);
    allocated++;
    return p;
}
static void put(void *p) {
    if (p)
        allocated--;
    free(p);
}

static struct node *nodes;
static struct node *make(char name, struct node *parent) {
    struct node *n = get(sizeof *n);
    *n = (struct node){.name = name, .parent = parent, .weight = name / 3.0L, .all = nodes};
    nodes = n;
    return n;
}
static struct edge *join(struct node *a, struct node *b, unsigned cost) {
    struct edge *e = get(sizeof *e), *f = get(sizeof *f);
    *e = (struct edge){(unsigned short)cost, a, b, a->out, f};
    a->out = e;
    *f = (struct edge){(unsigned short)(cost + 1), b, a, b->out, e};
    b->out = f;
    return e;
}
static unsigned depth(const struct node *n) {
    unsigned most = 0;
    for (int i = 0; i < 3; i++)
        if (n->kids[i]) {
            unsigned d = depth(n->kids[i]);
            most = d > most ? d : most;
        }
    return most + 1;
}
static struct node *middle(struct path *p) {
    struct node *n = p->ends[p->length % 2];
    for (unsigned i = 0; i < p->length && n->parent; i++)
        n = n->parent;
    return n;
}

int main(void) {
    void (*const ways[])(void *) = {put, free};
    struct node *root = make('a', NULL);
    struct path *p = calloc(1, sizeof *p);
    unsigned sum = 0;
    for (int i = 1; i < 26; i++) {
        struct node *at = root;
        for (int k = i; at->kids[k % 3]; k = k * 7 / 3 + 1)
            at = at->kids[k % 3];
        int free_kid = !at->kids[0] ? 0 : !at->kids[1] ? 1 : 2;
        at->kids[free_kid] = make((char)('a' + i), at);
        sum += join(at, at->kids[free_kid], (unsigned)i * 3)->twin->cost;
    }
    p->ends[0] = nodes;
    p->ends[1] = nodes->all;
    p->length = 3;
    printf("%u %u %c\n", sum, depth(root), middle(p)->name);
    for (struct node *n = nodes; n; n = n->all)
        for (struct edge *e = n->out; e; e = e->next)
            sum = sum * 3 + e->cost + (unsigned)e->to->name + (unsigned)(e->from->weight * 3) +
                  (e->twin->twin == e);
    printf("%u %u\n", sum, allocated);
    while (nodes) {
        struct node *n = nodes;
        nodes = n->all;
        while (n->out) {
            struct edge *e = n->out;
            n->out = e->next;
            ways[e->cost % 2](e);
        }
        put(n);
    }
    put(NULL);
    free(p);
    printf("%u\n", allocated);
    return 0;
}

// CHANGES dtrans-base-test: struct.edge base-test 40; struct.node base-test 80; struct.path base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.edge base-test 40; struct.node base-test 80; struct.path base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.edge shuffle 144; struct.node shuffle 192; struct.path shuffle 104
// CHANGES dtrans-shuffle<seed=2>: struct.edge shuffle 112; struct.node shuffle 176; struct.path shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.edge shuffle 120; struct.node shuffle 160; struct.path shuffle 112
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.node reorder-fields 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.node reorder-fields 80
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.path aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.path aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.edge shuffle 139; struct.node shuffle 160; struct.path shuffle 108
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.path aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 80; struct.path aos-to-soa
// CHANGES dtrans-split<force>: struct.path split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.edge shuffle 136; struct.node shuffle 176; struct.path shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 80; struct.path split
// CHANGES dtrans-pool<force>: struct.edge pool 20; struct.node pool 48; struct.path pool 12
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.edge shuffle+pool 123; struct.node shuffle+pool 48; struct.path shuffle+pool 100
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.edge pool 20; struct.node reorder-fields+pool 48; struct.path pool 12
// CHANGES dtrans-pool<force;split>: struct.edge pool 20; struct.node pool 48; struct.path pool 12
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.edge shuffle+pool 20; struct.node shuffle+pool 64; struct.path shuffle+pool 12
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.edge pool 20; struct.node reorder-fields+pool 48; struct.path pool 12
// CHANGES hir-canonicalize,hir-identity: depth(); main(); middle()
// CHANGES hir-canonicalize<join>,hir-identity<join>: depth(); main(); middle()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
