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
