/* Arithmetic on whole numbers that C does not have, defined for all arguments that the comments
 * allow, without overflow. */
#pragma once

#include <stdint.h>

/* Holds every product of two 64-bit numbers. */
typedef __int128 num_wide;

/* The distance from 0, of the least number, too. */
static inline uint64_t num_magnitude(int64_t value) {
    return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

/* The greatest common divisor; of 0 and b, it is b. */
static inline uint64_t num_gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* a / b, rounded towards minus infinity; b is not 0. */
static inline num_wide num_floor_div(num_wide a, num_wide b) {
    num_wide quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/* The first multiple of the step from n on; n itself for a step of 0. */
static inline uint64_t num_round_up(uint64_t n, uint64_t step) {
    return step > 1 ? (n + step - 1) / step * step : n;
}
