// RUN: %python %tests/everyday/everyday.py %s
/* Many small matrices, and tensors of four dimensions. */
#include "everyday.h"
enum { D = 4 };
void each(int count, double (*c)[D][D], double (*a)[D][D], double (*b)[D][D]) {
    for (int i = 0; i < D; i++)
        for (int j = 0; j < D; j++)
            for (int n = 0; n < count; n++) {
                c[n][i][j] = 0;
                for (int k = 0; k < D; k++)
                    c[n][i][j] += a[n][i][k] * b[n][k][j];
            }
}
void contract(int n, int m, int l, int k, double (*to)[9][10], double (*a)[9][11],
              double (*b)[10][11]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int h = 0; h < l; h++)
                for (int g = 0; g < k; g++)
                    to[i][j][h] += a[i][j][g] * b[i][h][g];
}
int main(void) {
    static double x[100][D][D], y[100][D][D], z[100][D][D];
    fill(&x[0][0][0], 1600), fill(&y[0][0][0], 1600);
    each(99, z, x, y), each(50, z, z, y), each(50, z + 1, z, y), each(0, z, x, y);
    each(60, (void *)&z[0][0][1], x, z);
    show("z", z, sizeof z);
    contract(8, 9, 10, 11, (void *)z, (void *)x, (void *)y);
    contract(8, 9, 12, 11, (void *)z, (void *)x, (void *)y);
    contract(7, 12, 10, 13, (void *)z, (void *)x, (void *)y);
    contract(8, 9, 10, 11, (void *)z, (void *)z, (void *)y);
    show("z", z, sizeof z);
}

// CHANGES hir-optimize: contract() each()
