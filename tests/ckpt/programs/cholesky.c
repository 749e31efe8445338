// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Cholesky of a matrix on the heap, in a function with restrict arguments.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
static void factor(double *restrict a, double *restrict diagonal, int n) {
    for (int j = 0; j < n; j++) {
        double s = a[j * n + j];
        for (int k = 0; k < j; k++)
            s -= a[j * n + k] * a[j * n + k];
        diagonal[j] = a[j * n + j] = sqrt(s);
        for (int i = j + 1; i < n; i++) {
            double t = a[i * n + j];
            for (int k = 0; k < j; k++)
                t -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = t / a[j * n + j];
        }
        checkpoint();
    }
}
int main(void) {
    int n = 80;
    double *a = malloc(sizeof *a * n * n), *d = malloc(sizeof *d * n), s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = 1.0 / (1 + abs(i - j)) + (i == j) * n;
    factor(a, d, n);
    for (int i = 0; i < n * n; i++)
        s += a[i] * (i % 5);
    printf("%.17g %.17g\n", s, d[n - 1]);
    free(a);
    free(d);
}
