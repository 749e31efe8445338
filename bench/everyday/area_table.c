/* Sums of all rectangles of a picture: running sums along its rows, then down its columns. */
#include "everyday.h"

typedef struct {
    int width, height;
    unsigned char *pixels;
    uint32_t *sums;
} area;

#ifdef HAND
NOINLINE void sum_up(area *a) {
    int width = a->width;
    for (int y = 0; y < a->height; y++) {
        const unsigned char *from = a->pixels + y * width;
        uint32_t *restrict to = a->sums + y * width, sum = 0;
        for (int x = 0; x < width; x++)
            to[x] = sum += from[x];
        const uint32_t *restrict above = to - width;
        for (int x = 0; y > 0 && x < width; x++)
            to[x] += above[x];
    }
}
#else
NOINLINE void sum_up(area *a) {
    for (int y = 0; y < a->height; y++) {
        a->sums[y * a->width] = a->pixels[y * a->width];
        for (int x = 1; x < a->width; x++)
            a->sums[y * a->width + x] = a->sums[y * a->width + x - 1] + a->pixels[y * a->width + x];
    }
    for (int x = 0; x < a->width; x++)
        for (int y = 1; y < a->height; y++)
            a->sums[y * a->width + x] += a->sums[(y - 1) * a->width + x];
}
#endif

int main(void) {
    area a = {at_run_time(SCALED(1600)), at_run_time(SCALED(1200)), NULL, NULL};
    size_t count = (size_t)a.width * a.height;
    a.pixels = some_bytes(count, 1);
    a.sums = allocate(count * sizeof *a.sums);
    for (int frame = 0; frame < 50; frame++) {
        sum_up(&a);
        a.pixels[frame] = (unsigned char)a.sums[count - 1];
    }
    print_bits("sums", a.sums, count * sizeof *a.sums);
    free(a.pixels);
    free(a.sums);
}
