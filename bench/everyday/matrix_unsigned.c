/* The product of flat matrices with unsigned sizes and indexes. */
#include "hand.h"

NOINLINE void multiply(unsigned rows, unsigned n, double *c, const double *a, const double *b) {
#ifdef HAND
    hand_product_by_rows(c, n, (int)rows, (int)n, (int)n, a, n, b, n);
#else
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < n; j++) {
            double sum = 0;
            for (unsigned k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
#endif
}

int main(void) {
    unsigned rows = (unsigned)at_run_time(SCALED(224)), n = (unsigned)at_run_time(SCALED(768));
    double *a = some_doubles((size_t)rows * n, 1), *b = some_doubles((size_t)n * n, 2);
    double *c = some_doubles((size_t)rows * n, 3);
    multiply(rows, n, c, a, b);
    print_doubles("c", c, (size_t)rows * n);
    free(a);
    free(b);
    free(c);
}
