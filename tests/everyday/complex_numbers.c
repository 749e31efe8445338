// RUN: %python %tests/everyday/everyday.py %s
/* Products and transforms of complex numbers. */
#include "everyday.h"
#include <complex.h>
void multiply(int n, double complex *c, const double complex *a, const double complex *b) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}
void conjugate(int n, float complex *to, const float complex *from) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[j * n + i] = conjf(from[i * n + j]);
}
int main(void) {
    static double complex a[1000], b[1000], c[1000];
    static float complex f[1000], g[1000];
    for (int i = 0; i < 1000; i++) {
        a[i] = draw() / 16777216.0 + I * (draw() / 16777216.0);
        b[i] = i == 77 ? INFINITY : a[i] * I;
        f[i] = (float complex)a[i];
    }
    multiply(30, c, a, b);
    int odd = 0;
    for (int i = 0; i < 900; i++)
        if (creal(c[i]) != creal(c[i]) || cimag(c[i]) != cimag(c[i]))
            c[i] = 0, odd++;
    printf("%d\n", odd);
    multiply(30, c, a, a), multiply(20, a, a, a), multiply(20, a + 1, a, c);
    show("c", c, sizeof c), show("a", a, sizeof a);
    conjugate(31, g, f), conjugate(31, f, f), conjugate(31, f + 1, f), conjugate(1, g, f);
    show("f", f, sizeof f), show("g", g, sizeof g);
}

// CHANGES hir-optimize: conjugate()
