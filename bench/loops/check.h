/* What every kernel needs around it: sizes, numbers to start from, and the bits of what came out.
 *
 * With -DSMALL=8 what is written SCALED(800) is 100: enough for a test.
 */
#ifndef BENCH_LOOPS_CHECK_H
#define BENCH_LOOPS_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef SMALL
#define SMALL 1
#endif
#define SCALED(n) ((n) / SMALL)

/* The same number, but the compiler cannot know. */
static inline int at_run_time(int number) {
    volatile int hidden = number;
    return hidden;
}

static inline uint32_t next_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Between 0 and 1. */
static inline void fill_doubles(double *to, size_t count, uint32_t seed) {
    for (size_t i = 0; i < count; i++)
        to[i] = next_number(&seed) / 16777216.0;
}

static inline void fill_floats(float *to, size_t count, uint32_t seed) {
    for (size_t i = 0; i < count; i++)
        to[i] = (float)next_number(&seed) / 16777216.0f;
}

static inline void fill_bytes(unsigned char *to, size_t count, uint32_t seed) {
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(next_number(&seed) >> 16);
}

/* One line that differs if any bit does. */
static inline void print_bits(const char *name, const void *data, size_t bytes) {
    const unsigned char *at = data;
    uint64_t sum = bytes;
    for (; bytes >= sizeof sum; bytes -= sizeof sum, at += sizeof sum) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    }
    printf("%s %016llx\n", name, (unsigned long long)sum);
}

#endif
