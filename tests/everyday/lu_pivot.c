// RUN: %python %tests/everyday/everyday.py %s
/* LU with rows that are exchanged in their table. */
#include "everyday.h"
enum { N = 40 };
int decompose(int n, double **a, int *order) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[best][k]))
                best = i;
        if (a[best][k] == 0)
            return k;
        double *row = a[k];
        a[k] = a[best], a[best] = row;
        order[k] = best;
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
    return n;
}
int main(void) {
    static double x[N * N];
    double *rows[N];
    int order[N] = {0};
    for (int round = 0; round < 3; round++) {
        fill(x, N * N);
        for (int i = 0; i < N; i++)
            rows[i] = x + (round == 1 ? i * N - i : i * N);
        if (round == 2)
            rows[9] = rows[10];
        printf("%d\n", decompose(N, rows, order));
        show("factors", x, sizeof x);
        show("order", order, sizeof order);
    }
}

// CHANGES hir-optimize: nothing
