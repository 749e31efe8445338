// RUN: %compare %s
/* Flexible arrays of structs behind a header, in a queue; sizes counted from the header. */
// private: struct packet, struct field
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct field {
    char type;
    int value;
    char width;
};
struct packet {
    char priority;
    struct packet *next;
    short count;
    struct field fields[];
};

static struct packet *make(int count, int seed) {
    struct packet *p = malloc(sizeof *p + (size_t)count * sizeof(struct field));
    p->priority = (char)(seed % 3);
    p->next = NULL;
    p->count = (short)count;
    for (int i = 0; i < count; i++) {
        p->fields[i].type = (char)('a' + (seed + i) % 5);
        p->fields[i].value = seed * 100 + i;
        p->fields[i].width = (char)(1 << i % 4);
    }
    return p;
}

static struct packet *extend(struct packet *p, struct field f) {
    p = realloc(p, sizeof *p + ((size_t)p->count + 1) * sizeof p->fields[0]);
    p->fields[p->count++] = f;
    return p;
}

static void enqueue(struct packet **queue, struct packet *p) {
    while (*queue && (*queue)->priority >= p->priority)
        queue = &(*queue)->next;
    p->next = *queue;
    *queue = p;
}

static struct packet *join(const struct packet *a, const struct packet *b) {
    struct packet *p = make(a->count + b->count, 1);
    memcpy(p->fields, a->fields, (size_t)a->count * sizeof a->fields[0]);
    memcpy(p->fields + a->count, b->fields, (size_t)b->count * sizeof *b->fields);
    return p;
}

static long show(const struct packet *p) {
    long sum = 0;
    printf("%d:", p->priority);
    for (const struct field *f = p->fields; f < p->fields + p->count; f++) {
        printf(" %c%d/%d", f->type, f->value, f->width);
        sum += f->value * f->width;
    }
    printf(" = %ld\n", sum);
    return sum;
}

int main(void) {
    struct packet *queue = NULL;
    for (int i = 0; i < 8; i++) {
        struct packet *p = make(i % 4, i);
        if (i % 2)
            p = extend(p, (struct field){'z', i, 9});
        enqueue(&queue, p);
    }
    struct packet *all = join(queue, queue->next);
    long sum = show(all);
    free(all);
    int n = 0;
    while (queue) {
        struct packet *next = queue->next;
        sum += show(queue);
        free(queue);
        queue = next;
        n++;
    }
    printf("%ld\n", sum);
    return n;
}

// CHANGES dtrans-base-test: nothing
// CHANGES dtrans-base-test<ptr-as-int>: nothing
// CHANGES dtrans-shuffle<seed=1>: nothing
// CHANGES dtrans-shuffle<seed=2>: nothing
// CHANGES dtrans-shuffle<seed=3>: nothing
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: enqueue(); main(); make(); show()
// CHANGES hir-canonicalize<join>,hir-identity<join>: enqueue(); main(); make(); show()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: make() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: make() distribution
// CHANGES hir-optimize: nothing
