// RUN: %compare %s
/* Open addressing over a calloc'd array of slots with states, tombstones and rehashing. */
// private: struct slot, struct map
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum state { FREE, USED, GONE };
struct slot {
    uint8_t state;
    uint64_t key;
    uint16_t probes;
    double value;
};
struct map {
    struct slot *slots;
    size_t capacity;
    size_t used;
    size_t gone;
};

static size_t place(uint64_t key, size_t capacity) {
    return (size_t)((key * 0x9e3779b97f4a7c15u) >> 32) & (capacity - 1);
}

static struct slot *find(struct map *m, uint64_t key, int make) {
    size_t i = place(key, m->capacity);
    struct slot *grave = NULL;
    uint16_t probes = 0;
    for (;; i = (i + 1) & (m->capacity - 1), probes++) {
        struct slot *s = &m->slots[i];
        if (s->state == USED && s->key == key)
            return s;
        if (s->state == GONE && !grave)
            grave = s;
        if (s->state != FREE)
            continue;
        if (!make)
            return NULL;
        if (grave) {
            s = grave;
            m->gone--;
        }
        *s = (struct slot){USED, key, probes, 0};
        m->used++;
        return s;
    }
}

static void rehash(struct map *m) {
    struct map bigger = {calloc(m->capacity * 2, sizeof(struct slot)), m->capacity * 2, 0, 0};
    for (size_t i = 0; i < m->capacity; i++)
        if (m->slots[i].state == USED)
            find(&bigger, m->slots[i].key, 1)->value = m->slots[i].value;
    free(m->slots);
    *m = bigger;
}

static void put(struct map *m, uint64_t key, double value) {
    if ((m->used + m->gone) * 4 >= m->capacity * 3)
        rehash(m);
    find(m, key, 1)->value += value;
}

static int take(struct map *m, uint64_t key) {
    struct slot *s = find(m, key, 0);
    if (!s)
        return 0;
    s->state = GONE;
    m->used--;
    m->gone++;
    return 1;
}

int main(void) {
    struct map *m = malloc(sizeof *m);
    *m = (struct map){.capacity = 8};
    m->slots = calloc(m->capacity, sizeof *m->slots);
    int taken = 0;
    for (uint64_t i = 0; i < 150; i++) {
        put(m, i * i % 71, (double)i / 8);
        if (i % 5 == 0)
            taken += take(m, i % 71);
        if (i % 30 == 29)
            printf("%zu %zu %zu %d\n", m->capacity, m->used, m->gone, taken);
    }
    double sum = 0;
    unsigned probes = 0;
    for (struct slot *s = m->slots; s < m->slots + m->capacity; s++)
        if (s->state == USED) {
            printf("%llu:%g ", (unsigned long long)s->key, s->value);
            sum += s->value;
            probes += s->probes;
        }
    printf("\n%g %u\n", sum, probes);
    free(m->slots);
    free(m);
    return taken;
}

// CHANGES dtrans-base-test: struct.map base-test 32; struct.slot base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.map base-test 32; struct.slot base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.map shuffle 125; struct.slot shuffle 100
// CHANGES dtrans-shuffle<seed=2>: struct.map shuffle 120; struct.slot shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.map shuffle 96; struct.slot shuffle 104
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.slot reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.slot reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.map shuffle 120; struct.slot shuffle 88
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.map shuffle 128; struct.slot reorder-fields+shuffle 113
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.slot reorder-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.map shuffle+shuffle 117; struct.slot shuffle+shuffle 145
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.slot reorder-fields 24
// CHANGES dtrans-pool<force>: struct.map pool 32
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.map shuffle+pool 120; struct.slot shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.map pool 32; struct.slot reorder-fields 24
// CHANGES dtrans-pool<force;split>: struct.map pool 32
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.map shuffle+pool 118; struct.slot shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.map pool 32; struct.slot reorder-fields 24
// CHANGES hir-canonicalize,hir-identity: find(); main(); rehash()
// CHANGES hir-canonicalize<join>,hir-identity<join>: find(); main(); rehash()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
