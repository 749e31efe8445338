// RUN: %python %tests/everyday/everyday.py %s
/* A grid of bit-fields, changed column by column. */
#include "everyday.h"
enum { N = 40, M = 30 };
struct cell {
    unsigned kind : 3, level : 7, flag : 1;
    int height : 12;
    unsigned short plain;
};
static struct cell grid[N][M];
void rise(int n, int m, int by) {
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++) {
            grid[i][j].level += grid[i - 1][j].kind;
            grid[i][j].height = (grid[i][j].height + by) % 1000;
            grid[i][j].flag ^= grid[i][j].level & 1;
        }
}
void plain(int n, int m, struct cell (*g)[M], const unsigned short *what) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            g[i][j].plain = (unsigned short)(g[i][j].plain + what[i * m + j]);
}
int main(void) {
    static unsigned short what[N * M * 4];
    for (int i = 0; i < N * M; i++) {
        struct cell *c = &grid[i / M][i % M];
        c->kind = draw() & 7, c->level = draw() & 127, c->flag = draw() & 1;
        c->height = (int)(draw() % 900), c->plain = (unsigned short)draw();
        what[i] = (unsigned short)draw();
    }
    rise(N, M, 7), rise(N - 10, M + 9, -7), rise(1, M, 3);
    plain(N, M, grid, what), plain(N / 2, M + 12, grid, what);
    plain(N - 1, M, grid + 1, what + 7);
    unsigned long sum = 0;
    for (int i = 0; i < N * M; i++) {
        const struct cell *c = &grid[i / M][i % M];
        sum = sum * 31 + c->kind + c->level * 8u + c->flag + (unsigned)c->height + c->plain;
    }
    printf("%lx\n", sum);
}

// CHANGES hir-optimize: plain()
