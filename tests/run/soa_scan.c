// RUN: %compare %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// CHECK: 2 types changed by dtrans-aos-to-soa
/* One wide array from malloc and one of records from calloc, behind static pointers; helpers take
 * pointers and indexes; scans of one field, null tests, returns of elements. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wide {
    int key;
    double value;
    char name[12];
    long count;
    short kind;
    struct wide *best;
    unsigned flags : 3, more : 7;
};
struct record {
    struct wide *of;
    struct record *next;
    float weight;
};

static struct wide *all;
static struct record *records;
static int total;

static struct wide *find(int key) {
    for (struct wide *w = all; w != all + total; w++)
        if (w->key == key)
            return w;
    return NULL;
}
static long sum_counts(void) {
    long sum = 0;
    for (int i = 0; i < total; i++)
        sum += all[i].count;
    return sum;
}
static void fill(struct wide *w, int i) {
    w->key = i * 7 % 101;
    w->value = i / 3.0;
    snprintf(w->name, sizeof w->name, "n%d", i);
    w->count = i;
    w->kind = (short)-i;
    w->best = i ? &all[i / 2] : NULL;
    w->flags = (unsigned)i & 7;
    w->more = (unsigned)i % 100;
}
static double depth(const struct wide *w) {
    double sum = 0;
    for (; w; w = w->best)
        sum += w->value;
    return sum;
}

int main(int argc, char **argv) {
    (void)argv;
    total = argc > 5 ? 7 : 60;
    all = malloc((size_t)total * sizeof *all);
    records = calloc((size_t)total, sizeof *records);
    if (!all || !records)
        return 1;
    for (int i = 0; i < total; i++)
        fill(all + i, i);
    for (int i = 0; i < total; i++)
        if (!records[i].of && !records[i].next)
            records[i] = (struct record){find(i), i ? &records[i - 1] : NULL, (float)i};
    printf("%ld %g\n", sum_counts(), depth(&all[total - 1]));
    double weights = 0;
    for (struct record *r = &records[total - 1]; r; r = r->next) {
        weights += r->weight * (r->of ? r->of->value : 1);
        if (r->of)
            printf("%s:%d,%u ", r->of->name, r->of->kind, r->of->more);
    }
    printf("%g\n", weights);
    free(records);
    free(all);
    return 0;
}
