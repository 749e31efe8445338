// RUN: %python %tests/everyday/everyday.py %s
/* Sums of all that is above and to the left. */
#include "everyday.h"
enum { W = 80, H = 70 };
static unsigned table[H][W];
void by_columns(int w, int h, unsigned (*t)[W], const unsigned char *image) {
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++)
            t[y][x] = image[y * w + x] + (y > 0 ? t[y - 1][x] : 0);
    for (int x = 1; x < w; x++)
        for (int y = 0; y < h; y++)
            t[y][x] += t[y][x - 1];
}
int main(void) {
    static unsigned char image[H * (W + 9)];
    fill_bytes(image, sizeof image);
    by_columns(W, H, table, image);
    show("whole", table, sizeof table);
    by_columns(W + 9, H - 10, table, image);
    show("wider", table, sizeof table);
    by_columns(W, H / 5, table, (unsigned char *)table);
    by_columns(1, 1, table, image), by_columns(0, H, table, image);
    show("of itself", table, sizeof table);
}

// CHANGES hir-optimize: by_columns()
