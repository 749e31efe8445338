/* What everyday programs share: memory that is filled, and tables of rows. */
#ifndef BENCH_EVERYDAY_H
#define BENCH_EVERYDAY_H

#include "../loops/check.h"

#include <stdlib.h>

/* The function could as well be in another file than its callers, as it often is. */
#define NOINLINE __attribute__((noinline))

static inline void *allocate(size_t bytes) {
    void *made = calloc(bytes ? bytes : 1, 1);
    if (!made)
        exit(1);
    return made;
}

static inline double *some_doubles(size_t count, uint32_t seed) {
    double *made = allocate(count * sizeof *made);
    fill_doubles(made, count, seed);
    return made;
}

static inline float *some_floats(size_t count, uint32_t seed) {
    float *made = allocate(count * sizeof *made);
    fill_floats(made, count, seed);
    return made;
}

static inline unsigned char *some_bytes(size_t count, uint32_t seed) {
    unsigned char *made = allocate(count);
    fill_bytes(made, count, seed);
    return made;
}

/* A table of rows that share one piece of memory. */
static inline double **some_rows(int rows, int columns, uint32_t seed) {
    double **made = allocate((size_t)rows * sizeof *made);
    made[0] = some_doubles((size_t)rows * columns, seed);
    for (int i = 1; i < rows; i++)
        made[i] = made[i - 1] + columns;
    return made;
}

static inline void free_rows(double **rows) {
    free(rows[0]);
    free(rows);
}

static inline void print_doubles(const char *name, const double *at, size_t count) {
    print_bits(name, at, count * sizeof *at);
}

static inline void print_rows(const char *name, double *const *rows, int count, int columns) {
    print_doubles(name, rows[0], (size_t)count * columns);
}

#endif
