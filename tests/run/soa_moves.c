// RUN: %compare %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force;type=item>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// CHECK: {{[1-9]}} types changed by dtrans-aos-to-soa
/* Elements as wholes: swapped through a temporary, copied, moved in ranges, cleared, sorted by hand
 * and through pointers; walks in both directions, distances, fields by address, nested members. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
    float x, y;
};
struct item {
    int key;
    struct point at;
    char code[5];
    double parts[3];
    struct item *peer;
    unsigned char level;
};

static void swap(struct item *a, struct item *b) {
    struct item t = *a;
    *a = *b;
    *b = t;
}
static void sort(struct item *from, struct item *to) {
    for (struct item *i = from + 1; i < to; i++)
        for (struct item *k = i; k > from && k[-1].key > k->key; k--)
            swap(k - 1, k);
}
static void scale(struct point *p, float by) {
    p->x *= by;
    p->y *= by;
}
static int bump(int *key) {
    return ++*key;
}
static int by_level(const void *a, const void *b) {
    const struct item *x = *(struct item *const *)a, *y = *(struct item *const *)b;
    return x->level != y->level ? (x->level > y->level) - (x->level < y->level)
                                : (x->key > y->key) - (x->key < y->key);
}
static double inner(const struct item *i) {
    double sum = 0;
    for (const double *d = i->parts; d < i->parts + 3; d++)
        sum += *d;
    return sum;
}
static struct item *least(struct item *a, struct item *b, int (*better)(struct item *, struct item *)) {
    return better(a, b) ? a : b;
}
static int is_less(struct item *a, struct item *b) {
    return a->key < b->key;
}
static int is_before(struct item *a, struct item *b) {
    return a < b;
}

int main(int argc, char **argv) {
    (void)argv;
    size_t n = argc > 3 ? 9 : 24;
    struct item *all = malloc(n * sizeof *all);
    struct item **order = malloc(n * sizeof *order);
    if (all == NULL || !order)
        return 1;
    for (size_t i = 0; i < n; i++) {
        all[i] = (struct item){.key = (int)(i * 11 % n), .at = {i, 2 * i}, .level = i % 4};
        memcpy(all[i].code, "abcd", 5);
        for (int k = 0; k < 3; k++)
            all[i].parts[k] = (double)i * k;
        all[i].peer = &all[n - 1 - i];
    }
    sort(all, all + n);
    for (struct item *i = all; i != all + n; i++)
        printf("%d/%g/%d ", i->key, i->at.y, i->peer->key);
    printf("\n");
    memmove(all + 2, all, (n - 4) * sizeof *all);
    memcpy(&all[n - 1], &all[0], sizeof all[0]);
    memset(all + 3, 0, 2 * sizeof(struct item));
    scale(&all[5].at, 2);
    bump(&all[6].key);
    *(&all[7].parts[1]) += 100;
    for (size_t i = 0; i < n; i++)
        order[i] = &all[i];
    qsort(order, n, sizeof *order, by_level);
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += inner(order[i]) * (double)(order[i] - all + 1);
        printf("%d%s%d ", order[i]->key, order[i]->code, order[i]->peer ? 1 : 0);
    }
    printf("%g\n", sum);
    struct item *best = all;
    for (struct item *i = all + n; i-- > all;)
        best = least(best, i, sum > 1000 ? is_less : is_before);
    printf("%td %d %d\n", best - all, best == all, best->peer == NULL);
    free(order);
    free(all);
    return 0;
}

// CHANGES dtrans-base-test: struct.item base-test 64; struct.point base-test 8
// CHANGES dtrans-base-test<ptr-as-int>: struct.item base-test 64; struct.point base-test 8
// CHANGES dtrans-shuffle<seed=1>: struct.item shuffle 240; struct.point shuffle 76
// CHANGES dtrans-shuffle<seed=2>: struct.item shuffle 232; struct.point shuffle 72
// CHANGES dtrans-shuffle<seed=3>: struct.item shuffle 192; struct.point shuffle 72
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.item reorder-fields 56
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.item reorder-fields 56
// CHANGES dtrans-aos-to-soa: struct.item aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.item aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.item aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.item shuffle+aos-to-soa; struct.point shuffle 76
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.item aos-to-soa+reorder-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.item reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.item split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.item shuffle+split+shuffle; struct.point shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.item reorder-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.item shuffle 208; struct.point shuffle 76
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.item reorder-fields 56
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.item shuffle 232; struct.point shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.item reorder-fields 56
// CHANGES hir-canonicalize,hir-identity: inner(); main(); sort()
// CHANGES hir-canonicalize<join>,hir-identity<join>: inner(); main(); sort()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() sinking-into-the-start
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() sinking-into-the-start
// CHANGES hir-optimize: nothing
