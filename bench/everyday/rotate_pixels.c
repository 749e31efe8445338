/* A picture turned by a quarter. */
#include "everyday.h"

typedef struct {
    int w, h;
    uint32_t *pixels;
} bitmap;

#ifdef HAND
static inline int least(int a, int b) {
    return a < b ? a : b;
}

NOINLINE void rotate(const bitmap *from, bitmap *to) {
    int w = from->w, h = from->h, block = 16;
    to->w = h;
    to->h = w;
    for (int y0 = 0; y0 < h; y0 += block)
        for (int x0 = 0; x0 < w; x0 += block)
            for (int x = x0; x < least(w, x0 + block); x++)
                for (int y = y0; y < least(h, y0 + block); y++)
                    to->pixels[x * h + h - 1 - y] = from->pixels[y * w + x];
}
#else
NOINLINE void rotate(const bitmap *from, bitmap *to) {
    to->w = from->h;
    to->h = from->w;
    for (int y = 0; y < from->h; y++)
        for (int x = 0; x < from->w; x++)
            to->pixels[x * to->w + (from->h - 1 - y)] = from->pixels[y * from->w + x];
}
#endif

int main(void) {
    bitmap a = {at_run_time(SCALED(2048)), at_run_time(SCALED(1600)), NULL}, b = a;
    size_t count = (size_t)a.w * a.h;
    a.pixels = (uint32_t *)some_floats(count, 1);
    b.pixels = (uint32_t *)some_floats(count, 2);
    for (int turn = 0; turn < 5; turn++) {
        rotate(&a, &b);
        rotate(&b, &a);
    }
    print_bits("pixels", a.pixels, count * sizeof *a.pixels);
    free(a.pixels);
    free(b.pixels);
}
