// RUN: %compare %s
/* Matrices of structs in one block: rows by index, by pointer, by pointer to an array. */
// private: struct cell, struct matrix
#include <stdio.h>
#include <stdlib.h>

struct cell {
    char sign;
    double re;
    short order;
    double im;
};
struct matrix {
    unsigned char rows, columns;
    struct cell *at;
};

static struct matrix *make(int rows, int columns) {
    struct matrix *m = malloc(sizeof *m);
    m->rows = (unsigned char)rows;
    m->columns = (unsigned char)columns;
    m->at = malloc((size_t)rows * (size_t)columns * sizeof *m->at);
    struct cell *c = m->at;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++, c++) {
            c->re = i + 1;
            c->im = j - i;
            c->order = (short)(i * columns + j);
            c->sign = (i + j) % 2 ? '-' : '+';
        }
    return m;
}
static struct cell *cell(const struct matrix *m, int i, int j) { return &m->at[i * m->columns + j]; }

static struct matrix *multiply(const struct matrix *a, const struct matrix *b) {
    struct matrix *m = make(a->rows, b->columns);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++) {
            struct cell sum = {'+', 0, 0, 0};
            for (int k = 0; k < a->columns; k++) {
                const struct cell *x = cell(a, i, k), *y = cell(b, k, j);
                double s = (x->sign == y->sign) ? 1 : -1;
                sum.re += s * (x->re * y->re - x->im * y->im);
                sum.im += s * (x->re * y->im + x->im * y->re);
                sum.order = (short)(sum.order + x->order * y->order % 7);
            }
            *cell(m, i, j) = sum;
        }
    return m;
}

static double trace(struct cell (*rows)[4], int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += rows[i][i].re - rows[i][3 - i].im;
    return sum;
}

static void show(const struct matrix *m) {
    for (int i = 0; i < m->rows; i++) {
        for (int j = 0; j < m->columns; j++) {
            struct cell c = *cell(m, i, j);
            printf("%c%g%+gi/%d ", c.sign, c.re, c.im, c.order);
        }
        printf("\n");
    }
}

int main(void) {
    struct matrix *a = make(3, 4), *b = make(4, 3);
    struct matrix *c = multiply(a, b);
    show(a);
    show(c);
    struct cell(*square)[4] = calloc(4, sizeof *square);
    for (int i = 0; i < 16; i++)
        square[i / 4][i % 4] = a->at[i % 12];
    for (int i = 0; i < 4; i++)
        square[i][i].re *= 2;
    double t = trace(square, 4);
    printf("%g\n", t);
    free(square);
    free(a->at), free(b->at), free(c->at);
    free(a), free(b), free(c);
    return (int)t & 63;
}

// CHANGES dtrans-base-test: struct.cell base-test 32; struct.matrix base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.cell base-test 32; struct.matrix base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.cell shuffle 112; struct.matrix shuffle 91
// CHANGES dtrans-shuffle<seed=2>: struct.cell shuffle 112; struct.matrix shuffle 96
// CHANGES dtrans-shuffle<seed=3>: struct.cell shuffle 83; struct.matrix shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.cell reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.cell reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cell shuffle 104; struct.matrix shuffle 104
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.cell reorder-fields+shuffle 112; struct.matrix shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cell reorder-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cell shuffle+shuffle 104; struct.matrix shuffle+shuffle 120
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cell reorder-fields 24
// CHANGES dtrans-pool<force>: struct.matrix pool 16
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cell shuffle 104; struct.matrix shuffle+pool 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.cell reorder-fields 24; struct.matrix pool 16
// CHANGES dtrans-pool<force;split>: struct.matrix pool 16
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cell shuffle 105; struct.matrix shuffle+pool 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.cell reorder-fields 24; struct.matrix pool 16
// CHANGES hir-canonicalize,hir-identity: main(); make(); multiply(); show(); trace()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); make(); multiply(); show(); trace()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: make() distribution+hoisting-of-the-guard+sinking-into-the-start
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: make() distribution+hoisting-of-the-guard+sinking-into-the-start
// CHANGES hir-optimize: nothing
