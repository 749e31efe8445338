// RUN: %compare %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// CHECK: {{[4-9]}} types changed by dtrans-aos-to-soa
/* Blocks that come and go: freed by the function that made them, on the stack, of a size known at
 * run time, one of two allocations, through wrappers; and blocks that are never freed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    int cost;
    struct job *after;
    double share;
};
struct slot {
    long sum;
    char used;
    struct slot *link;
};
struct part {
    int n;
    float f;
};
struct way {
    short a, b;
    struct way *back;
};
struct leak {
    int a;
    long b;
};

static void *xmalloc(size_t n) {
    void *p = malloc(n);
    if (!p)
        exit(3);
    return p;
}
static void xfree(void *p) {
    if (p)
        free(p);
}

static int chain(const struct job *j) {
    int cost = 0;
    for (; j; j = j->after)
        cost += j->cost;
    return cost;
}
static int schedule(int n) {
    struct job *jobs = malloc((size_t)n * sizeof *jobs);
    if (!jobs)
        return -1;
    for (int i = 0; i < n; i++) {
        jobs[i].cost = i * i % 7;
        jobs[i].after = i ? &jobs[i - 1] : NULL;
        jobs[i].share = 1.0 / (i + 1);
    }
    int cost = chain(jobs + n - 1);
    if (cost % 2) {
        free(jobs);
        return -cost;
    }
    cost += (int)(10 * jobs[n / 2].share);
    free(jobs);
    return cost;
}

static void mark(struct slot *s, long v) {
    s->sum += v;
    s->used = 1;
}
static long count(int n) {
    struct slot slots[16];
    memset(slots, 0, sizeof slots);
    for (int i = 0; i < n; i++) {
        mark(&slots[i % 16], i);
        slots[i % 16].link = &slots[i % 5];
    }
    long sum = 0;
    for (struct slot *s = slots; s < slots + 16; s++)
        sum += s->used ? s->sum * (s->link - slots + 1) : 1000;
    return sum;
}
static float parts(int n) {
    struct part some[n];
    float sum = 0;
    for (int i = 0; i < n; i++) {
        some[i].n = i;
        some[i].f = (float)i / 2;
    }
    for (struct part *p = some; p < &some[n]; p++)
        sum += p->f * (float)p->n;
    return sum;
}
static long leaky(int n) {
    struct leak *l = xmalloc((size_t)n * sizeof *l);
    long sum = 0;
    for (int i = 0; i < n; i++) {
        l[i].a = i;
        l[i].b = 2 * i;
    }
    for (int i = 0; i < n; i++)
        sum += l[i].a * l[i].b;
    return sum;
}

int main(int argc, char **argv) {
    (void)argv;
    for (int i = 1; i < 12; i++)
        printf("%d ", schedule(i));
    printf("\n%ld %ld %ld\n", count(3), count(20), count(64));
    printf("%g %g %ld %ld\n", parts(4), parts(9), leaky(5), leaky(6));
    struct way *ways;
    int n = 10;
    if (argc > 2)
        ways = calloc((size_t)n, sizeof *ways);
    else
        ways = xmalloc((size_t)n * sizeof *ways);
    for (int i = 0; i < n; i++)
        ways[i] = (struct way){(short)i, (short)(n - i), i > 1 ? ways + i - 2 : NULL};
    int sum = 0;
    for (struct way *w = ways + 9; w; w = w->back)
        sum += w->a * w->b;
    printf("%d\n", sum);
    xfree(ways);
    return 0;
}

// CHANGES dtrans-base-test: struct.job base-test 24; struct.leak base-test 16; struct.part base-test 8; struct.slot base-test 24; struct.way base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.job base-test 24; struct.leak base-test 16; struct.part base-test 8; struct.slot base-test 24; struct.way base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.job shuffle 88; struct.leak shuffle 120; struct.part shuffle 96; struct.slot shuffle 81; struct.way shuffle 106
// CHANGES dtrans-shuffle<seed=2>: struct.job shuffle 120; struct.leak shuffle 103; struct.part shuffle 92; struct.slot shuffle 104; struct.way shuffle 80
// CHANGES dtrans-shuffle<seed=3>: struct.job shuffle 96; struct.leak shuffle 80; struct.part shuffle 79; struct.slot shuffle 88; struct.way shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: struct.job aos-to-soa; struct.leak aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.job aos-to-soa; struct.leak aos-to-soa; struct.part aos-to-soa; struct.slot aos-to-soa; struct.way aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.job aos-to-soa; struct.leak aos-to-soa; struct.part aos-to-soa; struct.slot aos-to-soa; struct.way aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.job aos-to-soa; struct.leak aos-to-soa
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.job shuffle 89; struct.leak shuffle+aos-to-soa; struct.part shuffle+aos-to-soa; struct.slot shuffle+aos-to-soa; struct.way shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.job aos-to-soa+shuffle; struct.leak aos-to-soa+shuffle; struct.part aos-to-soa+shuffle; struct.slot aos-to-soa+shuffle; struct.way aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.job aos-to-soa; struct.leak aos-to-soa; struct.part aos-to-soa; struct.slot aos-to-soa; struct.way aos-to-soa
// CHANGES dtrans-split<force>: struct.job split; struct.leak split; struct.part split; struct.slot split; struct.way split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.job shuffle+split+shuffle; struct.leak shuffle+shuffle 79; struct.part shuffle+split+shuffle; struct.slot shuffle+split+shuffle; struct.way shuffle+shuffle 122
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.job split; struct.leak split; struct.part split; struct.slot split; struct.way split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.job shuffle 89; struct.leak shuffle 96; struct.part shuffle 96; struct.slot shuffle 112; struct.way shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.job shuffle 94; struct.leak shuffle 88; struct.part shuffle 108; struct.slot shuffle 102; struct.way shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: chain(); count(); leaky(); main(); parts(); schedule()
// CHANGES hir-canonicalize<join>,hir-identity<join>: chain(); count(); leaky(); main(); parts(); schedule()
// CHANGES hir-canonicalize<join>,hir-fuse: leaky() fusion
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: leaky() distribution; main() distribution; parts() distribution; schedule() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: leaky() distribution; main() distribution; parts() distribution; schedule() distribution
// CHANGES hir-optimize: nothing
