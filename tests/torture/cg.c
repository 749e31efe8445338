/* Conjugate gradients on the five-point Laplacian. */
#include "torture.h"

static void apply(long n, const double *restrict x, double *restrict y) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double sum = 4.0 * x[i * n + j];
            if (i > 0)
                sum -= x[(i - 1) * n + j];
            if (i < n - 1)
                sum -= x[(i + 1) * n + j];
            if (j > 0)
                sum -= x[i * n + j - 1];
            if (j < n - 1)
                sum -= x[i * n + j + 1];
            y[i * n + j] = sum;
        }
}

static double dot(long n, const double *x, const double *y) {
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 500), m = n * n;
    double *x = calloc((size_t)m, 8), *r = malloc((size_t)m * 8), *p = malloc((size_t)m * 8),
           *q = malloc((size_t)m * 8);
    for (long i = 0; i < m; i++)
        p[i] = r[i] = 1.0 / (double)(1 + i % 97);
    double rho = dot(m, r, r);
    long steps = 0;
    while (rho > 1e-20 && steps < 2 * n) {
        apply(n, p, q);
        double alpha = rho / dot(m, p, q);
        for (long i = 0; i < m; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double next = dot(m, r, r), beta = next / rho;
        for (long i = 0; i < m; i++)
            p[i] = r[i] + beta * p[i];
        rho = next;
        steps++;
        checkpoint();
    }
    uint64_t hash = 0;
    for (long i = 0; i < m; i++)
        hash = mix_double(hash, x[i]);
    printf("%016llx %ld %a\n", (unsigned long long)hash, steps, rho);
    return 0;
}
