// RUN: %python %tests/everyday/everyday.py %s
/* restrict where it is true, beside the same without. */
#include "everyday.h"
void promised(int n, int m, double *restrict to, const double *restrict a,
              const double *restrict b) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            to[i * m + j] = a[i * m + j] * b[j] + a[i];
}
void not_promised(int n, int m, double *to, const double *a, const double *b) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            to[i * m + j] = a[i * m + j] * b[j] + a[i];
}
void halves(int n, int m, double *restrict a) {
    double *b = a + n * m;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i * m + j] += b[i * m + j];
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            b[i * m + j] += a[j * n + i];
}
int main(void) {
    static double a[4000], b[4000];
    fill(a, 4000);
    promised(50, 40, b, a, a), promised(50, 40, a + 2000, a, a + 60);
    show("promised", b, sizeof b), show("halves", a, sizeof a);
    not_promised(50, 40, a + 1, a, a), not_promised(50, 40, a, a, a + 7);
    not_promised(50, 40, a + 1999, a, b), not_promised(50, 40, a, b, a + 1999);
    halves(50, 40, a), halves(40, 40, a), halves(0, 40, a);
    show("not promised", a, sizeof a);
}

// CHANGES hir-optimize: not_promised() promised()
