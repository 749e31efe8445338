/* A plane with x first, as in mathematics, so that memory is walked by columns. */
#include "check.h"

enum { N = 600, STEPS = 90 };
static double a[N][N], b[N][N];

static void relax(void) {
    for (int t = 0; t < STEPS; t++) {
        for (int x = 1; x < N - 1; x++)
            for (int y = 1; y < N - 1; y++)
                b[y][x] = 0.25 * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]);
        for (int x = 1; x < N - 1; x++)
            for (int y = 1; y < N - 1; y++)
                a[y][x] = b[y][x];
    }
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    relax();
    print_bits("a", a, sizeof a);
}
