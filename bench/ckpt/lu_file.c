/* LU after Doolittle, row by row, 512 x 512, in place, with a checkpoint behind each row up to the
 * one that the argument tells. Says on stderr how long each checkpoint took: "row I pause N", in
 * nanoseconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 512 };

void checkpoint(void);

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

int main(int argc, char **argv) {
    long rows = argc > 1 ? atol(argv[1]) : N;
    double *a = malloc(sizeof *a * N * N);
    uint32_t state = 1;
    for (long i = 0; i < N * N; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5;
        a[i] = state / 4294967296.0 + (i % (N + 1) == 0 ? N : 0);
    }
    for (long i = 1; i < rows; i++) {
        for (long k = 0; k < i; k++) {
            double factor = a[i * N + k] /= a[k * N + k];
            for (long j = k + 1; j < N; j++)
                a[i * N + j] -= factor * a[k * N + j];
        }
        int64_t before = now();
        checkpoint();
        fprintf(stderr, "row %ld pause %lld\n", i, (long long)(now() - before));
    }
    printf("%a\n", a[N * N - 1]);
    free(a);
    return 0;
}
