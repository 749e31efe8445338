/* The same over a plane, by rows. */
#include "check.h"

enum { N = 560, STEPS = 420 };
static double a[N][N], b[N][N];

static void relax(void) {
    for (int t = 0; t < STEPS; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
    }
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    fill_doubles(&b[0][0], N * N, 2);
    relax();
    print_bits("a", a, sizeof a);
}
