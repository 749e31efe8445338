/* The product of matrices stored by columns, as libraries that came from Fortran want them. */
#include "hand.h"

static inline int at(int i, int j, int rows) {
    return i + j * rows;
}

NOINLINE void multiply(int n, int columns, double *c, const double *a, const double *b) {
#ifdef HAND
    hand_product(c, 1, (size_t)n, n, columns, n, (factor){a, 1, (size_t)n},
                 (factor){b, (size_t)n, 1});
#else
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[at(i, k, n)] * b[at(k, j, n)];
            c[at(i, j, n)] = sum;
        }
#endif
}

int main(void) {
    int n = at_run_time(SCALED(768)), columns = at_run_time(SCALED(224));
    double *a = some_doubles((size_t)n * n, 1), *b = some_doubles((size_t)n * columns, 2);
    double *c = some_doubles((size_t)n * columns, 3);
    multiply(n, columns, c, a, b);
    print_doubles("c", c, (size_t)n * columns);
    free(a);
    free(b);
    free(c);
}
