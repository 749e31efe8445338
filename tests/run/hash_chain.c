// RUN: %compare %s
/* A chained hash table with string keys, a growing row of buckets, and removal while walking. */
// private: struct entry, struct table
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    unsigned char flags;
    char *key;
    unsigned hash;
    struct entry *chain;
    int value;
};
struct table {
    unsigned used;
    struct entry **buckets;
    unsigned mask;
};

static unsigned hash_of(const char *s) {
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static struct table *table_new(void) {
    struct table *t = malloc(sizeof *t);
    t->used = 0;
    t->mask = 3;
    t->buckets = calloc(t->mask + 1, sizeof *t->buckets);
    return t;
}

static void grow(struct table *t) {
    unsigned mask = t->mask * 2 + 1;
    struct entry **buckets = calloc(mask + 1, sizeof *buckets);
    for (unsigned i = 0; i <= t->mask; i++)
        for (struct entry *e = t->buckets[i], *next; e; e = next) {
            next = e->chain;
            e->chain = buckets[e->hash & mask];
            buckets[e->hash & mask] = e;
        }
    free(t->buckets);
    t->buckets = buckets;
    t->mask = mask;
}

static struct entry *get(struct table *t, const char *key, int make) {
    unsigned h = hash_of(key);
    for (struct entry *e = t->buckets[h & t->mask]; e; e = e->chain)
        if (e->hash == h && !strcmp(e->key, key)) {
            e->flags |= 2;
            return e;
        }
    if (!make)
        return NULL;
    if (t->used > t->mask)
        grow(t);
    struct entry *e = calloc(1, sizeof *e);
    e->key = malloc(strlen(key) + 1);
    strcpy(e->key, key);
    e->hash = h;
    e->flags = 1;
    e->chain = t->buckets[h & t->mask];
    t->buckets[h & t->mask] = e;
    t->used++;
    return e;
}

static unsigned purge(struct table *t, int below) {
    unsigned gone = 0;
    for (unsigned i = 0; i <= t->mask; i++)
        for (struct entry **at = &t->buckets[i]; *at;) {
            struct entry *e = *at;
            if (e->value >= below) {
                at = &e->chain;
                continue;
            }
            *at = e->chain;
            free(e->key);
            free(e);
            gone++;
        }
    t->used -= gone;
    return gone;
}

int main(void) {
    struct table *t = table_new();
    char key[16];
    for (int i = 0; i < 200; i++) {
        snprintf(key, sizeof key, "k%d", i * i % 83);
        get(t, key, 1)->value += i;
    }
    printf("%u %u\n", t->used, t->mask);
    unsigned sum = 0, seen = 0;
    for (unsigned i = 0; i <= t->mask; i++)
        for (struct entry *e = t->buckets[i]; e; e = e->chain) {
            printf("%s=%d/%u ", e->key, e->value, e->flags);
            sum = sum * 31 + (unsigned)e->value;
            seen += e->flags == 3;
        }
    printf("\n%u %u\n", sum, seen);
    unsigned gone = purge(t, 400);
    printf("%u gone, %u left, %s\n", gone, t->used, get(t, "k1", 0) ? "k1" : "no k1");
    purge(t, 1 << 30);
    free(t->buckets);
    free(t);
    return (int)gone;
}

// CHANGES dtrans-base-test: struct.entry base-test 40; struct.table base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.entry base-test 40; struct.table base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.entry shuffle 144; struct.table shuffle 104
// CHANGES dtrans-shuffle<seed=2>: struct.entry shuffle 136; struct.table shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.entry shuffle 96; struct.table shuffle 80
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.entry reorder-fields 32; struct.table reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.entry reorder-fields 32; struct.table reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.table aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.table aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.entry shuffle 120; struct.table shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.table aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.entry reorder-fields 32; struct.table reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.table split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.entry shuffle+shuffle 112; struct.table shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.entry reorder-fields 32; struct.table reorder-fields+split
// CHANGES dtrans-pool<force>: struct.entry pool 24; struct.table pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.entry shuffle+pool 24; struct.table shuffle+pool 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.entry reorder-fields+pool 24; struct.table reorder-fields+pool 16
// CHANGES dtrans-pool<force;split>: struct.entry pool 24; struct.table pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.entry shuffle+pool 24; struct.table shuffle+pool 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.entry reorder-fields+pool 24; struct.table reorder-fields+pool 16
// CHANGES hir-canonicalize,hir-identity: get(); grow(); hash_of(); main(); purge()
// CHANGES hir-canonicalize<join>,hir-identity<join>: get(); grow(); hash_of(); main(); purge()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
