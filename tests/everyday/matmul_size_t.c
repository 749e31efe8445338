// RUN: %python %tests/everyday/everyday.py %s
/* Sizes in size_t, some made of ints. */
#include "everyday.h"
void multiply(const double *a, const double *b, double *c, int rows, int inner, int columns) {
    size_t n = (size_t)rows, l = (size_t)inner, m = (size_t)columns;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++) {
            double s = 0;
            for (size_t k = 0; k < l; k++)
                s += a[i * l + k] * b[k * m + j];
            c[i * m + j] = s;
        }
}
void columns_down(double *a, size_t n, size_t m) {
    for (size_t j = m; j-- > 0;)
        for (size_t i = n; i-- > 1;)
            a[i * m + j] -= a[(i - 1) * m + j] * 0.5;
}
int main(void) {
    size_t count = 2500;
    double *x = room(count, sizeof *x), *y = room(count, sizeof *y), *z = room(count, sizeof *z);
    fill(x, count), fill(y, count);
    multiply(x, y, z, 41, 42, 43);
    show("apart", z, count * sizeof *z);
    multiply(z, y, z + 1, 41, 42, 43);
    show("one on", z, count * sizeof *z);
    columns_down(z, 41, 43);
    columns_down(z, 0, 43);
    columns_down(z, 1, 43);
    show("down", z, count * sizeof *z);
    free(x), free(y), free(z);
}

// CHANGES hir-optimize: columns_down() multiply()
