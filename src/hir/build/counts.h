/* From the exit test of a loop to how often the loop runs. */
#pragma once

#include "hir/build/builder.h"
#include "hir/predicate.h"

/* The loop goes on while `moving` is in that relation to `bound`.
 *
 * Where the bound moves, too, `bound` is what it is one step before the first test, as `before` is
 * of `moving`. */
typedef struct hir_exit_test {
    LLVMIntPredicate goes_on;
    hir_form moving; /* its flags hold for both, if the bound moves */
    CanonExpr *bound;
    CanonExpr *first, *before; /* moving at first, and one step before that */
    bool exact_before;         /* and that is less than `first` by the step, as numbers */
    bool is_pointer;           /* numbers without, steps with a sign */
    int64_t step;
    hir_blob factor;    /* moving's step is `step` times this, which does not change; 0: times 1 */
    int64_t bound_step; /* 0: the bound stays the same */
    uint32_t loop, block;
} hir_exit_test;

/* The number of the last iteration; NULL, with a reason, if that is not proven. */
CanonExpr *hir_b_count(hir_builder *b, const hir_exit_test *t);

/* Notes the first reason why the loop's count is unknown. False. */
bool hir_b_refuse(hir_builder *b, uint32_t loop, hir_why why, LLVMValueRef at);

/* progress.c */
/* Whether the loop, once entered, gets to this exit and to no other, or runs forever: no call in it
 * ends the program, and there is no loop in it. */
bool hir_b_is_left_here_only(hir_builder *b, const hir_exit_test *t);
/* Whether running forever would be undefined: the IR promises that the loop makes progress, and
 * nobody could see that it runs. */
bool hir_b_makes_progress(hir_builder *b, uint32_t loop);
