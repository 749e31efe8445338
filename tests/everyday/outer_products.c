// RUN: %python %tests/everyday/everyday.py %s
/* Updates by one vector times another, which may be a row or column of the matrix. */
#include "everyday.h"
void rank_one(int n, int m, double *a, int lda, const double *x, int stepx, const double *y,
              int stepy) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i * lda + j] += x[i * stepx] * y[j * stepy];
}
void kronecker(int n, int m, double to[n * m][n * m], double a[n][n], double b[m][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                for (int l = 0; l < m; l++)
                    to[j * m + l][i * m + k] = a[i][j] * b[l][k];
}
int main(void) {
    static double a[3000], x[3000], k[3000];
    fill(a, 3000), fill(x, 3000);
    rank_one(50, 40, a, 45, x, 1, x + 100, 2);
    rank_one(50, 40, a, 45, x + 400, -3, x + 200, 0);
    show("apart", a, sizeof a);
    rank_one(50, 40, a, 45, a + 3, 45, a + 90, 1);
    rank_one(50, 40, a, 1, a, 1, x, 1), rank_one(50, 40, a, 0, x, 1, x, 1);
    show("of itself", a, sizeof a);
    kronecker(6, 7, (void *)k, (void *)a, (void *)x);
    kronecker(6, 7, (void *)k, (void *)k, (void *)(k + 36));
    show("kronecker", k, sizeof k);
}

// CHANGES hir-optimize: rank_one()
