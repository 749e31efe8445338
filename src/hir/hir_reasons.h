/* Why a loop is not modelled, not counted, not changed or not lowered: each name is an id and a
 * sentence about the loop ("it"), which are two arguments or two members. hir_reasons.c has what
 * they mean. */
#ifndef LATHE_HIR_REASONS_H
#define LATHE_HIR_REASONS_H

#include "base/reason.h"

/* Loops that HIR does not model. */
#define HIR_WHY_INDIRECT_BRANCH "indirect-branch", "it has a computed goto"
#define HIR_WHY_ASM_GOTO "asm-goto", "it has an asm goto"
#define HIR_WHY_EXCEPTIONS "exceptions", "it handles exceptions"
#define HIR_WHY_WIDE_SWITCH "wide-switch", "it has a switch over more than 64 bits"
#define HIR_WHY_RETURNS_TWICE "returns-twice", "it calls a function that may return twice"
#define HIR_WHY_TOKEN "token", "it has a value that cannot be kept in a temp"
#define HIR_WHY_IRREDUCIBLE_INSIDE                                                                 \
    "irreducible", "it contains an irreducible cycle, one with several entries"
#define HIR_WHY_IRREDUCIBLE "irreducible", "it is an irreducible cycle, one with several entries"
#define HIR_WHY_NO_PREHEADER "no-preheader", "it has no preheader"

/* Loops without a known trip count. */
#define HIR_WHY_BOUND_ASSIGNED "bound-varies", "its bound is assigned in it"
#define HIR_WHY_BOUND_OF_INNER                                                                     \
    "bound-varies", "the trip count of the inner loop depends on the outer one"
#define HIR_WHY_BOUND_OF_OTHER "bound-varies", "the trip count of a loop depends on another one"
#define HIR_WHY_BOUND_ITERATION                                                                    \
    "bound-varies", "the trip count of a loop in it depends on the iteration"
#define HIR_WHY_BOUND_GUARD "bound-varies", "whether a loop in it runs depends on the iteration"
#define HIR_WHY_EXIT_TWO_VALUES "bound-varies", "its exit test compares two values that change"
#define HIR_WHY_COUNT_NOT_LINEAR                                                                   \
    "count-not-linear", "its trip count is not a linear expression of values known before it"
#define HIR_WHY_COUNTS_AWAY "counts-away", "it counts away from its bound"
#define HIR_WHY_ENDLESS "endless", "nothing leaves it"
#define HIR_WHY_EXIT_BY_SWITCH "exit-by-switch", "it is left through a switch"
#define HIR_WHY_EXIT_NO_COMPARISON "exit-no-comparison", "its exit test does not compare integers"
#define HIR_WHY_EXIT_TOO_WIDE "exit-not-linear", "its exit test compares integers that are too wide"
#define HIR_WHY_EXIT_SOMETIMES "exit-sometimes", "no exit test is made in every iteration"
#define HIR_WHY_SEVERAL_LATCHES "several-latches", "it has several back edges"
#define HIR_WHY_NO_INDUCTION                                                                       \
    "no-induction", "its exit test does not depend on an induction variable"
#define HIR_WHY_MAY_MISS_BOUND "may-miss-bound", "its steps may skip the value that ends it"
#define HIR_WHY_MAY_NOT_START "may-not-start", "its bound is not proven to be beyond its start"
#define HIR_WHY_MAY_WRAP "may-wrap", "its induction variable may wrap around before the bound"
#define HIR_WHY_STEP_UNKNOWN                                                                       \
    "step-unknown", "its step is not a constant, and is not proven to lead to its bound"
#define HIR_WHY_NO_COUNT "no-count", "its trip count is unknown"
#define HIR_WHY_NO_COUNT_INSIDE "no-count", "the trip count of a loop in it is unknown"
#define HIR_WHY_LEFT_BY_GOTO "no-count", "a goto leaves it"

/* Dependences. */
#define HIR_WHY_DEP_CARRIED "dependence", "a dependence is carried between iterations"
#define HIR_WHY_DEP_ALL "dependence", "every statement depends on every other"
#define HIR_WHY_DEP_ALIAS_INVARIANT "dependence", "another access may alias the invariant location"
#define HIR_WHY_DEP_SUM_ACCESSED                                                                   \
    "dependence", "the memory that the sum is stored to is accessed before the store"
#define HIR_WHY_DEP_SUM_WRITTEN                                                                    \
    "dependence", "another access may write the memory that the sum is stored to"
#define HIR_WHY_DEP_REUSED "dependence", "another access may write the reused location"
#define HIR_WHY_DEP_FUSED "dependence", "the second loop would violate a dependence on the first"
#define HIR_WHY_DEP_TEMP "dependence", "a temp carries a value from one loop to the other"
#define HIR_WHY_EFFECT_ORDERED "effect", "it has side effects whose order matters"
#define HIR_WHY_EFFECT_BOTH "effect", "both have side effects whose order matters"
#define HIR_WHY_EFFECT_UNKNOWN "effect", "a statement in it has unknown side effects"
#define HIR_WHY_OUT_OF_MEMORY "gave-up", "out of memory"
#define HIR_WHY_REGION_TOO_LARGE "gave-up", "its region is too large"
#define HIR_WHY_DEPS_UNKNOWN "gave-up", "not all dependences are known"
#define HIR_WHY_TOO_MANY_ATTEMPTS "gave-up", "gave up after 20 failed attempts"
#define HIR_WHY_TOO_MANY_PAIRS "gave-up", "it has too many pairs of references"

