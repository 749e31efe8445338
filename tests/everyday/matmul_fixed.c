// RUN: %python %tests/everyday/everyday.py %s
/* A product with run-time bounds in matrices of fixed size; bounds beyond a dimension reach into the
 * next row. */
#include "everyday.h"
enum { N = 40, M = 36 };
static double a[N * 2][M], b[N * 2][M], c[N * 2][M];
void multiply(int n, int m, int l, double (*x)[M], double (*y)[M], double (*z)[M]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                z[i][j] += x[i][k] * y[k][j];
}
int main(void) {
    fill(&a[0][0], sizeof a / sizeof(double));
    fill(&b[0][0], sizeof b / sizeof(double));
    multiply(N, M, M, a, b, c);
    show("within", c, sizeof c);
    multiply(N, M + 9, M, a, b, c);
    show("wider", c, sizeof c);
    multiply(N, M, M + 30, a, b, c);
    show("longer", c, sizeof c);
    multiply(N, M, M, a, b, a);
    show("in place", a, sizeof a);
    multiply(N, M + 1, M, a, a, a);
    multiply(0, M, M, a, b, c);
    multiply(N, -3, M, a, b, c);
    show("all one", a, sizeof a);
}

// CHANGES hir-optimize: multiply()
