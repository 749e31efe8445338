/* Innermost loops of a few instructions, each with a checkpoint in every iteration. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000 };

void checkpoint(void);

static double a[N], b[N];

static double update(double x) {
    for (int i = 0; i < N; i++) {
        a[i] = a[i] * 0.5 + b[i] * x;
        checkpoint();
    }
    return a[N / 2];
}

static double horner(double x, long n) {
    double y = 1;
    for (long i = 0; i < n; i++) {
        y = y * x + b[i];
        checkpoint();
    }
    return y;
}

static uint64_t mix(uint64_t s, long n) {
    for (long i = 0; i < n; i++) {
        s = (s ^ s >> 7) * 1000003 + (uint64_t)i;
        checkpoint();
    }
    return s;
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? atol(argv[1]) : 200;
    double x = 0.25;
    uint64_t s = 1;
    for (int i = 0; i < N; i++)
        b[i] = i * 1e-3;
    for (long i = 0; i < rounds; i++) {
        x = update(x) * 1e-3;
        x += horner(0.5, N - i) * 1e-3;
        s = mix(s, N - i);
    }
    printf("%a %llu\n", x, (unsigned long long)s);
    return 0;
}