/* Shapes that a transform cannot handle. */
#define HIR_WHY_JUMPS_CROSS "jumps", "a goto leads out of it, or into it"
#define HIR_WHY_JUMPS_INSIDE "jumps", "there are gotos in it"
#define HIR_WHY_JUMPS_BACK "jumps", "a goto leads backwards, or into a loop"
#define HIR_WHY_JUMPS_BRANCH "jumps", "a goto leads out of a branch of the if, or into it"
#define HIR_WHY_JUMPS_IF "jumps", "a goto leads out of an if around it, or into it"
#define HIR_WHY_EXITS "exits", "a goto may leave it"
#define HIR_WHY_MAY_NOT_END "may-not-end", "a statement in the loop may not terminate"
#define HIR_WHY_MAY_NOT_END_BEFORE "may-not-end", "a statement before the store may not terminate"
#define HIR_WHY_BODY_NOT_ONE_LOOP "not-perfect", "its body is not a single loop"
#define HIR_WHY_NOT_PERFECT "not-perfect", "the loops are not perfectly nested"
#define HIR_WHY_NOT_DIRECTLY_NESTED "not-nested", "the loops are not directly nested"
#define HIR_WHY_NOT_NESTED "not-nested", "they are not nested"
#define HIR_WHY_NO_NEXT_LOOP "not-adjacent", "no loop directly follows it"
#define HIR_WHY_NOT_ADJACENT "not-adjacent", "the loops are not adjacent"
#define HIR_WHY_BETWEEN "between", "a statement between them can move neither before nor after both"
#define HIR_WHY_COUNTS_DIFFER_TYPE "counts-differ", "their induction variables have different types"
#define HIR_WHY_COUNTS_DIFFER "counts-differ", "their trip counts differ"
#define HIR_WHY_NOT_INNERMOST "not-innermost", "there is a loop in it"
#define HIR_WHY_NOT_OUTERMOST "not-outermost", "it is in another loop"
#define HIR_WHY_NO_LOOP_INSIDE "no-loop-inside", "there is no loop in it"
#define HIR_WHY_ONE_PART "one-part", "it has only one statement"
#define HIR_WHY_IN_BLOCK "in-block", "it is inside a tile"
#define HIR_WHY_NOT_LINEAR "not-linear", "a rewritten subscript would not be linear"
#define HIR_WHY_NOT_LINEAR_ITS_BOUND "not-linear", "its new bound would not be linear"
#define HIR_WHY_NOT_LINEAR_BOUND "not-linear", "a new bound would not be linear"
#define HIR_WHY_NO_GUARD "no-guard", "there is no if in it"
#define HIR_WHY_NOT_SINGLE_IF "no-guard", "the loop body is not a single if"
#define HIR_WHY_GUARD_NOT_IMPLIED                                                                  \
    "guard-varies", "no condition in it is implied by the enclosing loops and ifs"
#define HIR_WHY_GUARD_NOT_INVARIANT "guard-varies", "the condition of the if is not loop-invariant"

/* Temps, reductions and reuse. */
#define HIR_WHY_TEMP_ALL_PARTS "temp-crosses", "temps carry values between all of its parts"
#define HIR_WHY_TEMP_COMBINED                                                                      \
    "temp-crosses", "the value that the sum is combined with is also used elsewhere"
#define HIR_WHY_TEMP_SUM_USED "temp-crosses", "the sum is also used elsewhere"
#define HIR_WHY_TEMP_SUM_AFTER "temp-crosses", "the sum is used after the nest"
#define HIR_WHY_TEMP_READ "temp-crosses", "a value computed before it is also read elsewhere"
#define HIR_WHY_TEMP_ASSIGNED                                                                      \
    "temp-crosses", "a value computed before it is also assigned elsewhere"
#define HIR_WHY_SHARED_TEMP "shared-temp", "a temp that one loop assigns occurs in the other"
#define HIR_WHY_SHARED_TEMP_VALUES                                                                 \
    "shared-temp", "it reads a temp that has several values in another loop nest"
#define HIR_WHY_STACK_FULL                                                                         \
    "stack", "the stack frame has no room for another temp expanded to an array"
#define HIR_WHY_RECURSION                                                                          \
    "recursion",                                                                                   \
        "a temp would be expanded to an array on the stack, and the function may be recursive"
