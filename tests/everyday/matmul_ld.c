// RUN: %python %tests/everyday/everyday.py %s
/* A product with leading dimensions: rows may be longer than their stride, and lie anywhere. */
#include "everyday.h"
void multiply(int n, int m, int l, const double *a, int lda, const double *b, int ldb, double *c,
              int ldc) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i * ldc + j] += a[i * lda + k] * b[k * ldb + j];
}
int main(void) {
    size_t count = 9000;
    double *x = room(count, sizeof *x), *y = room(count, sizeof *y), *z = room(count, sizeof *z);
    fill(x, count), fill(y, count);
    multiply(40, 41, 42, x, 42, y, 41, z, 41);
    multiply(40, 41, 42, x, 60, y, 61, z, 62);
    show("apart", z, count * sizeof *z);
    multiply(40, 41, 42, x, 42, y, 41, z, 5);
    show("short rows of c", z, count * sizeof *z);
    multiply(40, 41, 42, x, 0, y, 1, z, 0);
    show("one row", z, count * sizeof *z);
    multiply(40, 41, 42, x + 5000, -42, y + 4000, -41, z + 3000, -41);
    show("upside down", z, count * sizeof *z);
    multiply(40, 41, 42, z, 41, z + 7, 43, z + 50, 47);
    show("overlapping", z, count * sizeof *z);
    free(x), free(y), free(z);
}

// CHANGES hir-optimize: multiply()
