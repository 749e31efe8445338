/* Sums of columns, weighted, in a picture whose rows are so many pixels apart: unsigned numbers
 * that might wrap, and pointers that might overlap. */
#include "check.h"

#include <stdlib.h>

__attribute__((noinline)) static void filter(unsigned width, unsigned height, unsigned pitch,
                                             const float *in, const float *weights, float *out) {
    for (unsigned x = 0; x < width; x++) {
        float sum = 0;
        for (unsigned y = 0; y < height; y++)
            sum += weights[y] * in[y * pitch + x];
        out[x] = sum;
    }
}

int main(int argc, char **argv) {
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 2000;
    size_t count = (size_t)n * n;
    float *all = malloc((count + 2 * n) * sizeof *all);
    if (!all)
        return 1;
    fill_floats(all, count + n, 1);
    for (int t = 0; t < 4; t++)
        filter(n, n, n, all, all + count, all + count + n);
    print_bits("out", all + count + n, n * sizeof *all);
    free(all);
}