#define HIR_WHY_NO_SUM_STORED "no-sum", "no temp that it assigns is stored after it"
#define HIR_WHY_NO_SUM_TYPE "no-sum", "it is stored in another type"
#define HIR_WHY_NO_SUM_CHANGES "no-sum", "the sum changes after it"
#define HIR_WHY_NO_SUM_SOMETIMES "no-sum", "the sum is not stored whenever it changes"
#define HIR_WHY_NO_SUM_LOADED "no-sum", "no sum starts with a load directly before it"
#define HIR_WHY_NO_START "no-start", "the sum does not start right before it"
#define HIR_WHY_NO_START_EARLIER "no-start", "the sum goes on from an earlier one"
#define HIR_WHY_NO_START_TWICE "no-start", "the sum is assigned twice before it"
#define HIR_WHY_ADDRESS_VARIES                                                                     \
    "place-varies", "the address that the sum is stored to is not loop-invariant"
#define HIR_WHY_NO_INVARIANT "moves", "no loop-invariant memory reference"
#define HIR_WHY_CONDITIONAL_INVARIANT                                                              \
    "conditional", "not every iteration accesses the invariant location"
#define HIR_WHY_CONDITIONAL_REUSED "conditional", "not every iteration accesses the reused location"
#define HIR_WHY_NO_REUSE "no-reuse", "no memory location is accessed again"
#define HIR_WHY_NOTHING_BEFORE                                                                     \
    "nothing-before", "no computation directly before it is used by it alone"
#define HIR_WHY_CHANGES                                                                            \
    "changes", "a value computed before it depends on memory or temps that it changes"

/* Run-time checks. */
#define HIR_WHY_EXTENT_TERMS                                                                       \
    "extent-unknown", "the range of addresses it accesses has too many terms"
#define HIR_WHY_EXTENT_LATE                                                                        \
    "extent-unknown", "the range of addresses it accesses is not known before it"
#define HIR_WHY_EXTENT_COUNT                                                                       \
    "extent-unknown", "the trip count of a loop in it is not known before it"
#define HIR_WHY_EXTENT_SUBSCRIPT "extent-unknown", "a subscript in it is not linear"
#define HIR_WHY_EXTENT_STRIDE "extent-unknown", "the stride of a dimension is unknown"
#define HIR_WHY_EXTENT_STRIDE_VARIES                                                               \
    "extent-unknown", "the stride of a dimension is not loop-invariant"
#define HIR_WHY_EXTENT_WRAPS                                                                       \
    "extent-unknown", "addresses may wrap around in all but very short loops"
#define HIR_WHY_EXTENT_SIZE "extent-unknown", "the size of an access is unknown"
#define HIR_WHY_EXTENT_NEGATIVE "extent-unknown", "a value in a subscript may be negative"
#define HIR_WHY_EXTENT_POINTERS "extent-unknown", "addresses do not have 64 bits"
#define HIR_WHY_BASE_VARIES "base-varies", "a base pointer in it is not loop-invariant"
#define HIR_WHY_TOO_MANY_BASES "too-many-pairs", "there are too many bases in it"
#define HIR_WHY_TOO_MANY_BASE_PAIRS                                                                \
    "too-many-pairs", "too many pairs of bases would have to be compared"
#define HIR_WHY_NOTHING_TO_CHECK                                                                   \
    "nothing-to-check", "none of its dependences can be excluded by a run-time check"
#define HIR_WHY_VERSIONED "versioned", "it already has run-time checks"

/* Sizes and limits. */
#define HIR_WHY_LARGE_REFERENCES "too-large", "there are too many references in it"
#define HIR_WHY_LARGE_STATEMENTS "too-large", "there would be too many statements in it"
#define HIR_WHY_LARGE_COPY "too-large", "there are too many statements in it for a copy"
#define HIR_WHY_LARGE_BLOCKS "too-large", "its function has too many blocks"
#define HIR_WHY_LARGE_LOOPS "too-large", "there are too many loops in it"
#define HIR_WHY_DEEP_TILES "too-deep", "loops would be nested too deeply"
#define HIR_WHY_DEEP "too-deep", "loops in it are nested too deeply"
#define HIR_WHY_TOO_MANY_TEMPS "too-many-temps", "it would need too many temps"
#define HIR_WHY_NARROW "too-narrow", "its induction variable is too narrow"
#define HIR_WHY_NARROW_TILE "too-narrow", "the tile size does not fit its induction variable"
#define HIR_WHY_SHORT "too-short", "it has fewer iterations than the requested size"
#define HIR_WHY_SHORT_TILE "too-short", "all iterations fit into one tile"
#define HIR_WHY_FACTOR "factor", "the factor is not between 2 and 64"

/* Choices of hir-optimize. */
#define HIR_WHY_NO_GAIN_CHECKS "no-gain", "run-time checks would not pay for themselves"
#define HIR_WHY_NO_GAIN "no-gain", "the legal changes would gain too little"
#define HIR_WHY_BISECT "bisect", "this change is beyond the bisect limit"

/* Lowering back to LLVM IR. */
#define HIR_WHY_OPERAND_BUNDLE                                                                     \
    "operand-bundle", "a call in it has an operand bundle with a value of the region"
#define HIR_WHY_BLOCK_ADDRESS "block-address", "the address of a block in it is taken"
#define HIR_WHY_NO_CODE "no-code", "it was read from text, and has no IR to be lowered to"

/* All of them, with what they mean; ends with a row of nothing. */
extern const reason_row hir_reasons[];

#endif
