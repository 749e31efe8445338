/* Dense LU after Doolittle, row by row, in place. */
#include "torture.h"

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 1300);
    double *a = malloc(sizeof *a * (size_t)(n * n));
    uint32_t state = 1;
    for (long i = 0; i < n * n; i++)
        a[i] = next_random(&state) / 4294967296.0 + (i % (n + 1) == 0 ? (double)n : 0);
    for (long i = 1; i < n; i++) {
        for (long k = 0; k < i; k++) {
            double factor = a[i * n + k] /= a[k * n + k];
            for (long j = k + 1; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
        }
        checkpoint();
    }
    uint64_t hash = 0;
    for (long i = 0; i < n * n; i++)
        hash = mix_double(hash, a[i]);
    printf("%016llx %a\n", (unsigned long long)hash, a[n * n - 1]);
    free(a);
    return 0;
}
