// RUN: %python %tests/everyday/everyday.py %s
/* Transposing into another matrix, into the same one, and into a part of it. */
#include "everyday.h"
void transpose(int n, int m, double to[m][n], double from[n][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[j][i] = from[i][j];
}
void in_place(int n, double a[n][n]) {
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double t = a[i][j];
            a[i][j] = a[j][i];
            a[j][i] = t;
        }
}
int main(void) {
    static double x[9000], y[9000];
    fill(x, 9000);
    transpose(70, 60, (void *)y, (void *)x);
    show("apart", y, sizeof y);
    transpose(70, 60, (void *)x, (void *)x);
    show("itself", x, sizeof x);
    transpose(70, 60, (void *)(x + 4199), (void *)x);
    transpose(60, 70, (void *)x, (void *)(x + 4200));
    show("touching", x, sizeof x);
    in_place(80, (void *)x), in_place(1, (void *)x), in_place(0 + 2, (void *)x);
    show("in place", x, sizeof x);
}

// CHANGES hir-optimize: transpose()
