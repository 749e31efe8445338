// RUN: %python %tests/everyday/everyday.py %s
/* long double, and floats that become integers and back. */
#include "everyday.h"
enum { N = 30 };
static long double a[N][N], b[N][N], c[N][N];
void multiply(int n, int m) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}
void rounded(int n, const double *from, int ld, short *to, float *back) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double v = from[i * ld + j];
            to[i * n + j] = (short)(v > -30 && v < 30 ? v * 1000 : 7);
            back[i * n + j] = (float)to[i * n + j] / 3;
        }
}
int main(void) {
    static double d[2000];
    static short s[2000];
    static float f[2000];
    for (int i = 0; i < N * N; i++) {
        a[i / N][i % N] = draw() / 7.0L;
        b[i / N][i % N] = 1 / (1.0L + draw());
    }
    multiply(N, N), multiply(N - 1, N + 1);
    fill(d, 2000);
    for (int i = 0; i < N * N; i++)
        d[i] += (double)c[i / N][i % N] * 1e-9;
    rounded(40, d, 45, s, f), rounded(40, d, 2, s, f), rounded(30, d, -30 + 60, s, f + 1);
    show("s", s, sizeof s), show("f", f, sizeof f), show("d", d, sizeof d);
}

// CHANGES hir-optimize: multiply() rounded()
