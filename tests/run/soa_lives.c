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
