/* y = A' (A x): each row times a vector, then the rows weighted by that. */
#include "check.h"

enum { M = 700, N = 780, ROUNDS = 200 };
static double a[M][N], x[N], y[N], t[M];

static void atax(void) {
    for (int i = 0; i < N; i++)
        y[i] = 0;
    for (int i = 0; i < M; i++) {
        t[i] = 0;
        for (int j = 0; j < N; j++)
            t[i] = t[i] + a[i][j] * x[j];
        for (int j = 0; j < N; j++)
            y[j] = y[j] + a[i][j] * t[i];
    }
}

int main(void) {
    fill_doubles(&a[0][0], M * N, 1);
    fill_doubles(x, N, 2);
    for (int round = 0; round < ROUNDS; round++) {
        atax();
        for (int i = 0; i < N; i++)
            x[i] = y[i] / 1e6;
    }
    print_bits("y", y, sizeof y);
}
