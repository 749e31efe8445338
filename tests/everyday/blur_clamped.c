// RUN: %python %tests/everyday/everyday.py %s
/* A box blur whose borders are clamped, into another image and into the same one. */
#include "everyday.h"
static inline int clamp(int v, int low, int high) {
    return v < low ? low : v > high ? high : v;
}
void blur(int w, int h, const float *from, float *to, int r) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int dy = -r; dy <= r; dy++)
                for (int dx = -r; dx <= r; dx++)
                    s += from[clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1)];
            to[y * w + x] = s / 9;
        }
}
void down(int w, int h, const float *from, float *to) {
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++) {
            int above = y > 0 ? y - 1 : 0, below = y < h - 1 ? y + 1 : h - 1;
            to[y * w + x] = from[above * w + x] * 0.25f + from[below * w + x] * 0.75f;
        }
}
int main(void) {
    static float a[5000], b[5000];
    for (int i = 0; i < 5000; i++)
        a[i] = (float)(draw() % 1000);
    blur(60, 50, a, b, 1), blur(60, 50, b, a, 2);
    blur(1, 50, a, b, 1), blur(1, 1, a, b + 9, 3), blur(0, 5, a, b, 1);
    show("apart", b, sizeof b);
    blur(60, 50, a, a, 1), down(60, 50, a, b), down(60, 50, b, b), down(60, 50, b, b + 60);
    down(60, 50, b + 61, b), down(60, 1, b, b), down(1, 60, a, b);
    show("a", a, sizeof a);
    show("b", b, sizeof b);
}

// CHANGES hir-optimize: down()
