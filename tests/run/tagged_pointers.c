// RUN: %compare %s
/* Pointers with marks in their low bits: what they point to is not for moving about. */
// refused: struct tagged
// private: struct plain
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct tagged {
    char c;
    uintptr_t next;
    short value;
};
struct plain {
    char c;
    long sum;
    short count;
    struct plain *next;
};

static struct tagged *strip(uintptr_t p) { return (struct tagged *)(p & ~(uintptr_t)3); }

static uintptr_t push(uintptr_t list, short value) {
    struct tagged *t = malloc(sizeof *t);
    t->c = (char)('a' + value % 26);
    t->value = value;
    t->next = list;
    return (uintptr_t)t | (uintptr_t)(value % 3);
}

int main(void) {
    uintptr_t list = 0;
    struct plain *sums = NULL;
    for (short i = 0; i < 20; i++)
        list = push(list, (short)(i * 7 % 20));
    for (int mark = 0; mark < 3; mark++) {
        struct plain *p = calloc(1, sizeof *p);
        p->c = (char)('0' + mark);
        p->next = sums;
        sums = p;
        for (uintptr_t at = list; at; at = strip(at)->next)
            if ((int)(at & 3) == mark) {
                printf("%c%d ", strip(at)->c, strip(at)->value);
                p->sum += strip(at)->value;
                p->count++;
            }
        printf("\n");
    }
    int count = 0;
    while (sums) {
        struct plain *next = sums->next;
        printf("%c %ld %d\n", sums->c, sums->sum, sums->count);
        count = count * 10 + sums->count;
        free(sums);
        sums = next;
    }
    while (list) {
        struct tagged *t = strip(list);
        list = t->next;
        free(t);
    }
    return count & 127;
}

// CHANGES dtrans-base-test: struct.plain base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.plain base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.plain shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.plain shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.plain shuffle 83
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.plain reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.plain reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.plain shuffle 104
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.plain reorder-fields+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.plain reorder-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.plain shuffle+shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.plain reorder-fields 24
// CHANGES dtrans-pool<force>: struct.plain pool 16
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.plain shuffle+pool 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.plain reorder-fields+pool 16
// CHANGES dtrans-pool<force;split>: struct.plain pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.plain shuffle+pool 101
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.plain reorder-fields+pool 24
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
