// RUN: %python %tests/everyday/everyday.py %s
/* Shortest paths; no way is INT_MAX. */
#include "everyday.h"
#include <limits.h>
enum { N = 60 };
void paths(int n, int (*d)[N]) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] != INT_MAX && d[k][j] != INT_MAX && d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}
void reachable(int n, unsigned char (*r)[N]) {
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                r[i][j] |= r[i][k] & r[k][j];
}
int main(void) {
    static int d[N][N];
    static unsigned char r[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            d[i][j] = draw() % 5 ? INT_MAX : (int)(draw() % 1000);
            r[i][j] = draw() % 30 == 0;
        }
    paths(N, d), paths(0, d), paths(-4, d), reachable(N, r);
    show("d", d, sizeof d);
    show("r", r, sizeof r);
}

// CHANGES hir-optimize: paths() reachable()
