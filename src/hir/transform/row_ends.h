/* The first or last entry of a table that a nest reads at one place, and when it does. */
#pragma once

#include "hir/transform/extent.h"

enum { ROW_GUARDS = 8 };

/* A condition around the load, in the iteration that reads that entry. */
typedef struct row_guard {
    const HLIf *branch;
    bool holds;              /* the load is in its then */
    CanonExpr *left, *right; /* NULL: it is the same in all of the nest */
} row_guard;

/* Invariant: if the load is executed at all, it is in that iteration; and it is executed there if
 * all guards hold, which are in order, from the outermost. */
typedef struct row_end {
    CanonExpr *at; /* without iterations */
    uint32_t guards;
    row_guard guard[ROW_GUARDS];
} row_end;

/* The same in all of the nest, and of nothing that is only there in it. */
bool row_is_fixed(const CanonExpr *ce);
/* Of a load in the nest whose entry has that number. False: it is not known, or no memory. */
bool row_find_end(extents *x, const HLInst *load, const CanonExpr *entry, bool most, row_end *end);
/* Whether both are the same condition. */
bool row_is_same_guard(const row_guard *a, const row_guard *b);
