// RUN: %compare %s
/* Pointer differences: indexes recovered from pointers, ranges by two pointers, ordering. */
// private: struct row, struct gap
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct row {
    char key;
    long sum;
    struct row *best;
    short links;
};
struct gap {
    struct row *from, *to;
    char kind;
};

static struct row *base;

static ptrdiff_t index_of(const struct row *r) { return r - base; }

static struct row *lowest(struct row *from, struct row *to) {
    struct row *least = from;
    for (struct row *r = from; r < to; ++r)
        if (r->sum < least->sum)
            least = r;
    return least;
}

static void reverse(struct row *from, struct row *to) {
    while (from < --to) {
        struct row t = *from;
        *from++ = *to;
        *to = t;
    }
}

static struct row *search(struct row *from, struct row *to, long sum) {
    while (to - from > 1) {
        struct row *middle = from + (to - from) / 2;
        if (middle->sum <= sum)
            from = middle;
        else
            to = middle;
    }
    return from;
}

int main(void) {
    enum { N = 40 };
    base = malloc(N * sizeof *base);
    struct gap *gaps = malloc(N * sizeof *gaps);
    for (int i = 0; i < N; i++)
        base[i] = (struct row){(char)('a' + i % 26), i * 29 % 41, NULL, 0};
    for (struct row *r = base; r != base + N; r++) {
        r->best = lowest(r, base + N);
        r->best->links++;
    }
    for (int i = 0; i < N; i++)
        printf("%td/%d ", index_of(base[i].best), base[i].links);
    printf("\n");
    struct gap *g = gaps;
    for (struct row *r = base; r < base + N; r = r->best + 1, g++)
        *g = (struct gap){r, r->best, (char)('A' + (g - gaps))};
    long total = 0;
    for (struct gap *h = gaps; h < g; h++) {
        printf("%c %td %zu\n", h->kind, h->to - h->from, (size_t)(h->to - base));
        total += (h->to - h->from) * (h - gaps + 1);
    }
    reverse(base + 3, base + N - 5);
    for (int i = 0; i < N; i++)
        printf("%c%ld ", base[i].key, base[i].sum);
    printf("\n");
    for (int i = 0; i < N; i++)
        base[i].sum = i * i / 3;
    struct row *hit = search(base, base + N, 200);
    struct row *end = &base[N];
    printf("%td %td %d %ld\n", hit - base, end - hit, hit < base + 20, total);
    int code = (int)(g - gaps);
    free(gaps);
    free(base);
    return code;
}

// CHANGES dtrans-base-test: struct.gap base-test 24; struct.row base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.gap base-test 24; struct.row base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.gap shuffle 98; struct.row shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.gap shuffle 104; struct.row shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.gap shuffle 88; struct.row shuffle 83
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.row reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.row reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.gap aos-to-soa; struct.row aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.gap aos-to-soa; struct.row aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.gap shuffle+aos-to-soa; struct.row shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.gap aos-to-soa+shuffle; struct.row aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.gap aos-to-soa; struct.row reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.gap split; struct.row split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.gap shuffle+split+shuffle; struct.row shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.gap split; struct.row reorder-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.gap shuffle 112; struct.row shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.row reorder-fields 24
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.gap shuffle 88; struct.row shuffle 105
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.row reorder-fields 24
// CHANGES hir-canonicalize,hir-identity: lowest(); main(); reverse(); search()
// CHANGES hir-canonicalize<join>,hir-identity<join>: lowest(); main(); reverse(); search()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
