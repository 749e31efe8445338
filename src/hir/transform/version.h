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

/* A reference, and what it is once a sum in it is known not to wrap. */
typedef struct version_wide {
    RegDDRef *narrow, *wide;
} version_wide;

typedef struct versioner {
    const dd_graph *g;
    bool dims; /* subscripts are to stay in their dimensions */
    hir *h;
    HLLoop *loop;
    extents x;
    version_group groups[HIR_MAX_GROUPS];
    uint32_t group_count, pairs, nodes;
    bool doubted;         /* edges are only assumed */
    VEC(RegDDRef *) refs; /* to memory, all in the nest */
    VEC(uint32_t) group_of;
    VEC(RegDDRef *) inside; /* in their dimensions, once the checks hold */
    VEC(version_wide) wide;
    VEC(version_condition) conditions; /* on what does not wrap */
    VEC(HLNode *) freezes, checks;     /* in order, in no list */
    hir_temp unsafe;
    uint32_t comparisons; /* that the checks make */
    dd_reply reply;
} versioner;

/* Notes one more condition; false, with x.id set or without memory, if a side is NULL. */
bool version_add(versioner *v, CanonExpr *left, LLVMIntPredicate predicate, CanonExpr *right);
bool version_add_constant(versioner *v, CanonExpr *left, LLVMIntPredicate predicate, int64_t right);
/* Makes the checks: of limits, of the conditions, and of groups that are to be disjoint. */
bool version_make_checks(versioner *v);
/* A copy of the nest in the else of the branch, with temps of its own. */
bool version_make_copy(versioner *v, HLIf *branch);
/* Puts the checks and the branch where the nest is, and that into it. */
void version_place(versioner *v, HLIf *branch);
/* Whether the base of the group is the same address in all of the nest, in the usual space. */
bool version_has_fixed_base(const versioner *v, const version_group *g);
bool version_find_group(versioner *v, const RegDDRef *ref, uint32_t *number);
/* Adds what the reference reaches to the group. */
bool version_measure(versioner *v, RegDDRef *ref, version_group *g);
/* Notes the conditions on which no sum that was looked at wraps; to come after the last one. */
bool version_check_sums(versioner *v);
/* If it holds, the atom is larger than all others count on. False: it cannot be. */
bool version_limit(versioner *v, const extent_atom *atom, version_condition *c);
/* The least or the largest of the ends. */
CanonExpr *version_extreme(versioner *v, const extent_sum *ends, uint32_t count, hir_blob_op op);
/* Notes the conditions on which the subscript stays in its dimension. False: it cannot be checked.
 */
bool version_check_dimension(versioner *v, RegDDRef *ref, uint32_t d);
/* Finds subscripts in which a factor is a dimension, once it is checked that they do not wrap; and
 * makes it one. */
void version_widen(versioner *v);
void version_use_wide(versioner *v);
