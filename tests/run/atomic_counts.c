// RUN: %compare %s
/* Structs with fields that threads count in atomically, and with array members of which a number of
 * elements is moved that only the run shows. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counter {
    char name;
    _Atomic long hits;
    char kind;
    _Atomic int busy;
    long unused;
    short id;
};

struct sorted {
    char name;
    long sum;
    int items[24];
    short n;
    long unused;
};

static void insert(struct sorted *s, int x) {
    int at = 0;
    while (at < s->n && s->items[at] < x)
        at++;
    memmove(&s->items[at + 1], &s->items[at], (size_t)(s->n - at) * sizeof s->items[0]);
    s->items[at] = x;
    s->n++;
    s->sum += x;
}

static void *count(void *p) {
    struct counter *c = p;
    for (int i = 0; i < 500; i++)
        atomic_fetch_add(&c->hits, c->id + (i & 1));
    int none = 0;
    while (!atomic_compare_exchange_strong(&c->busy, &none, c->kind))
        none = 0;
    c->unused = c->id;
    atomic_store(&c->busy, 0);
    return p;
}

int main(void) {
    struct counter *c = calloc(2, sizeof *c);
    struct sorted *s = calloc(1, sizeof *s);
    pthread_t threads[4];
    for (int i = 0; i < 2; i++)
        c[i].name = (char)('a' + i), c[i].kind = 1, c[i].id = (short)(i + 3);
    for (int i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, count, &c[i & 1]))
            return 99;
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        struct counter *r = result;
        printf("%c%d ", r->name, r->id);
    }
    for (int i = 0; i < 24; i++)
        insert(s, i * 7 % 24);
    s->name = 's';
    s->unused = s->sum;
    for (int i = 0; i < s->n; i++)
        printf("%d ", s->items[i]);
    printf("%ld %ld %d %c %ld\n", atomic_load(&c[0].hits), atomic_load(&c[1].hits),
           atomic_load(&c[1].busy), s->name, s->sum);
    free(c);
    free(s);
    return 0;
}

// CHANGES dtrans-base-test: struct.counter base-test 40; struct.sorted base-test 128
// CHANGES dtrans-base-test<ptr-as-int>: struct.counter base-test 40; struct.sorted base-test 128
// CHANGES dtrans-shuffle<seed=1>: struct.counter shuffle 144; struct.sorted shuffle 224
// CHANGES dtrans-shuffle<seed=2>: struct.counter shuffle 136; struct.sorted shuffle 193
// CHANGES dtrans-shuffle<seed=3>: struct.counter shuffle 96; struct.sorted shuffle 192
// CHANGES dtrans-delete-fields: struct.counter delete-fields 32; struct.sorted delete-fields 120
// CHANGES dtrans-reorder-fields: struct.counter reorder-fields 24; struct.sorted reorder-fields 120
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.counter delete-fields+reorder-fields 16; struct.sorted delete-fields+reorder-fields 112
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.sorted aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.sorted aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.counter shuffle 120; struct.sorted shuffle 220
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.counter delete-fields+reorder-fields+shuffle 112; struct.sorted aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.counter delete-fields+reorder-fields 16; struct.sorted delete-fields+reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.sorted split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.counter shuffle+shuffle 192; struct.sorted shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.counter delete-fields+reorder-fields 16; struct.sorted delete-fields+reorder-fields+split
// CHANGES dtrans-pool<force>: struct.sorted pool 128
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.counter shuffle 120; struct.sorted shuffle+pool 220
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.counter delete-fields+reorder-fields 16; struct.sorted delete-fields+reorder-fields+pool 112
// CHANGES dtrans-pool<force;split>: struct.sorted pool 128
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.counter shuffle 136; struct.sorted shuffle+pool 128
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.counter delete-fields+reorder-fields 16; struct.sorted delete-fields+reorder-fields+pool 112
// CHANGES hir-canonicalize,hir-identity: count(); insert(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: count(); insert(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
