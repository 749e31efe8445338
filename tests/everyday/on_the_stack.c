// RUN: %python %tests/everyday/everyday.py %s
/* Rows from alloca, local variable-length arrays, and nests that call themselves. */
#include "everyday.h"
#include <alloca.h>
double work(int n, int m, double seed, int depth) {
    double a[n][m], *rows[n], sum = 0;
    for (int i = 0; i < n; i++) {
        rows[i] = alloca((size_t)m * sizeof(double));
        for (int j = 0; j < m; j++)
            rows[i][j] = seed * (i - j);
    }
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i][j] = rows[i][j] + (i && j ? a[i - 1][j - 1] : seed);
    if (depth > 0)
        rows[depth % n][0] += work(m, n, seed / 2, depth - 1);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            sum += a[i][j] * rows[i][j];
    return sum;
}
void blocks(int n, int ld, double *c, const double *a, const double *b) {
    if (n > 12) {
        int h = n / 2;
        for (int q = 0; q < 8; q++)
            blocks(h, ld, c + (q & 1) * h + (q >> 1 & 1) * h * ld, a + (q & 2 ? h * ld : 0) +
                   (q & 4 ? h : 0), b + (q & 1) * h + (q & 4 ? h * ld : 0));
        return;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * ld + j] += a[i * ld + k] * b[k * ld + j];
}
int main(void) {
    static double a[2500], b[2500], c[2500];
    fill(a, 2500), fill(b, 2500);
    printf("%a %a\n", work(40, 50, 0.75, 5), work(1, 1, 3, 0));
    blocks(48, 50, c, a, b), blocks(48, 50, a, a, b), blocks(24, 50, b, b + 1, b);
    show("c", c, sizeof c), show("a", a, sizeof a), show("b", b, sizeof b);
}

// CHANGES hir-optimize: blocks()
