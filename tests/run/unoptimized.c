// RUN: %compare %s
/* Functions that no pass of LLVM's touches: what the front end writes for structs by value stays,
 * also where one member is all there is, and is copied as that. */
// private: struct row, struct pair
#include <stdio.h>
#include <stdlib.h>

#pragma clang optimize off

struct row { float v[3]; };
struct pair { int a; double b; };

static struct row row_next(struct row r) { r.v[0] += r.v[2]; r.v[2] -= 1; return r; }
static struct pair pair_next(struct pair p) { return (struct pair){p.a + 1, p.b * 2}; }

int main(void) {
    struct row *rows = malloc(4 * sizeof *rows);
    struct pair *pairs = malloc(4 * sizeof *pairs);
    if (!rows || !pairs)
        return 1;
    for (int i = 0; i < 4; i++) {
        rows[i] = row_next((struct row){{(float)i, 1, 2}});
        rows[i] = row_next(rows[i]);
        pairs[i] = pair_next((struct pair){i, i * 0.5});
    }
    for (int i = 0; i < 4; i++)
        printf("%g %g %g, %d %g\n", rows[i].v[0], rows[i].v[1], rows[i].v[2], pairs[i].a,
               pairs[i].b);
    free(rows);
    free(pairs);
    return 0;
}

// CHANGES dtrans-base-test: struct.pair base-test 16; struct.row base-test 12
// CHANGES dtrans-base-test<ptr-as-int>: struct.pair base-test 16; struct.row base-test 12
// CHANGES dtrans-shuffle<seed=1>: struct.pair shuffle 76; struct.row shuffle 84
// CHANGES dtrans-shuffle<seed=2>: struct.pair shuffle 80; struct.row shuffle 76
// CHANGES dtrans-shuffle<seed=3>: struct.pair shuffle 80; struct.row shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.pair shuffle 77; struct.row shuffle 76
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.pair shuffle 80; struct.row shuffle 76
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.pair shuffle+shuffle 97; struct.row shuffle+shuffle 86
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.pair shuffle 77; struct.row shuffle 76
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.pair shuffle 80; struct.row shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
