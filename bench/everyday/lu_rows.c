/* A = L U in place for a table of rows, with a column of U after the other. */
#include "everyday.h"

#ifdef HAND
/* Every element has its terms in the order of k. */
NOINLINE void factor(int n, double **a) {
    for (int k = 0; k < n; k++) {
        const double *pivot = a[k];
        for (int i = k + 1; i < n; i++)
            a[i][k] /= pivot[k];
        int i = k + 1;
        for (; i + 2 <= n; i += 2) {
            double *restrict r0 = a[i], *restrict r1 = a[i + 1];
            double f0 = r0[k], f1 = r1[k];
            for (int j = k + 1; j < n; j++) {
                r0[j] -= f0 * pivot[j];
                r1[j] -= f1 * pivot[j];
            }
        }
        for (; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * pivot[j];
    }
}
#else
NOINLINE void factor(int n, double **a) {
    for (int j = 0; j < n; j++) {
        for (int i = 0; i <= j; i++) {
            double sum = a[i][j];
            for (int k = 0; k < i; k++)
                sum -= a[i][k] * a[k][j];
            a[i][j] = sum;
        }
        for (int i = j + 1; i < n; i++) {
            double sum = a[i][j];
            for (int k = 0; k < j; k++)
                sum -= a[i][k] * a[k][j];
            a[i][j] = sum / a[j][j];
        }
    }
}
#endif

int main(void) {
    int n = at_run_time(SCALED(768));
    double **a = some_rows(n, n, 1);
    for (int i = 0; i < n; i++)
        a[i][i] += n;
    factor(n, a);
    print_rows("a", a, n, n);
    free_rows(a);
}
