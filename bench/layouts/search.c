/* Breadth-first searches over a graph of nodes and edges that were allocated one by one. */
#include <stdio.h>
#include <stdlib.h>

struct edge {
    struct edge *next;
    struct vertex *to;
};

struct vertex {
    struct vertex *queued; /* behind it in the queue */
    struct edge *edges;
    struct vertex *all; /* the next one at all */
    int round, distance;
    long id;
    char name[24];
};

static struct vertex *first, **table;

static void connect(struct vertex *a, struct vertex *b) {
    struct edge *e = malloc(sizeof *e);
    if (!e)
        exit(1);
    e->to = b;
    e->next = a->edges;
    a->edges = e;
}

static void create(long count) {
    unsigned state = 5;
    for (long i = 0; i < count; i++) {
        struct vertex *v = calloc(1, sizeof *v);
        if (!v)
            exit(1);
        v->id = i;
        snprintf(v->name, sizeof v->name, "vertex %ld", i);
        v->all = first;
        first = table[i] = v;
    }
    for (long i = 0; i < 4 * count; i++) {
        state = state * 1664525u + 1013904223u;
        long a = (long)(state >> 3) % count;
        state = state * 1664525u + 1013904223u;
        connect(table[a], table[(long)(state >> 3) % count]);
    }
}

static long search(struct vertex *start, int round) {
    long sum = 0;
    struct vertex *head = start, *tail = start;
    start->round = round;
    start->distance = 0;
    start->queued = NULL;
    for (; head; head = head->queued) {
        sum += head->distance;
        for (const struct edge *e = head->edges; e; e = e->next) {
            struct vertex *v = e->to;
            if (v->round == round)
                continue;
            v->round = round;
            v->distance = head->distance + 1;
            v->queued = NULL;
            tail->queued = v;
            tail = v;
        }
    }
    return sum;
}

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 100000;
    int rounds = argc > 2 ? atoi(argv[2]) : 20;
    table = calloc((size_t)count, sizeof *table);
    if (!table)
        return 1;
    create(count);
    long sum = 0;
    for (int i = 1; i <= rounds; i++)
        sum += search(table[(long)i * 37 % count], i);
    for (struct vertex *v = first, *next; v; v = next) {
        next = v->all;
        sum += v->id % 3 + v->name[7];
        for (struct edge *e = v->edges, *behind; e; e = behind) {
            behind = e->next;
            free(e);
        }
        free(v);
    }
    free(table);
    printf("%ld\n", sum);
    return 0;
}
