/* The same with the depth of the body innermost in the program, but outermost in memory. */
#include "check.h"

enum { N = 96, STEPS = 12 };
static float a[N][N][N], b[N][N][N];

static void step(float (*restrict to)[N][N], float (*restrict from)[N][N]) {
    for (int x = 1; x < N - 1; x++)
        for (int y = 1; y < N - 1; y++)
            for (int z = 1; z < N - 1; z++)
                to[z][y][x] = 0.4f * from[z][y][x] +
                              0.1f * (from[z][y][x - 1] + from[z][y][x + 1] + from[z][y - 1][x] +
                                      from[z][y + 1][x] + from[z - 1][y][x] + from[z + 1][y][x]);
}

int main(void) {
    fill_floats(&a[0][0][0], N * N * N, 1);
    fill_floats(&b[0][0][0], N * N * N, 1);
    for (int t = 0; t < STEPS; t++) {
        step(b, a);
        step(a, b);
    }
    print_bits("a", a, sizeof a);
}
