/* A recursive Fourier transform with complex numbers and buffers that come and go. */
#include "torture.h"

#include <complex.h>
#include <math.h>

typedef double complex point;

static void transform(point *data, long n, double sign) {
    if (n == 1)
        return;
    point *half = malloc(sizeof *half * (size_t)n);
    for (long i = 0; i < n / 2; i++) {
        half[i] = data[2 * i];
        half[n / 2 + i] = data[2 * i + 1];
    }
    transform(half, n / 2, sign);
    transform(half + n / 2, n / 2, sign);
    if (n >= 2048)
        checkpoint();
    for (long i = 0; i < n / 2; i++) {
        double angle = sign * 2 * 3.14159265358979323846 * (double)i / (double)n;
        point turn = (cos(angle) + I * sin(angle)) * half[n / 2 + i];
        data[i] = half[i] + turn;
        data[i + n / 2] = half[i] - turn;
    }
    free(half);
}

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 250), n = 1 << 14;
    point *data = malloc(sizeof *data * (size_t)n);
    for (long i = 0; i < n; i++)
        data[i] = (double)(i % 101) / 101;
    for (long r = 0; r < rounds; r++) {
        transform(data, n, 1);
        transform(data, n, -1);
        for (long i = 0; i < n; i++)
            data[i] = data[i] / (double)n + (double)r * 1e-9;
    }
    uint64_t hash = 0;
    for (long i = 0; i < n; i++)
        hash = mix_double(mix_double(hash, creal(data[i])), cimag(data[i]));
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
