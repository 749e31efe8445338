/* Cheapest flow through a network, by cheapest paths: arcs and nodes are arrays that point into one
 * another, and every round scans all arcs. */
#include <stdio.h>
#include <stdlib.h>

struct arc;

struct node {
    long distance;
    struct arc *from;
    long excess;
    struct node *parent;
    int depth, mark;
    long number, visits;
};

struct arc {
    struct node *tail, *head;
    long cost;
    int flow, capacity;
    long id;
    double weight;
    struct arc *twin;
};

static struct node *nodes;
static struct arc *arcs;
static long node_count, arc_count;

static void create(void) {
    unsigned state = 99;
    for (long i = 0; i < node_count; i++) {
        nodes[i].number = i;
        nodes[i].excess = nodes[i].visits = 0;
        nodes[i].parent = NULL;
        nodes[i].depth = nodes[i].mark = 0;
    }
    for (long i = 0; i < arc_count; i++) {
        struct arc *a = &arcs[i];
        state = state * 1664525u + 1013904223u;
        long tail = i < node_count - 1 ? i : (long)(state >> 4) % node_count;
        state = state * 1664525u + 1013904223u;
        long head = i < node_count - 1 ? i + 1 : (long)(state >> 4) % node_count;
        a->tail = &nodes[tail];
        a->head = &nodes[head];
        a->cost = 1 + (long)(state >> 10) % 1000;
        a->flow = 0;
        a->capacity = 1 + (int)(state % 5);
        a->id = i;
        a->weight = 0.5 * (double)i;
        a->twin = i ? &arcs[i - 1] : NULL;
    }
}

static int relax(void) {
    int changed = 0;
    struct arc *stop = arcs + arc_count;
    for (struct arc *a = arcs; a < stop; a++) {
        if (a->flow >= a->capacity || a->tail->distance < 0)
            continue;
        long distance = a->tail->distance + a->cost;
        if (a->head->distance < 0 || distance < a->head->distance) {
            a->head->distance = distance;
            a->head->from = a;
            changed = 1;
        }
    }
    return changed;
}

static long find_path(struct node *source, struct node *sink) {
    for (long i = 0; i < node_count; i++) {
        nodes[i].distance = -1;
        nodes[i].from = NULL;
    }
    source->distance = 0;
    for (int rounds = 0; rounds < 12 && relax(); rounds++)
        ;
    return sink->distance;
}

static long send(struct node *source, struct node *sink) {
    long cost = 0;
    for (struct node *n = sink; n != source; n = n->from->tail) {
        n->from->flow++;
        n->visits++;
        cost += n->from->cost;
    }
    return cost;
}

int main(int argc, char **argv) {
    long rounds = argc > 2 ? atol(argv[2]) : 12;
    node_count = argc > 1 ? atol(argv[1]) : 40000;
    arc_count = node_count * 6;
    nodes = calloc((size_t)node_count, sizeof *nodes);
    arcs = malloc((size_t)arc_count * sizeof *arcs);
    if (!nodes || !arcs)
        return 1;
    create();
    long cost = 0;
    for (long i = 0; i < rounds; i++) {
        struct node *source = &nodes[i * 7 % node_count];
        struct node *sink = &nodes[(i * 7 + 30) % node_count];
        if (find_path(source, sink) > 0)
            cost += send(source, sink);
    }
    long check = 0;
    for (long i = 0; i < node_count; i += 101)
        check += nodes[i].visits + nodes[i].number + nodes[i].mark + nodes[i].depth;
    for (long i = 1; i < arc_count; i += 1013)
        check += arcs[i].id + arcs[i].twin->flow + (long)arcs[i].weight;
    printf("%ld %ld\n", cost, check);
    free(nodes);
    free(arcs);
    return 0;
}
