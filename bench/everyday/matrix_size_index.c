/* The product of flat matrices with sizes and indexes of type size_t. */
#include "hand.h"

NOINLINE void multiply(size_t rows, size_t n, double *c, const double *a, const double *b) {
#ifdef HAND
    hand_product_by_rows(c, n, (int)rows, (int)n, (int)n, a, n, b, n);
#else
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
#endif
}

int main(void) {
    size_t rows = (size_t)at_run_time(SCALED(224)), n = (size_t)at_run_time(SCALED(768));
    double *a = some_doubles((size_t)rows * n, 1), *b = some_doubles((size_t)n * n, 2);
    double *c = some_doubles((size_t)rows * n, 3);
    multiply(rows, n, c, a, b);
    print_doubles("c", c, (size_t)rows * n);
    free(a);
    free(b);
    free(c);
}
