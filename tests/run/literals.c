// RUN: %compare %s
/* Compound literals and designated initializers with holes between the fields, into heap objects. */
// private: struct job, struct span, struct limits
#include <stdio.h>
#include <stdlib.h>

struct span {
    char unit;
    int from, to;
};
struct limits {
    short low;
    long high;
    char strict;
};
struct job {
    char state;
    struct span span;
    double cost;
    struct limits limits[2];
    char tail;
    struct job *next;
};

static long sum(const struct job *j) {
    return j->state + j->span.unit + j->span.from * 3 + j->span.to * 5 + (long)(j->cost * 8) +
           j->limits[0].low + j->limits[0].high + j->limits[1].low * 7 + j->limits[1].high +
           j->limits[1].strict + j->tail;
}

static struct job *clone(const struct job *from, struct job *next) {
    struct job *j = malloc(sizeof *j);
    *j = *from;
    j->next = next;
    return j;
}

static long limits_sum(const struct limits *l, int n) {
    long s = 0;
    for (int i = 0; i < n; i++)
        s = s * 3 + l[i].low + l[i].high + l[i].strict;
    return s;
}

int main(void) {
    struct job *list = NULL;
    list = clone(&(struct job){.state = 'r', .cost = 1.5}, list);
    list = clone(&(struct job){'w', {'s', 1, 2}, 3, {{1, 2, 3}, {4, 5, 6}}, 't', NULL}, list);
    list = clone(&(struct job){.limits[1] = {.high = 99}, .span.to = 4, .tail = '.'}, list);
    for (int i = 0; i < 5; i++) {
        list = clone(list, list);
        list->span = (struct span){.to = i, .unit = (char)('a' + i)};
        list->limits[i % 2] = (struct limits){(short)i, i * 100L, (char)(i % 2)};
        if (i == 3)
            *list = (struct job){.next = list->next, .cost = list->cost + 1};
    }
    for (struct job *j = list; j; j = j->next)
        printf("%d %d %d-%d %g %ld %d\n", j->state, j->span.unit, j->span.from, j->span.to, j->cost,
               sum(j), j->tail);
    struct limits *table = malloc(4 * sizeof *table);
    table[0] = (struct limits){1, 10, 'y'};
    table[1] = (struct limits){.strict = 'n'};
    table[2] = list->limits[0];
    table[3] = *(const struct limits[]){{7, 8, 9}, {0}};
    printf("%ld %ld\n", limits_sum(table, 4),
           limits_sum((struct limits[]){{.low = 3}, {.high = 4}, {.strict = 5}}, 3));
    long total = 0;
    while (list) {
        struct job *next = list->next;
        total = total * 5 % 10007 + sum(list);
        free(list);
        list = next;
    }
    printf("%ld\n", total);
    free(table);
    return (int)(total % 128);
}

// CHANGES dtrans-base-test: struct.job base-test 88; struct.limits base-test 24; struct.span base-test 12
// CHANGES dtrans-base-test<ptr-as-int>: struct.job base-test 88; struct.limits base-test 24; struct.span base-test 12
// CHANGES dtrans-shuffle<seed=1>: struct.job shuffle 392; struct.limits shuffle 96; struct.span shuffle 96
// CHANGES dtrans-shuffle<seed=2>: struct.job shuffle 392; struct.limits shuffle 96; struct.span shuffle 76
// CHANGES dtrans-shuffle<seed=3>: struct.job shuffle 440; struct.limits shuffle 112; struct.span shuffle 100
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.job reorder-fields 64; struct.limits reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.job reorder-fields 64; struct.limits reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.job shuffle 384; struct.limits shuffle 88; struct.span shuffle 92
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.job reorder-fields+shuffle 432; struct.limits reorder-fields+shuffle 88; struct.span shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.job reorder-fields 64; struct.limits reorder-fields 16
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.job shuffle+shuffle 480; struct.limits shuffle+shuffle 112; struct.span shuffle+shuffle 100
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.job reorder-fields 64; struct.limits reorder-fields 16
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.job shuffle 384; struct.limits shuffle 88; struct.span shuffle 92
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.job reorder-fields 64; struct.limits reorder-fields 16
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.job shuffle 344; struct.limits shuffle 80; struct.span shuffle 84
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.job reorder-fields 64; struct.limits reorder-fields 16
// CHANGES hir-canonicalize,hir-identity: limits_sum(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: limits_sum(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
