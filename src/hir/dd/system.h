/* Systems of linear equations and inequalities over integers, small enough for the stack.
 *
 * Solving is exact where it says so: equations are eliminated by unimodular substitution (which
 * has the GCD test in it), then variables by Fourier and Motzkin's method, with the dark shadow
 * where that is not exact for integers (Pugh: The Omega Test, 1991). What does not fit, in bits or
 * rows, is unknown.
 *
 * Invariants: 1. row r is Σ coefficient * variable + constant, and is = 0, >= 0 or only looked at;
 *             2. a system that lost a row is `loose`: it may have solutions that it should not. */
#pragma once

#include "base/limits.h"
#include "base/num.h"

#include <stdbool.h>
#include <stdint.h>

typedef num_wide dd_wide;

typedef enum dd_row_kind {
    DD_ROW_EQUAL,    /* = 0 */
    DD_ROW_AT_LEAST, /* >= 0 */
    DD_ROW_WATCHED,  /* no constraint, but what it becomes is of interest */
    DD_ROW_GONE
} dd_row_kind;

typedef enum dd_verdict {
    DD_EMPTY,  /* no integer solution */
    DD_SOLVED, /* there is one */
    DD_UNSURE,
} dd_verdict;

typedef struct dd_system {
    uint32_t vars, rows;
    bool loose;
    uint64_t *work; /* what solving may still cost; nothing is solved beyond that. NULL: no limit */
    uint8_t kind[DD_MAX_ROWS];
    int64_t cells[DD_MAX_ROWS * (DD_MAX_VARS + 1)];
} dd_system;

void dd_system_init(dd_system *s, uint32_t vars);
void dd_system_copy(dd_system *to, const dd_system *from);
/* Of vars + 1 cells, the constant last. */
static inline int64_t *dd_row(dd_system *s, uint32_t row) {
    return s->cells + row * (s->vars + 1);
}
static inline const int64_t *dd_row_of(const dd_system *s, uint32_t row) {
    return s->cells + row * (s->vars + 1);
}
/* A new row of zeros; NULL, and the system is `loose`, if there is no room. */
int64_t *dd_system_add(dd_system *s, dd_row_kind kind);
/* The last row does not fit, and is dropped: everything that it would exclude is possible. */
static inline void dd_system_drop(dd_system *s) {
    s->rows--;
    s->loose = true;
}
/* A copy of that row, times a sign, plus a constant. */
void dd_system_add_like(dd_system *s, dd_row_kind kind, uint32_t row, int sign, int64_t plus);

/* Whether the system may cost that much; it is taken from what is left. */
bool dd_system_pay(const dd_system *s, uint64_t cost);

/* Eliminates all equations. Watched rows are rewritten, and the other variables mean something
 * else afterwards. DD_EMPTY, or DD_UNSURE if the rest must decide. */
dd_verdict dd_system_reduce(dd_system *s);

/* Whether the system has a solution; it is used up. Watched rows do not count. */
dd_verdict dd_system_solve(dd_system *s);

/* What the watched row of a reduced system can be; false if the system is empty. Not `exact`: the
 * ends may be further from each other than they are. */
typedef struct dd_ends {
    bool has_low, has_high, exact;
    int64_t low, high;
} dd_ends;
bool dd_system_range(dd_system *s, uint32_t row, dd_ends *ends);

/* Of all coefficients, not negative; 0 if they are all 0. */
int64_t dd_shared_divisor(const int64_t *row, uint32_t count);
/* Whether it fits; *to is it then. */
static inline bool dd_narrow(dd_wide value, int64_t *to) {
    *to = (int64_t)value;
    return value >= -INT64_MAX && value <= INT64_MAX;
}
