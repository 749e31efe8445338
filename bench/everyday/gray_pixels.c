/* A colour picture made gray, and how bright each of its columns is. */
#include "everyday.h"

typedef struct {
    unsigned char r, g, b;
} rgb;

typedef struct {
    int width, height;
    rgb *data;
} colours;

#ifdef HAND
NOINLINE void to_gray(const colours *in, unsigned char *gray, long *bright) {
    int width = in->width, height = in->height;
    for (int x = 0; x < width; x++)
        bright[x] = 0;
    for (int y = 0; y < height; y++) {
        const rgb *row = in->data + y * width;
        for (int x = 0; x < width; x++) {
            int value = (299 * row[x].r + 587 * row[x].g + 114 * row[x].b) / 1000;
            gray[y * width + x] = (unsigned char)value;
            bright[x] += value;
        }
    }
}
#else
NOINLINE void to_gray(const colours *in, unsigned char *gray, long *bright) {
    for (int x = 0; x < in->width; x++) {
        bright[x] = 0;
        for (int y = 0; y < in->height; y++) {
            const rgb *p = &in->data[y * in->width + x];
            int value = (299 * p->r + 587 * p->g + 114 * p->b) / 1000;
            gray[y * in->width + x] = (unsigned char)value;
            bright[x] += value;
        }
    }
}
#endif

int main(void) {
    colours in = {at_run_time(SCALED(1920)), at_run_time(SCALED(1440)), NULL};
    size_t count = (size_t)in.width * in.height;
    unsigned char *gray = some_bytes(count, 2);
    long *bright = allocate((size_t)in.width * sizeof *bright);
    in.data = (rgb *)some_bytes(count * sizeof *in.data, 1);
    for (int frame = 0; frame < 25; frame++) {
        to_gray(&in, gray, bright);
        in.data[frame].r = (unsigned char)bright[frame];
    }
    print_bits("gray", gray, count);
    print_bits("bright", bright, (size_t)in.width * sizeof *bright);
    free(gray);
    free(bright);
    free(in.data);
}
