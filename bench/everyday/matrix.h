/* Matrices as structs, and the hand version of their product. */
#ifndef BENCH_EVERYDAY_MATRIX_H
#define BENCH_EVERYDAY_MATRIX_H

#include "hand.h"

typedef struct {
    int r, c;
    double *d;
} matrix;

static inline matrix *new_matrix(int rows, int columns, uint32_t seed) {
    matrix *made = allocate(sizeof *made);
    made->r = rows;
    made->c = columns;
    made->d = some_doubles((size_t)rows * columns, seed);
    return made;
}

static inline void free_matrix(matrix *m) {
    free(m->d);
    free(m);
}

static inline void hand_multiply(matrix *c, const matrix *a, const matrix *b) {
    hand_product_by_rows(c->d, (size_t)c->c, a->r, b->c, a->c, a->d, (size_t)a->c, b->d,
                         (size_t)b->c);
}

typedef void multiplication(matrix *c, const matrix *a, const matrix *b);

/* A few rows times a matrix beyond the caches. */
static inline void run_product(multiplication *multiply) {
    int rows = at_run_time(SCALED(128)), n = at_run_time(SCALED(1024));
    matrix *a = new_matrix(rows, n, 1), *b = new_matrix(n, n, 2), *c = new_matrix(rows, n, 3);
    multiply(c, a, b);
    print_doubles("c", c->d, (size_t)rows * n);
    free_matrix(a);
    free_matrix(b);
    free_matrix(c);
}

#endif
