/* L X = B for many right-hand sides, one after the other. */
#include "check.h"

enum { N = 640, SIDES = 560 };
static double l[N][N], x[N][SIDES];

static void solve(void) {
    for (int s = 0; s < SIDES; s++)
        for (int i = 0; i < N; i++) {
            double sum = x[i][s];
            for (int k = 0; k < i; k++)
                sum -= l[i][k] * x[k][s];
            x[i][s] = sum / l[i][i];
        }
}

int main(void) {
    fill_doubles(&l[0][0], N * N, 1);
    fill_doubles(&x[0][0], N * SIDES, 2);
    for (int i = 0; i < N; i++)
        l[i][i] += N;
    solve();
    print_bits("x", x, sizeof x);
}
