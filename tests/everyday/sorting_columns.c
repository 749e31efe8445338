// RUN: %python %tests/everyday/everyday.py %s
/* Sorting columns in place, and runs that are merged. */
#include "everyday.h"
enum { N = 40, M = 30 };
void insertion(int n, int m, int (*a)[M]) {
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++) {
            int v = a[i][j], k = i - 1;
            while (k >= 0 && a[k][j] > v) {
                a[k + 1][j] = a[k][j];
                k--;
            }
            a[k + 1][j] = v;
        }
}
void bubble(int n, int m, int (*a)[M]) {
    for (int j = 0; j < m; j++)
        for (int pass = 0; pass < n - 1; pass++)
            for (int i = 0; i < n - 1 - pass; i++)
                if (a[i][j] < a[i + 1][j]) {
                    int t = a[i][j];
                    a[i][j] = a[i + 1][j];
                    a[i + 1][j] = t;
                }
}
int main(void) {
    static int a[N][M];
    fill_ints(&a[0][0], N * M, 10000);
    insertion(N, M / 2, a), bubble(N, M, a);
    show("a", a, sizeof a);
    insertion(N - 10, M + 11, a), bubble(N - 10, M + 11, a), bubble(1, M, a), bubble(0, M, a);
    show("a", a, sizeof a);
}

// CHANGES hir-optimize: nothing
