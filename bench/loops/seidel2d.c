/* Relaxation in place: each value uses those that are new already. */
#include "check.h"

enum { N = 600, STEPS = 120 };
static double a[N][N];

static void relax(void) {
    for (int t = 0; t < STEPS; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                a[i][j] = 0.25 * (a[i - 1][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j]);
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    relax();
    print_bits("a", a, sizeof a);
}
