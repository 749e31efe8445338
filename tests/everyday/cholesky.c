// RUN: %python %tests/everyday/everyday.py %s
/* Cholesky, which finds by errno or by hand that a matrix is not positive. */
#include "everyday.h"
int decompose(int n, double a[n][n]) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        errno = 0;
        a[i][i] = sqrt(a[i][i]);
        if (errno)
            return i;
    }
    return -1;
}
int main(void) {
    int n = 50;
    double *a = room(2500, sizeof *a);
    for (int round = 0; round < 3; round++) {
        fill(a, 2500);
        for (int i = 0; i < n; i++)
            a[i * n + i] = i == 20 * round ? -1 : n;
        if (!round)
            a[0] = n;
        int failed = decompose(n, (void *)a);
        printf("%d\n", failed);
        if (failed < 0)
            show("factor", a, 2500 * sizeof *a);
        else
            show("rows before", a, (size_t)(failed * n) * sizeof *a);
    }
    free(a);
}

// CHANGES hir-optimize: decompose()
