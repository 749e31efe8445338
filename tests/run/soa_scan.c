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

// CHANGES dtrans-base-test: struct.record base-test 24; struct.wide base-test 64
// CHANGES dtrans-base-test<ptr-as-int>: struct.record base-test 24; struct.wide base-test 64
// CHANGES dtrans-shuffle<seed=1>: struct.record shuffle 114; struct.wide shuffle 168
// CHANGES dtrans-shuffle<seed=2>: struct.record shuffle 88; struct.wide shuffle 160
// CHANGES dtrans-shuffle<seed=3>: struct.record shuffle 96; struct.wide shuffle 136
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.wide reorder-fields 48
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.wide reorder-fields 48
// CHANGES dtrans-aos-to-soa: struct.record aos-to-soa; struct.wide aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.record aos-to-soa; struct.wide aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.record aos-to-soa; struct.wide aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.record shuffle+aos-to-soa; struct.wide shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.record aos-to-soa+shuffle; struct.wide aos-to-soa+reorder-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.record aos-to-soa; struct.wide reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.record split; struct.wide split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.record shuffle+split+shuffle; struct.wide shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.record split; struct.wide reorder-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.record shuffle 88; struct.wide shuffle 152
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.wide reorder-fields 48
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.record shuffle 88; struct.wide shuffle 144
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.wide reorder-fields 48
// CHANGES hir-canonicalize,hir-identity: depth(); find(); main(); sum_counts()
// CHANGES hir-canonicalize<join>,hir-identity<join>: depth(); find(); main(); sum_counts()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
