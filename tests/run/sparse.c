// RUN: %compare %s
/* A sparse matrix: cells linked along rows and along columns, heads in two arrays of pointers. */
// private: struct cell, struct sparse
#include <stdio.h>
#include <stdlib.h>

struct cell {
    short row;
    double value;
    short column;
    struct cell *right, *down;
};
struct sparse {
    int size;
    struct cell **rows, **columns;
    short cells;
};

static struct sparse *make(int size) {
    struct sparse *m = malloc(sizeof *m);
    m->size = size;
    m->cells = 0;
    m->rows = calloc((size_t)size, sizeof *m->rows);
    m->columns = calloc((size_t)size, sizeof(struct cell *));
    return m;
}

static struct cell *at(struct sparse *m, int row, int column) {
    struct cell **across = &m->rows[row], **along = &m->columns[column];
    while (*across && (*across)->column < column)
        across = &(*across)->right;
    if (*across && (*across)->column == column)
        return *across;
    while (*along && (*along)->row < row)
        along = &(*along)->down;
    struct cell *c = malloc(sizeof *c);
    c->row = (short)row;
    c->column = (short)column;
    c->value = 0;
    c->right = *across;
    c->down = *along;
    *across = *along = c;
    m->cells++;
    return c;
}

static struct sparse *multiply(const struct sparse *a, const struct sparse *b) {
    struct sparse *m = make(a->size);
    for (int i = 0; i < a->size; i++)
        for (const struct cell *x = a->rows[i]; x; x = x->right)
            for (const struct cell *y = b->rows[x->column]; y; y = y->right)
                at(m, i, y->column)->value += x->value * y->value;
    return m;
}

static double column_sums(const struct sparse *m) {
    double all = 0;
    for (int j = 0; j < m->size; j++) {
        double sum = 0;
        for (const struct cell *c = m->columns[j]; c; c = c->down)
            sum += c->value * (c->row + 1);
        printf("%g ", sum);
        all += sum;
    }
    printf("| %d cells\n", m->cells);
    return all;
}

static void drop(struct sparse *m) {
    for (int i = 0; i < m->size; i++)
        while (m->rows[i]) {
            struct cell *c = m->rows[i];
            m->rows[i] = c->right;
            free(c);
        }
    free(m->rows);
    free(m->columns);
    free(m);
}

int main(void) {
    struct sparse *a = make(9), *b = make(9);
    for (int i = 0; i < 25; i++) {
        at(a, i * 5 % 9, i * i % 9)->value += i;
        at(b, i * 7 % 9, i % 4)->value -= i / 2.0;
    }
    double sum = column_sums(a) + column_sums(b);
    struct sparse *c = multiply(a, b), *d = multiply(c, a);
    sum += column_sums(c) + column_sums(d);
    int cells = c->cells + d->cells;
    printf("%g %d\n", sum, cells);
    drop(a), drop(b), drop(c), drop(d);
    return cells;
}

// CHANGES dtrans-base-test: struct.cell base-test 40; struct.sparse base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.cell base-test 40; struct.sparse base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.cell shuffle 136; struct.sparse shuffle 103
// CHANGES dtrans-shuffle<seed=2>: struct.cell shuffle 144; struct.sparse shuffle 128
// CHANGES dtrans-shuffle<seed=3>: struct.cell shuffle 104; struct.sparse shuffle 96
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.cell reorder-fields 32; struct.sparse reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.cell reorder-fields 32; struct.sparse reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cell shuffle 120; struct.sparse shuffle 86
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.cell reorder-fields+shuffle 128; struct.sparse reorder-fields+shuffle 116
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cell reorder-fields 32; struct.sparse reorder-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cell shuffle+shuffle 120; struct.sparse shuffle+shuffle 116
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cell reorder-fields 32; struct.sparse reorder-fields 24
// CHANGES dtrans-pool<force>: struct.cell pool 24; struct.sparse pool 32
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cell shuffle+pool 24; struct.sparse shuffle+pool 86
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.cell reorder-fields+pool 24; struct.sparse reorder-fields+pool 24
// CHANGES dtrans-pool<force;split>: struct.cell pool 32; struct.sparse pool 32
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cell shuffle+pool 32; struct.sparse shuffle+pool 107
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.cell reorder-fields+pool 24; struct.sparse reorder-fields+pool 24
// CHANGES hir-canonicalize,hir-identity: at(); column_sums(); drop(); main(); multiply()
// CHANGES hir-canonicalize<join>,hir-identity<join>: at(); column_sums(); drop(); main(); multiply()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
