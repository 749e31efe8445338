/* A matrix product through pointers that might overlap, for all that its function knows. */
#include "check.h"

#include <stdlib.h>

__attribute__((noinline)) static void multiply(int n, const double *a, const double *b, double *c) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 600;
    size_t count = (size_t)n * n;
    double *all = malloc(3 * count * sizeof *all);
    if (!all)
        return 1;
    fill_doubles(all, 2 * count, 1);
    multiply(n, all, all + count, all + 2 * count);
    print_bits("c", all + 2 * count, count * sizeof *all);
    free(all);
}
