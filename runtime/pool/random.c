/* Where the randomness of pools comes from: the kernel, one draw at a time, so that one number says
 * nothing about another. Only repeatable runs compute theirs. */
#include "pool/random.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/random.h>
#include <time.h>

static uint64_t state;

/* The next number of a sequence that looks random (splitmix64). */
static uint64_t next_number(void) {
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static bool is_repeatable(void) {
    static int known; /* 0: not asked yet, 1: no, 2: yes */
    if (!known) {
        const char *seed = getauxval(AT_SECURE) ? NULL : getenv("LATHE_POOL_SEED");
        bool fixed = !getauxval(AT_SECURE) && personality(0xffffffff) & ADDR_NO_RANDOMIZE;
        state = seed ? strtoull(seed, NULL, 10) : 0;
        known = seed || fixed ? 2 : 1;
    }
    return known == 2;
}

/* Of a kernel that has no random numbers, or none yet: what a process has of its own. Mixed, so
 * that what can be seen of it says nothing of the stack protector's number, which is made of the
 * same. */
static uint64_t makeshift(void) {
    const void *given = (const void *)getauxval(AT_RANDOM);
    struct timespec now = {0};
    uint64_t bytes[2] = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (given)
        memcpy(bytes, given, sizeof bytes);
    state ^= bytes[0] * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)now.tv_nsec;
    return next_number() ^ bytes[1] * UINT64_C(0xd6e8feb86659fd93);
}

uint64_t pool_random(void) {
    uint64_t number;
    if (is_repeatable())
        return next_number();
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) == sizeof number)
        return number;
    return makeshift();
}
