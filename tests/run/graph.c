// RUN: %compare %s
/* Graphs as arrays of vertices with lists of edges: breadth first, depth first, shortest paths. */
// private: struct graph, struct vertex, struct edge
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct vertex;
struct edge {
    char kind;
    struct vertex *to;
    unsigned short cost;
    struct edge *next;
};
struct vertex {
    char label;
    struct edge *edges;
    _Bool seen;
    long distance;
    struct vertex *from;
    unsigned char degree;
};
struct graph {
    int count;
    struct vertex *at;
    int edges;
};

static struct graph *graph_new(int count) {
    struct graph *g = malloc(sizeof *g);
    g->count = count;
    g->edges = 0;
    g->at = calloc((size_t)count, sizeof *g->at);
    for (int i = 0; i < count; i++)
        g->at[i].label = (char)('a' + i);
    return g;
}

static void connect(struct graph *g, int from, int to, unsigned cost) {
    struct edge *e = malloc(sizeof *e);
    e->to = &g->at[to];
    e->cost = (unsigned short)cost;
    e->kind = from < to ? 'f' : 'b';
    e->next = g->at[from].edges;
    g->at[from].edges = e;
    g->at[from].degree++;
    g->edges++;
}

static void reset(struct graph *g) {
    for (int i = 0; i < g->count; i++) {
        g->at[i].seen = 0;
        g->at[i].distance = LONG_MAX;
        g->at[i].from = NULL;
    }
}

static int breadth(struct graph *g, struct vertex *start) {
    struct vertex **queue = malloc((size_t)g->count * sizeof *queue);
    int head = 0, tail = 0;
    reset(g);
    start->seen = 1;
    queue[tail++] = start;
    while (head < tail) {
        struct vertex *v = queue[head++];
        putchar(v->label);
        for (struct edge *e = v->edges; e; e = e->next)
            if (!e->to->seen) {
                e->to->seen = 1;
                e->to->from = v;
                queue[tail++] = e->to;
            }
    }
    putchar('\n');
    free(queue);
    return tail;
}

static void depth(struct vertex *v, int level) {
    v->seen = 1;
    printf("%c%d ", v->label, level);
    for (struct edge *e = v->edges; e; e = e->next)
        if (!e->to->seen)
            depth(e->to, level + 1);
}

static void shortest(struct graph *g, struct vertex *start) {
    reset(g);
    start->distance = 0;
    for (;;) {
        struct vertex *least = NULL;
        for (struct vertex *v = g->at; v < g->at + g->count; v++)
            if (!v->seen && v->distance != LONG_MAX && (!least || v->distance < least->distance))
                least = v;
        if (!least)
            break;
        least->seen = 1;
        for (struct edge *e = least->edges; e; e = e->next)
            if (least->distance + e->cost < e->to->distance) {
                e->to->distance = least->distance + e->cost;
                e->to->from = least;
            }
    }
}

int main(void) {
    struct graph *g = graph_new(20);
    for (int i = 0; i < 55; i++)
        connect(g, i * 7 % 20, (i * i + 3) % 20, (unsigned)(i * 13 % 31 + 1));
    int reached = breadth(g, &g->at[0]);
    reset(g);
    depth(&g->at[0], 0);
    putchar('\n');
    shortest(g, &g->at[0]);
    for (int i = 0; i < g->count; i++) {
        struct vertex *v = &g->at[i];
        printf("%c deg %d dist %ld", v->label, v->degree, v->distance == LONG_MAX ? -1 : v->distance);
        for (struct vertex *p = v->from; p; p = p->from)
            printf(" <- %c%td", p->label, p - g->at);
        printf("\n");
    }
    int code = reached + g->edges;
    for (int i = 0; i < g->count; i++)
        while (g->at[i].edges) {
            struct edge *e = g->at[i].edges;
            g->at[i].edges = e->next;
            free(e);
        }
    free(g->at);
    free(g);
    return code;
}

// CHANGES dtrans-base-test: struct.edge base-test 32; struct.graph base-test 24; struct.vertex base-test 48
// CHANGES dtrans-base-test<ptr-as-int>: struct.edge base-test 32; struct.graph base-test 24; struct.vertex base-test 48
// CHANGES dtrans-shuffle<seed=1>: struct.edge shuffle 103; struct.graph shuffle 110; struct.vertex shuffle 128
// CHANGES dtrans-shuffle<seed=2>: struct.edge shuffle 121; struct.graph shuffle 88; struct.vertex shuffle 144
// CHANGES dtrans-shuffle<seed=3>: struct.edge shuffle 112; struct.graph shuffle 96; struct.vertex shuffle 120
// CHANGES dtrans-delete-fields: struct.edge delete-fields 24
// CHANGES dtrans-reorder-fields: struct.edge reorder-fields 24; struct.graph reorder-fields 16; struct.vertex reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.edge delete-fields+reorder-fields 24; struct.graph reorder-fields 16; struct.vertex reorder-fields 32
// CHANGES dtrans-aos-to-soa: struct.edge aos-to-soa; struct.graph aos-to-soa; struct.vertex aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.edge aos-to-soa; struct.graph aos-to-soa; struct.vertex aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.edge aos-to-soa; struct.graph aos-to-soa; struct.vertex aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.edge shuffle+aos-to-soa; struct.graph shuffle+aos-to-soa; struct.vertex shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.edge aos-to-soa; struct.graph aos-to-soa+shuffle; struct.vertex aos-to-soa+reorder-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.edge delete-fields+reorder-fields+aos-to-soa; struct.graph reorder-fields+aos-to-soa; struct.vertex reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.edge split; struct.graph split; struct.vertex split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.edge shuffle+split; struct.graph shuffle+split+shuffle; struct.vertex shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.edge delete-fields+reorder-fields+split; struct.graph reorder-fields+split; struct.vertex reorder-fields+split
// CHANGES dtrans-pool<force>: struct.edge pool 16; struct.graph pool 24; struct.vertex pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.edge shuffle+pool 16; struct.graph shuffle+pool 88; struct.vertex shuffle+pool 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.edge delete-fields+reorder-fields+pool 16; struct.graph reorder-fields+pool 16; struct.vertex reorder-fields+pool 24
// CHANGES dtrans-pool<force;split>: struct.edge pool 24; struct.graph pool 24; struct.vertex pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.edge shuffle+pool 24; struct.graph shuffle+pool 16; struct.vertex shuffle+pool 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.edge delete-fields+reorder-fields+pool 16; struct.graph reorder-fields+pool 16; struct.vertex reorder-fields+pool 24
// CHANGES hir-canonicalize,hir-identity: breadth(); depth(); graph_new(); main(); reset(); shortest()
// CHANGES hir-canonicalize<join>,hir-identity<join>: breadth(); depth(); graph_new(); main(); reset(); shortest()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: reset() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: reset() distribution
// CHANGES hir-optimize: nothing
