// RUN: %compare %s
/* Addresses of fields passed on: out parameters, library functions that fill one field, swaps,
 * pointers to fields kept for a while. */
// private: struct reading, struct meter
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct reading {
    char unit;
    double whole;
    int exponent;
    double part;
    short rank;
};
struct meter {
    unsigned char id;
    long total;
    struct reading last;
    long peak;
    struct meter *next;
    char *rest;
};

static void bump(long *value, long by) { *value += by; }
static void keep_max(long *max, const long *value) {
    if (*value > *max)
        *max = *value;
}
static void swap_doubles(double *a, double *b) {
    double t = *a;
    *a = *b;
    *b = t;
}
static void rank(short *out, const struct reading *r) { *out = (short)(r->whole + r->exponent); }

static long *pick(struct meter *m, int which) { return which ? &m->total : &m->peak; }

static void read_into(struct meter *m, const char *text) {
    double value = strtod(text, &m->rest);
    m->last.part = modf(value, &m->last.whole);
    m->last.part = frexp(m->last.part, &m->last.exponent);
    m->last.unit = *m->rest ? *m->rest : '-';
    rank(&m->last.rank, &m->last);
    if (m->last.whole < m->last.part)
        swap_doubles(&m->last.whole, &m->last.part);
    bump(&m->total, m->last.rank);
    keep_max(&m->peak, &m->total);
}

int main(void) {
    static const char *const texts[] = {"12.5V", "-3.75A", "0.0625", "1e3W", "99.99%"};
    struct meter *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct meter *m = calloc(1, sizeof *m);
        m->id = (unsigned char)i;
        m->next = list;
        list = m;
    }
    struct meter *m = list;
    for (int i = 0; i < 12; i++, m = m->next ? m->next : list) {
        read_into(m, texts[i % 5]);
        printf("%u %c %g %d %g %d %ld %ld %s\n", m->id, m->last.unit, m->last.whole,
               m->last.exponent, m->last.part, m->last.rank, m->total, m->peak, m->rest);
        *pick(m, i & 1) += i;
    }
    long sum = 0;
    while (list) {
        struct meter *next = list->next;
        for (int i = 0; i < 2; i++)
            sum = sum * 7 % 1009 + *pick(list, i);
        free(list);
        list = next;
    }
    printf("%ld\n", sum);
    return (int)(sum & 127);
}

// CHANGES dtrans-base-test: struct.meter base-test 80; struct.reading base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.meter base-test 80; struct.reading base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.meter shuffle 232; struct.reading shuffle 88
// CHANGES dtrans-shuffle<seed=2>: struct.meter shuffle 256; struct.reading shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.meter shuffle 224; struct.reading shuffle 112
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.meter reorder-fields 64; struct.reading reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.meter reorder-fields 64; struct.reading reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.meter shuffle 224; struct.reading shuffle 104
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.meter reorder-fields+shuffle 280; struct.reading reorder-fields+shuffle 128
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.meter reorder-fields 64; struct.reading reorder-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.meter shuffle+shuffle 296; struct.reading shuffle+shuffle 128
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.meter reorder-fields 64; struct.reading reorder-fields 24
// CHANGES dtrans-pool<force>: struct.meter pool 72
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.meter shuffle+pool 136; struct.reading shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.meter reorder-fields+pool 56; struct.reading reorder-fields 24
// CHANGES dtrans-pool<force;split>: struct.meter pool 72
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.meter shuffle+pool 144; struct.reading shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.meter reorder-fields+pool 56; struct.reading reorder-fields 24
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
