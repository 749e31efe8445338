/* What the programs of this folder share. Each takes its size as its only argument, calls
 * checkpoint() now and then, and prints results that depend on every bit it computed. */
#ifndef TORTURE_H
#define TORTURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without them, a pass chooses where the program is saved. */
#ifdef NO_DIRECTIVES
#define checkpoint() ((void)0)
#else
void checkpoint(void);
#endif

static inline long size_argument(int argc, char **argv, long otherwise) {
    return argc > 1 ? atol(argv[1]) : otherwise;
}

static inline uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static inline uint64_t mix_double(uint64_t hash, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return mix(hash, bits);
}

static inline uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

#endif
