// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Game of life on a torus in rows that are allocated one by one.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
enum { N = 40 };
static char **grid(void) {
    char **rows = malloc(N * sizeof *rows);
    for (int i = 0; i < N; i++)
        rows[i] = calloc(N, 1);
    return rows;
}
static int around(char **g, int y, int x) {
    int n = -g[y][x];
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            n += g[(y + dy + N) % N][(x + dx + N) % N];
    return n;
}
int main(void) {
    char **now = grid(), **then = grid(), **swap;
    for (int i = 0; i < N * N; i++)
        now[i / N][i % N] = i * i % 7 < 3;
    for (int round = 0; round < 50; round++) {
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                int n = around(now, y, x);
                then[y][x] = n == 3 || (n == 2 && now[y][x]);
            }
        swap = now;
        now = then;
        then = swap;
        checkpoint();
    }
    for (int y = 0; y < N; y++) {
        for (int x = 0; x < N; x++)
            putchar(now[y][x] ? '#' : '.');
        putchar('\n');
    }
}
