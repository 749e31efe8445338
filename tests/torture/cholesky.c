/* Cholesky of a symmetric matrix kept as an array of rows. */
#include "torture.h"

#include <math.h>

static double **make(long n) {
    double **a = malloc(sizeof *a * (size_t)n);
    for (long i = 0; i < n; i++) {
        a[i] = malloc(sizeof **a * (size_t)(i + 1));
        for (long j = 0; j <= i; j++)
            a[i][j] = i == j ? (double)n + 1 : 1.0 / (double)(1 + i - j);
    }
    return a;
}

static void factor(double **a, long n) {
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < i; j++) {
            double sum = a[i][j];
            for (long k = 0; k < j; k++)
                sum -= a[i][k] * a[j][k];
            a[i][j] = sum / a[j][j];
        }
        double sum = a[i][i];
        for (long k = 0; k < i; k++)
            sum -= a[i][k] * a[i][k];
        a[i][i] = sqrt(sum);
        checkpoint();
    }
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 1500);
    double **a = make(n);
    factor(a, n);
    uint64_t hash = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j <= i; j++)
            hash = mix_double(hash, a[i][j]);
    printf("%016llx %a\n", (unsigned long long)hash, a[n - 1][n - 1]);
    return 0;
}
