// RUN: %compare %s
// An allocation whose size cannot be counted in bytes fails, and what was there stays as it is.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct cell {
    long key;
    int a, b;
    char tag;
};

static struct cell *cells;
static size_t room;

/* As programs do it that do not know how much they will be asked for. */
__attribute__((noinline)) static int grow(size_t n) {
    struct cell *more = reallocarray(cells, n, sizeof *more);
    if (!more)
        return 0;
    cells = more;
    room = n;
    return 1;
}

static long sum(void) {
    long s = 0;
    for (int k = 0; k < 20; k++)
        for (size_t i = 0; i < room; i++)
            s += cells[i].key;
    return s;
}

int main(int argc, char **argv) {
    (void)argv;
    volatile size_t huge = SIZE_MAX / sizeof(struct cell) + (size_t)argc;
    printf("%d\n", grow(100));
    for (int i = 0; i < 100; i++)
        cells[i] = (struct cell){i, i + 1, i + 2, (char)(i % 7)};
    long before = sum();
    for (int shift = 50; shift < 64; shift++)
        if (grow((size_t)1 << shift) || grow(((size_t)1 << shift) + 1))
            puts("more memory than there can be");
    printf("%d %d\n", grow(huge), grow(huge + 1));
    printf("%d\n", grow(200));
    for (int i = 100; i < 200; i++)
        cells[i] = (struct cell){1, 2, 3, 4};
    printf("%ld %ld %d\n", before, sum(), cells[99].b + cells[99].a + cells[99].tag);
    free(cells);
    return 0;
}

// CHANGES dtrans-base-test: struct.cell base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.cell base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.cell shuffle 110
// CHANGES dtrans-shuffle<seed=2>: struct.cell shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.cell shuffle 81
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: struct.cell aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.cell aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.cell aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cell shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.cell aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cell aos-to-soa
// CHANGES dtrans-split<force>: struct.cell split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cell shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cell split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cell shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cell shuffle 103
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: main(); sum()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); sum()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: sum() hoisting-of-the-guard
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: sum() hoisting-of-the-guard
// CHANGES hir-optimize: sum() unroll-and-jam
