// RUN: %compare %s
/* Whole structs by memcpy, memmove, memset and assignment; swaps, snapshots, ring buffers. */
// private: struct sample, struct ring
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sample {
    uint8_t channel;
    int32_t reading;
    uint8_t quality;
    int64_t stamp;
    uint16_t count[3];
};
struct ring {
    uint8_t head, full;
    struct sample at[5];
    uint32_t lost;
};

static void swap(struct sample *a, struct sample *b) {
    struct sample t;
    memcpy(&t, a, sizeof t);
    memcpy(a, b, sizeof *a);
    memcpy(b, &t, sizeof(struct sample));
}

static void put(struct ring *r, const struct sample *s) {
    if (r->full == 5)
        r->lost++;
    else
        r->full++;
    memcpy(&r->at[r->head], s, sizeof r->at[0]);
    r->head = (uint8_t)((r->head + 1) % 5);
}

static unsigned sum(const struct sample *s, int n) {
    unsigned h = 17;
    for (int i = 0; i < n; i++) {
        h = h * 31 + s[i].channel;
        h = h * 31 + (unsigned)s[i].reading;
        h = h * 31 + s[i].quality;
        h = h * 31 + (unsigned)s[i].stamp;
        for (int k = 0; k < 3; k++)
            h = h * 31 + s[i].count[k];
    }
    return h;
}

int main(void) {
    enum { N = 12 };
    struct sample *a = malloc(N * sizeof *a), *b = calloc(N, sizeof *b);
    for (int i = 0; i < N; i++)
        a[i] = (struct sample){(uint8_t)i, i * -1000, (uint8_t)(200 - i), i * 1LL << 33,
                               {(uint16_t)i, (uint16_t)(i + 1), (uint16_t)(i + 2)}};
    printf("%u %u\n", sum(a, N), sum(b, N));
    memcpy(b, a, N * sizeof *a);
    printf("%u\n", sum(b, N));
    memmove(b + 2, b, 7 * sizeof *b);
    printf("%u\n", sum(b, N));
    memset(b + 9, 0, 3 * sizeof *b);
    printf("%u\n", sum(b, N));
    for (int i = 0; i < N / 2; i++)
        swap(&a[i], &b[N - 1 - i]);
    printf("%u %u\n", sum(a, N), sum(b, N));
    memcpy(b[3].count, a[8].count, sizeof b[3].count);
    memcpy(&b[4].stamp, &a[9].stamp, sizeof b[4].stamp);
    memset(b[5].count, 0xff, sizeof b[5].count);
    printf("%u %u\n", sum(a, N), sum(b, N));

    struct ring *r = malloc(sizeof *r), *old = malloc(sizeof *old);
    memset(r, 0, sizeof *r);
    for (int i = 0; i < N; i++) {
        put(r, i % 3 ? &a[i] : &b[i]);
        if (i == 6)
            memcpy(old, r, sizeof *r);
    }
    printf("%u %u %u %u\n", r->head, r->full, r->lost, sum(r->at, 5));
    printf("%u %u %u %u\n", old->head, old->full, old->lost, sum(old->at, 5));
    *r = *old;
    unsigned h = sum(r->at, r->full);
    printf("%u\n", h);
    free(a), free(b), free(r), free(old);
    return (int)(h % 200);
}

// CHANGES dtrans-base-test: struct.ring base-test 176; struct.sample base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.ring base-test 176; struct.sample base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.ring shuffle 736; struct.sample shuffle 128
// CHANGES dtrans-shuffle<seed=2>: struct.ring shuffle 608; struct.sample shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.ring shuffle 568; struct.sample shuffle 96
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.ring reorder-fields 128; struct.sample reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.ring reorder-fields 128; struct.sample reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.ring shuffle 616; struct.sample shuffle 104
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.ring reorder-fields+shuffle 680; struct.sample reorder-fields+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.ring reorder-fields 128; struct.sample reorder-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.ring shuffle+shuffle 696; struct.sample shuffle+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.ring reorder-fields 128; struct.sample reorder-fields 24
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.ring shuffle 616; struct.sample shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.ring reorder-fields 128; struct.sample reorder-fields 24
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.ring shuffle 648; struct.sample shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.ring reorder-fields 128; struct.sample reorder-fields 24
// CHANGES hir-canonicalize,hir-identity: main(); sum()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); sum()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
