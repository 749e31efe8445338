// RUN: %compare %s
/* Volatile fields keep their type as it is, atomic ones are only as wide and aligned as they were. */
// refused: struct device
// private: struct request, struct shared
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct device {
    char id;
    volatile unsigned control;
    short irq;
};
struct shared {
    char name;
    _Atomic long count;
    short users;
    struct request *_Atomic head;
};
struct request {
    char kind;
    struct device *device;
    short size;
    struct request *next;
    long sent;
};

static void submit(struct shared *s, struct request *r) {
    struct request *old = atomic_load(&s->head);
    do
        r->next = old;
    while (!atomic_compare_exchange_weak(&s->head, &old, r));
    atomic_fetch_add(&s->count, r->size);
}

int main(void) {
    struct device *d = calloc(2, sizeof *d);
    struct shared *s = malloc(sizeof *s);
    s->name = 's';
    s->users = 1;
    atomic_init(&s->count, 0);
    atomic_init(&s->head, NULL);
    for (int i = 0; i < 8; i++) {
        struct request *r = malloc(sizeof *r);
        r->kind = (char)('r' + i % 2);
        r->device = &d[i % 2];
        r->size = (short)(i * 16);
        r->sent = 0;
        r->device->control |= 1u << i;
        r->device->irq++;
        submit(s, r);
    }
    d[0].id = 'x', d[1].id = 'y';
    for (struct request *r = s->head, *next; r; r = next) {
        next = r->next;
        r->sent = r->size * (long)r->device->irq;
        printf("%c%c %d %ld %x\n", r->kind, r->device->id, r->size, r->sent, r->device->control);
        free(r);
    }
    long count = s->count;
    printf("%c %d %ld\n", s->name, s->users, count);
    free(s);
    free(d);
    return (int)(count % 128);
}

// CHANGES dtrans-base-test: struct.request base-test 40; struct.shared base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.request base-test 40; struct.shared base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.request shuffle 136
// CHANGES dtrans-shuffle<seed=2>: struct.request shuffle 136; struct.shared shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.request shuffle 91
// CHANGES dtrans-delete-fields: struct.shared delete-fields 16
// CHANGES dtrans-reorder-fields: struct.request reorder-fields 32; struct.shared reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.request reorder-fields 32; struct.shared delete-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.request shuffle 136; struct.shared shuffle 104
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.request reorder-fields+shuffle 109; struct.shared delete-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.request reorder-fields 32; struct.shared delete-fields 16
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.request shuffle+shuffle 120; struct.shared shuffle 120
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.request reorder-fields 32; struct.shared delete-fields 16
// CHANGES dtrans-pool<force>: struct.request pool 40
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.request shuffle+pool 136; struct.shared shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.request reorder-fields+pool 32; struct.shared delete-fields 16
// CHANGES dtrans-pool<force;split>: struct.request pool 40
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.request shuffle+pool 123
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.request reorder-fields+pool 32; struct.shared delete-fields 16
// CHANGES hir-canonicalize,hir-identity: main(); submit()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); submit()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
