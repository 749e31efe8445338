/* A matrix product in single precision through pointers, of a size known at run time only. */
#include "check.h"

#include <stdlib.h>

static void multiply(int n, const float *restrict a, const float *restrict b, float *restrict c) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 600;
    size_t count = (size_t)n * n;
    float *a = malloc(count * sizeof *a), *b = malloc(count * sizeof *b);
    float *c = malloc(count * sizeof *c);
    if (!a || !b || !c)
        return 1;
    fill_floats(a, count, 1);
    fill_floats(b, count, 2);
    multiply(n, a, b, c);
    print_bits("c", c, count * sizeof *c);
    free(a);
    free(b);
    free(c);
}
