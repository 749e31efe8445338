/* Heat in a solid body. */
#include "check.h"

enum { N = 72, STEPS = 200 };
static double a[N][N][N], b[N][N][N];

static void step(double (*restrict to)[N][N], double (*restrict from)[N][N]) {
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            for (int k = 1; k < N - 1; k++)
                to[i][j][k] = 0.125 * (from[i + 1][j][k] - 2 * from[i][j][k] + from[i - 1][j][k]) +
                              0.125 * (from[i][j + 1][k] - 2 * from[i][j][k] + from[i][j - 1][k]) +
                              0.125 * (from[i][j][k + 1] - 2 * from[i][j][k] + from[i][j][k - 1]) +
                              from[i][j][k];
}

int main(void) {
    fill_doubles(&a[0][0][0], N * N * N, 1);
    fill_doubles(&b[0][0][0], N * N * N, 1);
    for (int t = 0; t < STEPS; t++) {
        step(b, a);
        step(a, b);
    }
    print_bits("a", a, sizeof a);
}
