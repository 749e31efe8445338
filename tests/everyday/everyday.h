/* What every program here needs: numbers to start from, and a line for the bits of the results. */
#ifndef TESTS_EVERYDAY_H
#define TESTS_EVERYDAY_H

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t drawn = 1;

static inline unsigned draw(void) {
    drawn = drawn * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(drawn >> 40);
}

/* Between -0.5 and 0.5. */
static inline void fill(double *to, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = draw() / 16777216.0 - 0.5;
}

static inline void fill_ints(int *to, size_t count, unsigned below) {
    for (size_t i = 0; i < count; i++)
        to[i] = (int)(draw() % below);
}

static inline void fill_bytes(unsigned char *to, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(draw() >> 8);
}

static inline void *room(size_t count, size_t size) {
    void *at = calloc(count, size);
    if (!at)
        exit(2);
    return at;
}

static inline void show(const char *name, const void *data, size_t size) {
    const unsigned char *bytes = data;
    uint64_t sum = size;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    printf("%s %016llx\n", name, (unsigned long long)sum);
}

#endif
