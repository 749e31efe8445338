/* The seed that random tests begin with: LATHE_FUZZ_SEED, which `make test` takes from the commit,
 * so that each commit tries other ones; 1 if nobody says. */
#ifndef LATHE_TESTS_SEED_H
#define LATHE_TESTS_SEED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint64_t first_seed(void) {
    const char *given = getenv("LATHE_FUZZ_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : 1;
    printf("LATHE_FUZZ_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

#endif
