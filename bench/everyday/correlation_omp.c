/* Correlations of the columns of a table of rows, with columns shared among threads. */
#include "hand.h"

#include <math.h>

static void standardise(int n, int m, double **data, double *mean, double *dev) {
    for (int j = 0; j < m; j++)
        mean[j] = dev[j] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            mean[j] += data[i][j] / n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            dev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
    for (int j = 0; j < m; j++)
        dev[j] = sqrt(dev[j]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] = (data[i][j] - mean[j]) / dev[j];
}

#ifdef HAND
NOINLINE void correlation(int n, int m, double **data, double **corr) {
    double *strips = new_strips(m, n);
    for (int j = 0; j < m; j += BLOCK)
        pack_columns(strips + (size_t)j * n, data, j, m, n);
#pragma omp parallel for
    for (int block = 0; block < (m + BLOCK - 1) / BLOCK; block++)
        for (int i = block * BLOCK, j = i; j < m; j += BLOCK) {
            double s[BLOCK][BLOCK] = {{0}};
            add_products(s, 0, n, strips + (size_t)i * n, strips + (size_t)j * n);
            for (int x = 0; x < BLOCK && i + x < m; x++)
                for (int y = 0; y < BLOCK && j + y < m; y++)
                    corr[i + x][j + y] = corr[j + y][i + x] = i + x == j + y ? 1 : s[x][y];
        }
    free(strips);
}
#else
NOINLINE void correlation(int n, int m, double **data, double **corr) {
#pragma omp parallel for
    for (int i = 0; i < m; i++) {
        corr[i][i] = 1;
        for (int j = i + 1; j < m; j++) {
            corr[i][j] = 0;
            for (int k = 0; k < n; k++)
                corr[i][j] += data[k][i] * data[k][j];
            corr[j][i] = corr[i][j];
        }
    }
}
#endif

int main(void) {
    int n = at_run_time(SCALED(600)), m = at_run_time(SCALED(640));
    double **data = some_rows(n, m, 1), **corr = some_rows(m, m, 2);
    double *mean = some_doubles((size_t)m, 3), *dev = some_doubles((size_t)m, 4);
    standardise(n, m, data, mean, dev);
    correlation(n, m, data, corr);
    print_rows("corr", corr, m, m);
    free_rows(data);
    free_rows(corr);
    free(mean);
    free(dev);
}
