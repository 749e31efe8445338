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
