/* One pair of references as a problem in integers, independent of HIR, and what follows from it.
 *
 * The variables are, in this order: x, the iterations of the loops around the source (outermost
 * first); y, those of the loops around the sink; then all others: symbols, quotients, products. The
 * rows say when both meet: subscripts are equal, iterations are in their loops, guards hold. */
#pragma once

#include "hir/dd/tests.h"

typedef enum dd_when {
    DD_WHEN_EQUAL,   /* the row is 0 if y = x at all of the levels */
    DD_WHEN_LESS,    /* the row is not negative if y > x at the level */
    DD_WHEN_GREATER, /* … if y < x */
} dd_when;

typedef struct dd_condition {
    uint32_t row; /* a watched one */
    dd_when when;
    uint32_t levels; /* bit level - 1 */
} dd_condition;

typedef struct dd_problem {
    uint32_t common, source, sink; /* loops around both, and around each */
    dd_system rows;
    dd_condition conditions[DD_MAX_CONDITIONS];
    uint32_t condition_count;
    /* No rows but equations and bounds of iterations by constants, which spans has: x, then y. */
    bool is_box;
    dd_span spans[2 * DD_MAX_LEVELS];
} dd_problem;

/* What y - x can be at each common level, for one way that source and sink can be ordered. */
typedef struct dd_vector {
    bool possible;
    uint8_t directions[DD_MAX_LEVELS];
    bool constant[DD_MAX_LEVELS];
    int64_t distance[DD_MAX_LEVELS];
} dd_vector;

typedef enum dd_test {
    DD_BY_ZIV,
    DD_BY_SIV,
    DD_BY_RDIV,
    DD_BY_GCD,
    DD_BY_BANERJEE,
    DD_BY_ELIMINATION,
    DD_BY_ISL,
    DD_BY_NOTHING, /* not looked at, or not decided */
    DD_TESTS
} dd_test;

/* [0]: in the same iteration of all common loops; [k]: carried by the common loop at level k, the
 * source in the earlier iteration (forward), or the sink (backward). */
typedef struct dd_answer {
    dd_vector same, forward[DD_MAX_LEVELS + 1], backward[DD_MAX_LEVELS + 1];
    dd_test by;
    bool asked;   /* isl */
    bool unsure;  /* some of it may be wrong, on the side of caution */
    bool gave_up; /* isl ran out of operations */
} dd_answer;

/* isl, with a limit of operations for each question, and of questions (0: none); NULL if there is
 * no memory. Questions that it cannot answer are DD_UNSURE. */
typedef struct dd_exact dd_exact;
dd_exact *dd_exact_new(unsigned long operations, uint64_t questions);
void dd_exact_free(dd_exact *e);
/* From now on no values are known. */
void dd_exact_skip_values(dd_exact *e);
dd_verdict dd_exact_solve(dd_exact *e, const dd_system *s);
/* Two values that the row has; the same if it has only one. False if that is not known. */
bool dd_exact_values(dd_exact *e, const dd_system *s, uint32_t row, int64_t values[2]);

void dd_problem_init(dd_problem *p, uint32_t common, uint32_t source, uint32_t sink,
                     uint32_t others);
static inline uint32_t dd_x(uint32_t level) {
    return level - 1;
}
static inline uint32_t dd_y(const dd_problem *p, uint32_t level) {
    return p->source + level - 1;
}
static inline uint32_t dd_other(const dd_problem *p, uint32_t number) {
    return p->source + p->sink + number;
}

/* exact may be NULL: then what the tests cannot decide is possible. */
void dd_solve(const dd_problem *p, dd_exact *exact, dd_answer *answer);
/* to becomes what either of two parts of a problem allows. */
void dd_join(dd_answer *to, const dd_answer *from, uint32_t common);
bool dd_is_independent(const dd_answer *answer, uint32_t common);
/* Everything is possible that the number of common loops allows. */
void dd_assume_all(dd_answer *answer, uint32_t common);
