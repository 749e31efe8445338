/* Covariances of the columns of a table, with columns shared among threads. */
#include "hand.h"

#ifdef HAND
static void centre(int n, int m, double *data) {
    double *mean = allocate((size_t)m * sizeof *mean);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            mean[j] += data[i * m + j];
    for (int j = 0; j < m; j++)
        mean[j] /= n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i * m + j] -= mean[j];
    free(mean);
}

NOINLINE void covariance(int n, int m, double *data, double *cov) {
    centre(n, m, data);
    double *strips = pack((factor){data, 1, (size_t)m}, m, n);
#pragma omp parallel for
    for (int block = 0; block < (m + BLOCK - 1) / BLOCK; block++)
        for (int i = block * BLOCK, j = i; j < m; j += BLOCK) {
            double s[BLOCK][BLOCK] = {{0}};
            add_products(s, 0, n, strips + (size_t)i * n, strips + (size_t)j * n);
            for (int x = 0; x < BLOCK && i + x < m; x++)
                for (int y = 0; y < BLOCK && j + y < m; y++)
                    cov[(i + x) * m + j + y] = cov[(j + y) * m + i + x] = s[x][y] / (n - 1);
        }
    free(strips);
}
#else
NOINLINE void covariance(int n, int m, double *data, double *cov) {
#pragma omp parallel for
    for (int j = 0; j < m; j++) {
        double mean = 0;
        for (int i = 0; i < n; i++)
            mean += data[i * m + j];
        mean /= n;
        for (int i = 0; i < n; i++)
            data[i * m + j] -= mean;
    }
#pragma omp parallel for
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += data[k * m + i] * data[k * m + j];
            cov[i * m + j] = sum / (n - 1);
            cov[j * m + i] = cov[i * m + j];
        }
}
#endif

int main(void) {
    int n = at_run_time(SCALED(512)), m = at_run_time(SCALED(512));
    double *data = some_doubles((size_t)n * m, 1), *cov = some_doubles((size_t)m * m, 2);
    covariance(n, m, data, cov);
    print_doubles("cov", cov, (size_t)m * m);
    free(data);
    free(cov);
}
