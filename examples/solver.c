/* Heat in a plate, iterated until it settles: a computation that may be killed at any moment. Build
 * it with lathe cc -flathe-ckpt, or lathe ckpt, and run it again after a kill. */
#include <lathe/ckpt.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 256, ROUNDS = 20000 };

typedef double grid[N][N];

static double relax(grid from, grid to) {
    double change = 0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) / 4;
            change += fabs(to[i][j] - from[i][j]);
        }
    return change;
}

int main(void) {
    double (*now)[N] = calloc(N, sizeof *now), (*next)[N] = calloc(N, sizeof *next);
    if (!now || !next)
        return 1;
    for (int i = 0; i < N; i++)
        now[0][i] = next[0][i] = 100;
    for (int round = 1; round <= ROUNDS; round++) {
        double change = relax(now, next);
        double (*swap)[N] = now;
        now = next;
        next = swap;
        if (round % 2000 == 0) {
            printf("round %5d: change %.6f\n", round, change);
            fflush(stdout);
        }
        checkpoint();
    }
    printf("the middle has %.12f degrees\n", now[N / 8][N / 2]);
    free(now);
    free(next);
    return 0;
}
