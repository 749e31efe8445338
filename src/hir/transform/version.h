/* What the files that version a nest share. */
#pragma once

#include "hir/transform/extent.h"

enum { VERSION_ENDS = 8 };

/* References with one base. */
typedef struct version_group {
    const CanonExpr *base;
    uint32_t met;                                     /* groups that it may meet, and is not to */
    bool wraps;                                       /* its addresses may wrap, and are not to */
    extent_sum low[VERSION_ENDS], high[VERSION_ENDS]; /* the least and the largest are its ends */
    uint32_t lows, highs;
    hir_temp start, bytes; /* of all that it reaches */
} version_group;

/* If it holds, the checks fail. */
typedef struct version_condition {
    CanonExpr *left, *right;
    LLVMIntPredicate predicate;
} version_condition;

typedef struct versioner {
    const dd_graph *g;
    hir *h;
    HLLoop *loop;
    extents x;
    version_group groups[HIR_MAX_GROUPS];
    uint32_t group_count, pairs, nodes;
    VEC(RegDDRef *) refs; /* to memory, all in the nest */
    VEC(uint32_t) group_of;
    VEC(version_condition) conditions; /* on what does not wrap */
    VEC(HLNode *) freezes, checks;     /* in order, in no list */
    hir_temp unsafe;
    dd_reply reply;
} versioner;

/* Notes one more condition; false, with x.id set or without memory, if a side is NULL. */
bool version_add(versioner *v, CanonExpr *left, LLVMIntPredicate predicate, CanonExpr *right);
bool version_add_constant(versioner *v, CanonExpr *left, LLVMIntPredicate predicate, int64_t right);
/* Makes the checks: of limits, of the conditions, and of groups that are to be disjoint. */
bool version_make_checks(versioner *v);
