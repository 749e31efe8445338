/* Pictures as structs. */
#ifndef BENCH_EVERYDAY_PICTURE_H
#define BENCH_EVERYDAY_PICTURE_H

#include "everyday.h"

typedef struct {
    int width, height;
    float *pixels;
} picture;

static inline picture new_picture(int width, int height, uint32_t seed) {
    return (picture){width, height, some_floats((size_t)width * height, seed)};
}

static inline void print_picture(const picture *p) {
    print_bits("picture", p->pixels, (size_t)p->width * p->height * sizeof *p->pixels);
}

#endif
