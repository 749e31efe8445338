// RUN: %python %tests/everyday/everyday.py %s
/* A product of tables of rows, which may be the same, share elements, or stand in any order. */
#include "everyday.h"
enum { N = 40 };
void multiply(int n, double **a, double **b, double **c) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}
static void rows(double **to, double *from, int step) {
    for (int i = 0; i < N; i++)
        to[i] = from + i * step;
}
int main(void) {
    static double x[N * (N + 1)], y[N * (N + 1)], z[N * (N + 1)];
    double *a[N], *b[N], *c[N];
    fill(x, N * (N + 1)), fill(y, N * (N + 1));
    rows(a, x, N), rows(b, y, N), rows(c, z, N);
    multiply(N, a, b, c);
    show("apart", z, sizeof z);
    rows(c, z, N + 1), c[7] = c[3], b[2] = b[9];
    multiply(N, a, b, c);
    show("equal rows", z, sizeof z);
    rows(c, z, 1);
    multiply(N, a, b, c);
    show("shifted rows", z, sizeof z);
    rows(c, z, N), a[5] = c[11], b[30] = c[2];
    multiply(N, a, b, c);
    show("a row of the result", z, sizeof z);
    for (int i = 0; i < N; i++)
        a[i] = x;
    multiply(N, a, b, a);
    show("one row", x, sizeof x);
}

// CHANGES hir-optimize: multiply()
