// RUN: %compare %s
/* A cache: every entry is in a hash chain and in a list by age, the list's ends in the cache. */
// private: struct entry, struct cache, struct stats
#include <stdio.h>
#include <stdlib.h>

struct stats {
    unsigned short hits;
    unsigned long misses;
    unsigned short evictions;
};
struct entry {
    char dirty;
    unsigned key;
    struct entry *chain;
    struct entry *older, *newer;
    short value;
};
struct cache {
    unsigned char limit, used;
    struct entry *buckets[8];
    struct stats stats;
    struct entry ends;
};

static void detach(struct entry *e) {
    e->older->newer = e->newer;
    e->newer->older = e->older;
}
static void to_front(struct cache *c, struct entry *e) {
    e->newer = &c->ends;
    e->older = c->ends.older;
    c->ends.older->newer = e;
    c->ends.older = e;
}

static void evict(struct cache *c) {
    struct entry *e = c->ends.newer, **at = &c->buckets[e->key % 8];
    detach(e);
    while (*at != e)
        at = &(*at)->chain;
    *at = e->chain;
    c->stats.evictions++;
    c->used--;
    if (e->dirty)
        printf("write %u=%d\n", e->key, e->value);
    free(e);
}

static struct entry *get(struct cache *c, unsigned key) {
    for (struct entry *e = c->buckets[key % 8]; e; e = e->chain)
        if (e->key == key) {
            c->stats.hits++;
            detach(e);
            to_front(c, e);
            return e;
        }
    c->stats.misses++;
    if (c->used == c->limit)
        evict(c);
    struct entry *e = malloc(sizeof *e);
    *e = (struct entry){.key = key, .value = (short)(key * 2), .chain = c->buckets[key % 8]};
    c->buckets[key % 8] = e;
    to_front(c, e);
    c->used++;
    return e;
}

int main(void) {
    struct cache *c = calloc(1, sizeof *c);
    c->limit = 10;
    c->ends.older = c->ends.newer = &c->ends;
    unsigned key = 1;
    for (int i = 0; i < 120; i++) {
        key = key * 75 % 65537;
        struct entry *e = get(c, key % (i % 3 ? 12 : 40));
        if (i % 4 == 0) {
            e->value = (short)(e->value + i);
            e->dirty = 1;
        }
    }
    for (struct entry *e = c->ends.newer; e != &c->ends; e = e->newer)
        printf("%u%s=%d ", e->key, e->dirty ? "*" : "", e->value);
    printf("\n%u %lu %u\n", c->stats.hits, c->stats.misses, c->stats.evictions);
    int code = c->stats.hits;
    while (c->used)
        evict(c);
    free(c);
    return code;
}

// CHANGES dtrans-base-test: struct.cache base-test 136; struct.entry base-test 40; struct.stats base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.cache base-test 136; struct.entry base-test 40; struct.stats base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.cache shuffle 400; struct.entry shuffle 144; struct.stats shuffle 80
// CHANGES dtrans-shuffle<seed=2>: struct.cache shuffle 368; struct.entry shuffle 104; struct.stats shuffle 88
// CHANGES dtrans-shuffle<seed=3>: struct.cache shuffle 344; struct.entry shuffle 120; struct.stats shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.cache reorder-fields 120; struct.entry reorder-fields 32; struct.stats reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.cache reorder-fields 120; struct.entry reorder-fields 32; struct.stats reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.cache aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.cache aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cache shuffle+aos-to-soa; struct.entry shuffle 160; struct.stats shuffle 80
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.cache aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cache reorder-fields+aos-to-soa; struct.entry reorder-fields 32; struct.stats reorder-fields 16
// CHANGES dtrans-split<force>: struct.cache split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cache shuffle+split+shuffle; struct.entry shuffle 136; struct.stats shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cache reorder-fields+split; struct.entry reorder-fields 32; struct.stats reorder-fields 16
// CHANGES dtrans-pool<force>: struct.cache pool 88; struct.entry pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cache shuffle+pool 144; struct.entry shuffle+pool 24; struct.stats shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.cache reorder-fields+pool 72; struct.entry reorder-fields+pool 20; struct.stats reorder-fields 16
// CHANGES dtrans-pool<force;split>: struct.cache pool 88; struct.entry pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cache shuffle+pool 160; struct.entry shuffle+pool 24; struct.stats shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.cache reorder-fields+pool 72; struct.entry reorder-fields+pool 20; struct.stats reorder-fields 16
// CHANGES hir-canonicalize,hir-identity: evict(); get(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: evict(); get(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
