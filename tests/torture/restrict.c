/* Products of matrices through restrict pointers, with the checkpoint inside the function. */
#include "torture.h"

static void multiply(long n, const double *restrict a, const double *restrict b,
                     double *restrict c, long *restrict rows) {
    for (long i = 0; i < n; i++) {
        double *row = c + i * n;
        for (long j = 0; j < n; j++)
            row[j] = 0;
        for (long k = 0; k < n; k++)
            for (long j = 0; j < n; j++)
                row[j] += a[i * n + k] * b[k * n + j];
        ++*rows;
        checkpoint();
        row[i] += 1e-3 * (double)(*rows % 7);
    }
}

int main(int argc, char **argv) {
    long n = 320, rounds = size_argument(argc, argv, 40), rows = 0;
    size_t bytes = (size_t)(n * n) * sizeof(double);
    double *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
    for (long i = 0; i < n * n; i++) {
        a[i] = (double)(i % 13) / 4000;
        b[i] = (double)(i % 17) / 4000;
    }
    for (long r = 0; r < rounds; r++) {
        multiply(n, a, b, c, &rows);
        double *swap = a;
        a = b;
        b = c;
        c = swap;
    }
    uint64_t hash = 0;
    for (long i = 0; i < n * n; i++)
        hash = mix_double(hash, b[i]);
    printf("%016llx %ld\n", (unsigned long long)hash, rows);
    return 0;
}
