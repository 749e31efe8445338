// RUN: %python %tests/everyday/everyday.py %s
/* Vectors of the compiler's own, in nests beside plain numbers. */
#include "everyday.h"
typedef double four __attribute__((vector_size(32)));
enum { N = 32, M = 24 };
static four a[N][M], b[N][M];
void add(int n, int m, four (*x)[M], four (*y)[M]) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            x[i][j] += y[i][j] * (four){1, 2, 3, 0.5};
}
void lanes(int n, int m, double *x, const four (*y)[M]) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            x[i * m + j] += y[i][j][j & 3];
}
int main(void) {
    static double x[N * M * 5];
    fill((double *)a, N * M * 4), fill((double *)b, N * M * 4);
    add(N, M, a, b), add(N - 1, M, a + 1, a), add(N, M, b, b), add(N - 8, M + 5, a, b);
    lanes(N, M, x, (void *)a), lanes(N, M, (double *)a, (void *)a);
    lanes(N - 1, M, (double *)(b + 1), (void *)b);
    show("a", a, sizeof a), show("b", b, sizeof b), show("x", x, sizeof x);
}

// CHANGES hir-optimize: add() lanes()
