// RUN: %python %tests/everyday/everyday.py %s
/* Covariance and correlation of the columns of a table. */
#include "everyday.h"
enum { N = 60, M = 40 };
static double data[N][M], mean[M], deviation[M], cov[M][M];
void covariance(int n, int m) {
    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= n;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] -= mean[j];
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++) {
            cov[i][j] = 0;
            for (int k = 0; k < n; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= n - 1.0;
            cov[j][i] = cov[i][j];
        }
}
void correlation(int n, int m) {
    for (int j = 0; j < m; j++) {
        deviation[j] = 0;
        for (int i = 0; i < n; i++)
            deviation[j] += data[i][j] * data[i][j];
        deviation[j] = sqrt(deviation[j] / n);
        if (deviation[j] <= 0.1)
            deviation[j] = 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] /= sqrt((double)n) * deviation[j];
}
int main(void) {
    for (int round = 0; round < 3; round++) {
        int n = (int[]){N, 2, 7}[round], m = (int[]){M, 3, M}[round];
        fill(&data[0][0], N * M);
        covariance(n, m);
        show("covariance", cov, sizeof cov);
        correlation(n, m);
        show("data", data, sizeof data);
        printf("errno %d\n", errno);
    }
}

// CHANGES hir-optimize: correlation() covariance()
