// RUN: %compare %s
/* Static locals and thread-locals: structs, arrays of them, and pointers to heap ones. */
// private: struct chunk
#include <stdio.h>
#include <stdlib.h>

struct chunk {
    char id;
    long size;
    char state;
    struct chunk *next;
};
struct counter {
    char name;
    unsigned long calls;
    short depth;
    struct chunk *kept;
};

static _Thread_local struct counter local = {'l', 10, -1, NULL};
static _Thread_local struct counter locals[2] = {{'x', 1, 2, NULL}, {.depth = 5}};

static struct counter *next_counter(void) {
    static struct counter counters[3] = {{'a', 0, 1, NULL}, {'b', 5, 2, NULL}};
    static int turn;
    struct counter *c = &counters[turn++ % 3];
    c->calls++;
    return c;
}

static struct chunk *keep(long size) {
    static struct chunk *all, **tail = &all;
    static char id = 'A';
    if (!size)
        return all;
    struct chunk *c = malloc(sizeof *c);
    c->id = id++;
    c->size = size;
    c->state = size % 2 ? 'o' : 'e';
    c->next = NULL;
    *tail = c;
    tail = &c->next;
    return c;
}

static struct chunk *first_or(struct counter *c) {
    static struct chunk none = {'-', -1, '-', NULL};
    return c->kept ? c->kept : &none;
}

int main(void) {
    for (int i = 0; i < 11; i++) {
        struct counter *c = next_counter();
        struct chunk *k = keep(i * i + 1);
        if (!c->kept || c->kept->size % 3 == 0)
            c->kept = k;
        local.calls += c->calls;
        locals[i % 2].depth = (short)(locals[i % 2].depth + c->depth);
        if (i > 6)
            locals[i % 2].kept = k;
    }
    for (int i = 0; i < 3; i++) {
        struct counter *c = next_counter();
        printf("%c %lu %d %c\n", c->name ? c->name : '0', c->calls, c->depth, first_or(c)->id);
    }
    for (struct chunk *c = keep(0); c; c = c->next)
        printf("%c%ld%c ", c->id, c->size, c->state);
    printf("\n%c %lu %d %c\n", local.name, local.calls, local.depth, first_or(&local)->id);
    for (int i = 0; i < 2; i++)
        printf("%d %lu %d %c\n", locals[i].name, locals[i].calls, locals[i].depth,
               first_or(&locals[i])->id);
    return (int)local.calls;
}

// CHANGES dtrans-base-test: struct.chunk base-test 32; struct.counter base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.chunk base-test 32; struct.counter base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.chunk shuffle 112; struct.counter shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.chunk shuffle 112; struct.counter shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.chunk shuffle 104; struct.counter shuffle 83
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.chunk reorder-fields 24; struct.counter reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.chunk reorder-fields 24; struct.counter reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.chunk shuffle 88; struct.counter shuffle 104
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.chunk reorder-fields+shuffle 112; struct.counter reorder-fields+shuffle 120
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.chunk reorder-fields 24; struct.counter reorder-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.chunk shuffle+shuffle 160; struct.counter shuffle+shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.chunk reorder-fields 24; struct.counter reorder-fields 24
// CHANGES dtrans-pool<force>: struct.chunk pool 32
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.chunk shuffle+pool 88; struct.counter shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.chunk reorder-fields+pool 24; struct.counter reorder-fields 24
// CHANGES dtrans-pool<force;split>: struct.chunk pool 32
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.chunk shuffle+pool 104; struct.counter shuffle 105
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.chunk reorder-fields+pool 24; struct.counter reorder-fields 24
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
