// RUN: %python %tests/everyday/everyday.py %s
/* Loops that are left by break, return, goto and a found element. */
#include "everyday.h"
enum { N = 50, M = 40 };
static int grid[N][M];
int find(int n, int m, int what, int *at) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            grid[i][j]++;
            if (grid[i][j] == what) {
                *at = i * M + j;
                return 1;
            }
        }
    return 0;
}
void until_zero(int n, int m, int (*a)[M]) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            if (a[i][j] == 7)
                goto done;
            if (a[i][j] % 5 == 0)
                continue;
            a[i][j] -= 2;
        }
done:
    a[0][0]++;
}
int sum_until(int n, int m, int (*a)[M], int most) {
    int s = 0;
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++) {
            if (s > most)
                break;
            s += a[i][j];
        }
        if (s > 2 * most)
            break;
    }
    return s;
}
int main(void) {
    int at = 0;
    fill_ints(&grid[0][0], N * M, 500);
    for (int what = 490; what < 520; what += 9)
        printf("%d %d\n", find(N, M, what, &at), at);
    printf("%d\n", find(N, M, 300, &grid[2][3]));
    until_zero(N, M, grid), until_zero(N - 5, M + 20, grid);
    printf("%d %d\n", sum_until(N, M, grid, 4000), sum_until(N, M, grid, 4000000));
    show("grid", grid, sizeof grid);
}

// CHANGES hir-optimize: nothing
