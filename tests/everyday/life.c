// RUN: %python %tests/everyday/everyday.py %s
/* The game of life on a torus and on a board with a border. */
#include "everyday.h"
enum { W = 64, H = 48 };
static unsigned char one[H][W], two[H][W];
void on_torus(int w, int h, unsigned char (*from)[W], unsigned char (*to)[W]) {
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++) {
            int count = 0;
            for (int dx = -1; dx <= 1; dx++)
                for (int dy = -1; dy <= 1; dy++)
                    if (dx || dy)
                        count += from[(y + dy + h) % h][(x + dx + w) % w];
            to[y][x] = count == 3 || (count == 2 && from[y][x]);
        }
}
int inside(int w, int h, unsigned char (*from)[W], unsigned char (*to)[W]) {
    int alive = 0;
    for (int x = 1; x < w - 1; x++)
        for (int y = 1; y < h - 1; y++) {
            int count = from[y - 1][x - 1] + from[y - 1][x] + from[y - 1][x + 1] + from[y][x - 1] +
                        from[y][x + 1] + from[y + 1][x - 1] + from[y + 1][x] + from[y + 1][x + 1];
            to[y][x] = count == 3 || (count == 2 && from[y][x]);
            alive += to[y][x];
        }
    return alive;
}
int main(void) {
    for (int i = 0; i < W * H; i++)
        one[i / W][i % W] = draw() % 3 == 0;
    for (int i = 0; i < 6; i++)
        on_torus(W, H, i % 2 ? two : one, i % 2 ? one : two);
    show("torus", one, sizeof one);
    for (int i = 0; i < 5; i++)
        printf("%d\n", inside(W, H, i % 2 ? two : one, i % 2 ? one : two));
    printf("%d\n", inside(W, H, one, one));
    printf("%d\n", inside(W, H - 1, one, one + 1));
    printf("%d\n", inside(W + 20, H - 20, one, two));
    show("one", one, sizeof one);
    show("two", two, sizeof two);
}

// CHANGES hir-optimize: inside()
