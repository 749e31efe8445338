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
