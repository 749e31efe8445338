// RUN: %compare %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force;type=node>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force;type=arc>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// CHECK: {{[1-9]}} types changed by dtrans-aos-to-soa
/* Nodes and arcs of a network that point to one another, allocated once into one struct that holds
 * both; shortest paths, potentials, walks from one end to the other. */
#include <stdio.h>
#include <stdlib.h>

struct arc;
struct node {
    long potential;
    int orientation;
    struct node *child, *pred, *sibling, *sibling_prev;
    long depth;
    struct arc *basic_arc, *firstout, *firstin, *arc_tmp;
    long flow;
    int number, time;
};
struct arc {
    int id;
    long cost;
    struct node *tail, *head;
    short ident;
    struct arc *nextout, *nextin;
    long flow, org_cost;
};
struct network {
    char name[20];
    long n, m;
    struct node *nodes, *stop_nodes;
    struct arc *arcs, *stop_arcs;
};

static struct network net;

static unsigned seed = 12345;
static unsigned next_random(void) {
    seed = seed * 1103515245u + 12345u;
    return seed >> 16 & 0x7fff;
}

static long build(struct network *w) {
    w->n = 50;
    w->m = 200;
    w->nodes = calloc((size_t)w->n + 1, sizeof(struct node));
    w->arcs = calloc((size_t)w->m, sizeof(struct arc));
    if (!w->nodes || !w->arcs)
        return -1;
    w->stop_nodes = w->nodes + w->n + 1;
    w->stop_arcs = w->arcs + w->m;
    struct node *node = w->nodes;
    for (long i = 0; i <= w->n; i++, node++)
        node->number = (int)i;
    for (struct arc *arc = w->arcs; arc < w->stop_arcs; arc++) {
        arc->id = (int)(arc - w->arcs);
        arc->tail = &w->nodes[1 + next_random() % (unsigned)w->n];
        arc->head = &w->nodes[1 + next_random() % (unsigned)w->n];
        arc->cost = arc->org_cost = (long)(next_random() % 90) + 1;
        arc->nextout = arc->tail->firstout;
        arc->tail->firstout = arc;
        arc->nextin = arc->head->firstin;
        arc->head->firstin = arc;
    }
    return 0;
}

static long relax(struct network *w) {
    long changed = 0;
    for (struct arc *a = w->arcs; a != w->stop_arcs; a++) {
        struct node *tail = a->tail, *head = a->head;
        if (tail->potential + a->cost < head->potential) {
            head->potential = tail->potential + a->cost;
            head->basic_arc = a;
            head->pred = tail;
            changed++;
        }
    }
    return changed;
}

static void tree(struct network *w) {
    for (struct node *n = w->nodes + 2; n < w->stop_nodes; n++) {
        struct node *p = n->pred;
        if (!p)
            continue;
        n->sibling = p->child;
        if (p->child)
            p->child->sibling_prev = n;
        p->child = n;
        n->flow = 1;
    }
    for (struct node *n = w->stop_nodes - 1; n >= w->nodes; n--) {
        int steps = 0;
        for (struct node *up = n; up->pred && steps < 100; up = up->pred)
            steps++;
        n->depth = steps;
    }
}

static int degree(const struct node *n) {
    int d = 0;
    for (const struct arc *a = n->firstout; a; a = a->nextout)
        d++;
    for (const struct arc *a = n->firstin; a; a = a->nextin)
        d += 100;
    return d;
}

int main(void) {
    if (build(&net))
        return 1;
    for (struct node *n = net.nodes; n != net.stop_nodes; n++)
        n->potential = n == net.nodes + 1 ? 0 : 1000000;
    int rounds = 0;
    while (relax(&net) && rounds < 100)
        rounds++;
    tree(&net);
    printf("%d rounds\n", rounds);
    for (struct node *n = net.nodes; n < net.stop_nodes; n++)
        printf("%d:%ld/%ld/%d/%d%s ", n->number, n->potential, n->depth, degree(n),
               n->basic_arc ? n->basic_arc->id : -1, n->sibling_prev ? "*" : "");
    printf("\n%ld %ld\n", (long)(net.stop_nodes - net.nodes), (long)(net.stop_arcs - net.arcs));
    free(net.arcs);
    free(net.nodes);
    return 0;
}

// CHANGES dtrans-base-test: struct.arc base-test 72; struct.network base-test 72; struct.node base-test 104
// CHANGES dtrans-base-test<ptr-as-int>: struct.arc base-test 72; struct.network base-test 72; struct.node base-test 104
// CHANGES dtrans-shuffle<seed=1>: struct.arc shuffle 216; struct.network shuffle 168; struct.node shuffle 266
// CHANGES dtrans-shuffle<seed=2>: struct.arc shuffle 208; struct.network shuffle 176; struct.node shuffle 243
// CHANGES dtrans-shuffle<seed=3>: struct.arc shuffle 224; struct.network shuffle 152; struct.node shuffle 272
// CHANGES dtrans-delete-fields: struct.arc delete-fields 48; struct.network delete-fields 48; struct.node delete-fields 72
// CHANGES dtrans-reorder-fields: struct.arc reorder-fields 64; struct.network reorder-fields 72; struct.node reorder-fields 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.arc delete-fields 48; struct.network delete-fields+reorder-fields 48; struct.node delete-fields+reorder-fields 72
// CHANGES dtrans-aos-to-soa: struct.arc aos-to-soa; struct.network aos-to-soa; struct.node aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.arc aos-to-soa; struct.network aos-to-soa -; struct.node aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.arc aos-to-soa; struct.network aos-to-soa -; struct.node aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.arc shuffle+aos-to-soa; struct.network shuffle+aos-to-soa -; struct.node shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.arc aos-to-soa+delete-fields+shuffle; struct.network aos-to-soa -; struct.node aos-to-soa+delete-fields+reorder-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.arc delete-fields+aos-to-soa; struct.network delete-fields+reorder-fields+aos-to-soa -; struct.node delete-fields+reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.arc split; struct.network split -; struct.node split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.arc shuffle+split+shuffle; struct.network shuffle+split -; struct.node shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.arc delete-fields+split; struct.network delete-fields+reorder-fields+split -; struct.node delete-fields+reorder-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.arc shuffle 192; struct.network shuffle 192; struct.node shuffle 267
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.arc delete-fields 48; struct.network delete-fields+reorder-fields 48; struct.node delete-fields+reorder-fields 72
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.arc shuffle 240; struct.network shuffle 168; struct.node shuffle 240
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.arc delete-fields 48; struct.network delete-fields+reorder-fields 48; struct.node delete-fields+reorder-fields 72
// CHANGES hir-canonicalize,hir-identity: build(); degree(); main(); relax(); tree()
// CHANGES hir-canonicalize<join>,hir-identity<join>: build(); degree(); main(); relax(); tree()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
