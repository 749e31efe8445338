// Stencils: neighbours in the same dimension stay there.
#include <stdio.h>
#define N 16
int a[N], b[N], g[N][N], h[N][N];
int v[6][6][6], w[6][6][6];

void three_point(int n) {
    for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
}
void five_point(void) {
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            h[i][j] = g[i][j] + g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1];
}
void nine_point(int n) {
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            for (int p = -1; p <= 1; p++)
                for (int q = -1; q <= 1; q++)
                    h[i][j] += g[i + p][j + q];
}
void seven_point(void) {
    for (int i = 1; i < 5; i++)
        for (int j = 1; j < 5; j++)
            for (int k = 1; k < 5; k++)
                w[i][j][k] = v[i - 1][j][k] + v[i + 1][j][k] + v[i][j - 1][k] + v[i][j + 1][k] +
                             v[i][j][k - 1] + v[i][j][k + 1] - 6 * v[i][j][k];
}
void in_place(int n) {
    for (int t = 0; t < 3; t++)
        for (int i = 1; i < n - 1; i++)
            a[i] = (a[i - 1] + a[i + 1]) / 2;
}
void skewed(int n) {
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            g[i][j] = g[i - 1][j - 1] + 1;
}
void diagonal(int n) {
    for (int i = 0; i < n; i++)
        g[i][i] = g[i][n - 1 - i];
}
void red_black(int n) {
    for (int i = 1; i < n - 1; i++)
        for (int j = 1 + i % 2; j < n - 1; j += 2)
            g[i][j] = g[i - 1][j] + g[i + 1][j];
}
void prefix(int n) {
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}
void wrapped(unsigned n) {
    for (unsigned i = 0; i < n; i++)
        b[i % N] = a[(i + N - 1) % N] + a[(i + 1) % N];
}
int main(void) {
    long s = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i * i % 7;
        for (int j = 0; j < N; j++)
            g[i][j] = i * 3 - j;
    }
    for (int i = 0; i < 216; i++)
        v[i / 36][i / 6 % 6][i % 6] = i % 11;
    three_point(N);
    five_point();
    nine_point(N - 1);
    seven_point();
    in_place(N);
    skewed(N);
    diagonal(N);
    red_black(N);
    prefix(N);
    wrapped(40);
    for (int i = 0; i < N; i++) {
        s = s * 3 + a[i] + b[i];
        for (int j = 0; j < N; j++)
            s += g[i][j] * (i + 1) + h[i][j] * (j + 1) + w[i % 6][j % 6][3];
    }
    printf("%ld\n", s);
    return 0;
}
