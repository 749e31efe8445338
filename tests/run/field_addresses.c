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
