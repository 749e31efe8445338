// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Conjugate gradients on a sparse matrix given by a function.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
enum { N = 400 };
static void apply(const double *x, double *y) {
    for (int i = 0; i < N; i++)
        y[i] = 4 * x[i] - (i ? x[i - 1] : 0) - (i + 1 < N ? x[i + 1] : 0);
}
static double dot(const double *a, const double *b) {
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * b[i];
    return s;
}
static int solve(double *x, const double *b) {
    double *r = malloc(sizeof *r * N), *p = malloc(sizeof *p * N), q[N], rr;
    int steps = 0;
    for (int i = 0; i < N; i++)
        p[i] = r[i] = b[i];
    for (rr = dot(r, r); rr > 1e-24 && steps < 80; steps++) {
        apply(p, q);
        double alpha = rr / dot(p, q), old = rr;
        for (int i = 0; i < N; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rr = dot(r, r);
        for (int i = 0; i < N; i++)
            p[i] = r[i] + rr / old * p[i];
        checkpoint();
    }
    free(r);
    free(p);
    return steps;
}
int main(void) {
    double x[N] = {0}, b[N];
    for (int i = 0; i < N; i++)
        b[i] = sin(i);
    int steps = solve(x, b);
    printf("%d %.17g %.17g\n", steps, x[0], dot(x, x));
}
