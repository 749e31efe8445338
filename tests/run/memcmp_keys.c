// RUN: %compare %s
/* Structs compared by memcmp and hashed byte by byte: their layout decides the order. */
// refused: struct key, struct stamp
// private: struct entry
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct key {
    uint8_t kind;
    uint32_t number;
    uint16_t part;
};
struct stamp {
    uint16_t day;
    uint64_t tick;
};
struct entry {
    char tag;
    struct key *key;
    short rank;
    struct stamp *stamp;
    struct entry *next;
};

static struct key *new_key(uint8_t kind, uint32_t number, uint16_t part) {
    struct key *k = malloc(sizeof *k);
    memset(k, 0, sizeof *k);
    k->kind = kind;
    k->number = number;
    k->part = part;
    return k;
}
static struct stamp *new_stamp(uint16_t day, uint64_t tick) {
    struct stamp *s = calloc(1, sizeof *s);
    s->day = day;
    s->tick = tick;
    return s;
}

static unsigned hash(const struct stamp *s) {
    const unsigned char *p = (const unsigned char *)s;
    unsigned h = 1;
    for (size_t i = 0; i < sizeof *s; i++)
        h = h * 37 + p[i];
    return h;
}

int main(void) {
    struct entry *list = NULL;
    for (unsigned i = 0; i < 14; i++) {
        struct entry *e = malloc(sizeof *e), **at = &list;
        e->tag = (char)('a' + i);
        e->key = new_key((uint8_t)(i * 5 % 3), i * 1000 % 77, (uint16_t)(i * 300));
        e->stamp = new_stamp((uint16_t)(i % 4), i * 1ull << 20);
        e->rank = 0;
        while (*at && memcmp((*at)->key, e->key, sizeof *e->key) < 0) {
            (*at)->rank++;
            at = &(*at)->next;
        }
        e->next = *at;
        *at = e;
    }
    unsigned h = 0;
    while (list) {
        struct entry *next = list->next;
        printf("%c%d %u/%u/%u %u\n", list->tag, list->rank, list->key->kind, list->key->number,
               list->key->part, hash(list->stamp));
        h = h * 3 + hash(list->stamp);
        free(list->key);
        free(list->stamp);
        free(list);
        list = next;
    }
    return (int)(h % 201);
}

// CHANGES dtrans-base-test: struct.entry base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.entry base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.entry shuffle 136
// CHANGES dtrans-shuffle<seed=2>: struct.entry shuffle 144
// CHANGES dtrans-shuffle<seed=3>: struct.entry shuffle 91
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.entry reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.entry reorder-fields 32
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.entry shuffle 120
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.entry reorder-fields+shuffle 109
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.entry reorder-fields 32
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.entry shuffle+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.entry reorder-fields 32
// CHANGES dtrans-pool<force>: struct.entry pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.entry shuffle+pool 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.entry reorder-fields+pool 24
// CHANGES dtrans-pool<force;split>: struct.entry pool 32
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.entry shuffle+pool 119
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.entry reorder-fields+pool 32
// CHANGES hir-canonicalize,hir-identity: hash(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: hash(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
