// RUN: %python %tests/everyday/everyday.py %s
/* A product of variable-length arrays, also of an array with itself and with a window of it. */
#include "everyday.h"
void multiply(int n, int m, int l, double c[n][m], double a[n][l], double b[l][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < l; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}
int main(void) {
    int n = 45, m = 38, l = 50, most = 50;
    size_t count = 4 * (size_t)most * (size_t)most;
    double *x = room(count, sizeof *x), *y = room(count, sizeof *y), *z = room(count, sizeof *z);
    fill(x, count), fill(y, count);
    multiply(n, m, l, (void *)z, (void *)x, (void *)y);
    show("apart", z, count * sizeof *z);
    multiply(n, n, n, (void *)x, (void *)x, (void *)x);
    show("itself", x, count * sizeof *x);
    multiply(n, m, l, (void *)(y + 3), (void *)x, (void *)y);
    show("window", y, count * sizeof *y);
    multiply(n, m, l, (void *)(y + n), (void *)(y + 1), (void *)x);
    show("rows", y, count * sizeof *y);
    multiply(n, m, l, (void *)(x + l * m), (void *)y, (void *)x);
    show("behind", x, count * sizeof *x);
    multiply(n, m, l, (void *)(x + l * m - 1), (void *)y, (void *)x);
    show("touching", x, count * sizeof *x);
    free(x), free(y), free(z);
}

// CHANGES hir-optimize: multiply()
