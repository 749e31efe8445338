// RUN: %compare %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// CHECK: {{[3-9]}} types changed by dtrans-aos-to-soa
/* Global arrays: zero, with initializers, with pointers into themselves and one another, in two
 * dimensions; variables and structs that are initialised with addresses in them. */
#include <stdio.h>
#include <string.h>

struct cell {
    int x, y;
    struct cell *to;
    double v;
};
struct city {
    long people;
    struct city *near;
    const char *name;
    struct cell *at;
};
struct square {
    char piece;
    int moves;
    struct square *from;
};
struct tour {
    int id;
    struct city *first, *last;
};

static struct cell cells[30];
static struct city cities[5] = {
    {100, &cities[2], "a", &cells[3]},
    {200, &cities[0], "b", &cells[0]},
    {300, NULL, "c", NULL},
    {400, &cities[4], "d", cells + 29},
    {500, cities + 1, "e", &cells[7]},
};
static struct square board[4][6];
static struct city *capital = &cities[3];
static struct cell *end = cells + 30;
static long *people = &cities[1].people;
static double *value = &cells[4].v;
static struct tour tours[2] = {{1, cities, cities + 4}, {2, &cities[2], NULL}};

static void link_cells(struct cell *from, struct cell *to) {
    for (; from < to; from++) {
        from->x = (int)(from - cells);
        from->y = from->x * from->x % 13;
        from->to = from + 1 == to ? NULL : from + 1;
        from->v = from->x / 4.0;
    }
}
static int walk(const struct city *c) {
    int n = 0;
    for (; c && n < 10; c = c->near, n++)
        printf("%s%ld%s ", c->name, c->people, c->at ? "+" : "");
    return n;
}
static struct square *at(int row, int column) {
    return &board[row][column];
}

int main(void) {
    link_cells(cells, end);
    *value += 100;
    *people += 7;
    double sum = 0;
    for (const struct cell *c = cells; c; c = c->to)
        sum += c->v * c->y;
    printf("%g %td\n", sum, end - cells);
    printf("%d %d %d\n", walk(capital), walk(tours[0].first), walk(tours[1].first));
    printf("%td %d\n", tours[0].last - tours[0].first, tours[1].last == NULL);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 6; k++) {
            at(i, k)->piece = (char)('a' + i + k);
            at(i, k)->moves = i * k;
            at(i, k)->from = k ? at(i, k - 1) : i ? at(i - 1, 5) : NULL;
        }
    int moves = 0;
    for (struct square *s = at(3, 5); s; s = s->from) {
        moves += s->moves;
        putchar(s->piece);
    }
    printf(" %d %td\n", moves, at(2, moves % 2) - at(0, 0));
    memset(cells, 0, sizeof cells);
    memset(&board[1][2], 0, sizeof board[1][2]);
    printf("%d %g %d %d %d\n", cells[9].x, cells[4].v, cells[5].to == NULL, board[1][2].piece,
           board[1][3].moves);
    return 0;
}

// CHANGES dtrans-base-test: struct.cell base-test 24; struct.city base-test 32; struct.square base-test 16; struct.tour base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.cell base-test 24; struct.city base-test 32; struct.square base-test 16; struct.tour base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.cell shuffle 128; struct.city shuffle 110; struct.square shuffle 104; struct.tour shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.cell shuffle 96; struct.city shuffle 96; struct.square shuffle 88; struct.tour shuffle 88
// CHANGES dtrans-shuffle<seed=3>: struct.cell shuffle 104; struct.city shuffle 106; struct.square shuffle 88; struct.tour shuffle 91
// CHANGES dtrans-delete-fields: struct.tour delete-fields 16
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.tour delete-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.cell aos-to-soa -; struct.city aos-to-soa -; struct.square aos-to-soa -; struct.tour aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.cell aos-to-soa -; struct.city aos-to-soa -; struct.square aos-to-soa -; struct.tour aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.city aos-to-soa -; struct.square aos-to-soa -
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cell shuffle+aos-to-soa -; struct.city shuffle+aos-to-soa -; struct.square shuffle+aos-to-soa -; struct.tour shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.cell aos-to-soa -; struct.city aos-to-soa -; struct.square aos-to-soa -; struct.tour aos-to-soa -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cell aos-to-soa -; struct.city aos-to-soa -; struct.square aos-to-soa -; struct.tour delete-fields+aos-to-soa -
// CHANGES dtrans-split<force>: struct.cell split -; struct.city split -; struct.square split -; struct.tour split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cell shuffle+split -; struct.city shuffle+split+shuffle; struct.square shuffle+shuffle 77; struct.tour shuffle+split -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cell split -; struct.city split -; struct.square split -; struct.tour delete-fields+split -
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cell shuffle 96; struct.city shuffle 96; struct.square shuffle 88; struct.tour shuffle 99
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.tour delete-fields 16
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cell shuffle 88; struct.city shuffle 120; struct.square shuffle 85; struct.tour shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.tour delete-fields 16
// CHANGES hir-canonicalize,hir-identity: link_cells(); main(); walk()
// CHANGES hir-canonicalize<join>,hir-identity<join>: link_cells(); main(); walk()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: link_cells() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: link_cells() distribution
// CHANGES hir-optimize: main() unroll-and-jam
