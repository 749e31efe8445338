/* How alike each two of many points are: a sum over their coordinates, then exp. */
#include "everyday.h"

#include <math.h>

#ifdef HAND
/* The points of the inner loop lie by coordinates, and eight of them go at a time. */
NOINLINE void kernel(int n, int dims, const double *points, double gamma, double *k) {
    double *by_dim = allocate((size_t)n * dims * sizeof *by_dim);
    for (int i = 0; i < n; i++)
        for (int d = 0; d < dims; d++)
            by_dim[d * n + i] = points[i * dims + d];
    for (int i = 0; i < n; i++) {
        int j = 0;
        for (; j + 8 <= n; j += 8) {
            double sum[8] = {0};
            for (int d = 0; d < dims; d++)
                for (int x = 0; x < 8; x++) {
                    double off = points[i * dims + d] - by_dim[d * n + j + x];
                    sum[x] += off * off;
                }
            for (int x = 0; x < 8; x++)
                k[i * n + j + x] = exp(-gamma * sum[x]);
        }
        for (; j < n; j++) {
            double sum = 0;
            for (int d = 0; d < dims; d++) {
                double off = points[i * dims + d] - points[j * dims + d];
                sum += off * off;
            }
            k[i * n + j] = exp(-gamma * sum);
        }
    }
    free(by_dim);
}
#else
NOINLINE void kernel(int n, int dims, const double *points, double gamma, double *k) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int d = 0; d < dims; d++) {
                double off = points[i * dims + d] - points[j * dims + d];
                sum += off * off;
            }
            k[i * n + j] = exp(-gamma * sum);
        }
}
#endif

int main(void) {
    int n = at_run_time(SCALED(2000)), dims = at_run_time(96);
    double *points = some_doubles((size_t)n * dims, 1), *k = some_doubles((size_t)n * n, 2);
    kernel(n, dims, points, 0.01, k);
    print_doubles("k", k, (size_t)n * n);
    free(points);
    free(k);
}
