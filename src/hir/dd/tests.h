/* The classical tests of one subscript (Banerjee: Dependence Analysis for Supercomputing, 1988;
 * Goff, Kennedy, Tseng: Practical Dependence Testing, 1991): a*x + b*y + c = 0, where x and y count
 * iterations from 0.
 *
 * All arithmetic is on 128 bits and checked. A test that cannot decide says that everything is
 * possible. */
#pragma once

#include "hir/dd/system.h"

/* What y - x can be, as seen from the source: it runs before the sink if y > x. */
enum { DD_LESS = 1, DD_EQUAL = 2, DD_GREATER = 4, DD_ANY = 7 };

typedef struct dd_span {
    bool bounded;
    dd_wide high; /* the last iteration, if bounded */
} dd_span;

/* directions 0: no solution. y - x is always `distance`, always `less` where it is positive, or
 * always `greater` where it is negative. */
typedef struct dd_one {
    uint8_t directions;
    bool constant, constant_less, constant_greater;
    int64_t distance, less, greater;
} dd_one;

/* c = 0. */
bool dd_test_ziv(int64_t c);
/* a = -b. */
dd_one dd_test_strong_siv(int64_t a, int64_t c, dd_span span);
/* b = 0 (or, with at_sink, a*y + c = 0). */
dd_one dd_test_weak_zero_siv(int64_t a, int64_t c, bool at_sink, dd_span span);
/* a = b. */
dd_one dd_test_weak_crossing_siv(int64_t a, int64_t c, dd_span span);
/* Any a and b, and y in another loop (RDIV) if the spans differ: then directions mean nothing
 * more than that there is a solution. */
dd_one dd_test_exact_siv(int64_t a, int64_t b, int64_t c, dd_span x, dd_span y);
bool dd_test_rdiv(int64_t a, int64_t b, int64_t c, dd_span x, dd_span y);
/* The one of these for the coefficients, x and y in the same loop. */
dd_one dd_test_siv(int64_t a, int64_t b, int64_t c, dd_span span);

/* Σ coefficient * variable + constant = 0: whether the greatest common divisor allows it. */
bool dd_test_gcd(const int64_t *coefficients, uint32_t count, int64_t constant);
/* Whether 0 is between the extremes that the sum can take. */
bool dd_test_banerjee(const int64_t *coefficients, const dd_span *spans, uint32_t count,
                      int64_t constant);
