// RUN: %python %tests/everyday/everyday.py %s
/* Triangles with run-time bounds. */
#include "everyday.h"
void product(int n, double c[n][n], double a[n][n], double b[n][n]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = i + 1; k < n; k++)
                c[i][j] += a[k][i] * b[k][j];
}
void solve(int n, int m, double x[n][m], double l[n][n]) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++)
                x[i][j] -= l[i][k] * x[k][j];
            x[i][j] /= l[i][i];
        }
}
void symmetric(int n, double c[n][n], double a[n][n]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[k][i] * a[k][j];
}
int main(void) {
    int n = 45;
    size_t count = 2 * 45 * 45;
    double *x = room(count, sizeof *x), *y = room(count, sizeof *y), *z = room(count, sizeof *z);
    fill(x, count), fill(y, count), fill(z, count);
    product(n, (void *)z, (void *)x, (void *)y);
    product(n, (void *)z, (void *)z, (void *)y);
    product(n, (void *)(z + 46), (void *)x, (void *)z);
    show("product", z, count * sizeof *z);
    for (int i = 0; i < n; i++)
        y[i * n + i] = 2 + i;
    solve(n, 60, (void *)x, (void *)y);
    show("solve", x, count * sizeof *x);
    solve(n, n, (void *)y, (void *)y);
    show("solve itself", y, count * sizeof *y);
    symmetric(n, (void *)z, (void *)x);
    symmetric(n, (void *)x, (void *)x);
    symmetric(n, (void *)(x + 1), (void *)x);
    show("symmetric", z, count * sizeof *z);
    show("symmetric itself", x, count * sizeof *x);
    free(x), free(y), free(z);
}

// CHANGES hir-optimize: product() solve() symmetric()
