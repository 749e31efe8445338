/* Each column of a table brought to mean 0 and deviation 1. */
#include "everyday.h"

#include <math.h>

#ifdef HAND
/* A few columns stay in the cache from one pass over them to the next. */
enum { COLUMNS = 32 };

static void normalise_some(int n, int m, int width, double *restrict a) {
    double mean[COLUMNS] = {0}, dev[COLUMNS] = {0};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < width; j++)
            mean[j] += a[i * m + j];
    for (int j = 0; j < width; j++)
        mean[j] /= n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < width; j++) {
            double off = a[i * m + j] - mean[j];
            dev[j] += off * off;
        }
    for (int j = 0; j < width; j++)
        dev[j] = sqrt(dev[j] / n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < width; j++)
            a[i * m + j] = (a[i * m + j] - mean[j]) / dev[j];
    for (int j = 0; j < width; j++)
        for (int i = 0; !(dev[j] > 0) && i < n; i++)
            a[i * m + j] = 0;
}

NOINLINE void normalise(int n, int m, double *a) {
    int j = 0;
    for (; j + COLUMNS <= m; j += COLUMNS)
        normalise_some(n, m, COLUMNS, a + j);
    normalise_some(n, m, m - j, a + j);
}
#else
NOINLINE void normalise(int n, int m, double *a) {
    for (int j = 0; j < m; j++) {
        double mean = 0, dev = 0;
        for (int i = 0; i < n; i++)
            mean += a[i * m + j];
        mean /= n;
        for (int i = 0; i < n; i++) {
            double off = a[i * m + j] - mean;
            dev += off * off;
        }
        dev = sqrt(dev / n);
        for (int i = 0; i < n; i++)
            a[i * m + j] = dev > 0 ? (a[i * m + j] - mean) / dev : 0;
    }
}
#endif

int main(void) {
    int n = at_run_time(SCALED(1000)), m = at_run_time(SCALED(960));
    double *a = some_doubles((size_t)n * m, 1);
    for (int round = 0; round < 40; round++) {
        normalise(n, m, a);
        a[round] += 1;
    }
    print_doubles("a", a, (size_t)n * m);
    free(a);
}
