/* A matrix and its transpose times vectors. */
#include "everyday.h"

#ifdef HAND
NOINLINE void times(int m, int n, const double *a, int lda, const double *x, double *y) {
    int i = 0;
    for (; i + 8 <= m; i += 8) {
        double sum[8] = {0};
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 8; k++)
                sum[k] += a[(i + k) * lda + j] * x[j];
        memcpy(y + i, sum, sizeof sum);
    }
    for (; i < m; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += a[i * lda + j] * x[j];
    }
}

NOINLINE void transposed(int m, int n, const double *a, int lda, const double *x,
                         double *restrict y) {
    int i = 0;
    for (int j = 0; j < n; j++)
        y[j] = 0;
    for (; i + 4 <= m; i += 4) {
        const double *r0 = a + i * lda, *r1 = r0 + lda, *r2 = r1 + lda, *r3 = r2 + lda;
        for (int j = 0; j < n; j++)
            y[j] = y[j] + r0[j] * x[i] + r1[j] * x[i + 1] + r2[j] * x[i + 2] + r3[j] * x[i + 3];
    }
    for (; i < m; i++)
        for (int j = 0; j < n; j++)
            y[j] += a[i * lda + j] * x[i];
}
#else
NOINLINE void times(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += a[i * lda + j] * x[j];
    }
}

NOINLINE void transposed(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++) {
        y[j] = 0;
        for (int i = 0; i < m; i++)
            y[j] += a[i * lda + j] * x[i];
    }
}
#endif

int main(void) {
    int m = at_run_time(SCALED(700)), n = at_run_time(SCALED(640)), lda = at_run_time(SCALED(672));
    double *a = some_doubles((size_t)m * lda, 1), *x = some_doubles((size_t)n, 2);
    double *y = some_doubles((size_t)m, 3);
    for (int round = 0; round < 300; round++) {
        times(m, n, a, lda, x, y);
        for (int i = 0; i < m; i++)
            y[i] /= m;
        transposed(m, n, a, lda, y, x);
        for (int j = 0; j < n; j++)
            x[j] /= n;
    }
    print_doubles("x", x, (size_t)n);
    free(a);
    free(x);
    free(y);
}
