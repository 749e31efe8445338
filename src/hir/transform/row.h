/* A row: memory on the stack with a slot for a temp in each iteration of a loop.
 *
 * Invariants: 1. All rows of a function together take at most HIR_ROW_BYTES of its frame, which any
 *                stack bears that bears the function: threads with 16 KB and signal stacks with 8
 *                are in use. Rows of different regions share memory, for no value outlives one.
 *             2. A function that may recurse has none: frames that are a hundred times larger
 *                overflow a stack that was large enough.
 */
#pragma once

#include "hir/node.h"

enum { HIR_ROW_BYTES = 2048 };

typedef struct hir_row {
    hir_temp temp;
    hir_temp base; /* its address */
    hir_symbase symbase;
    uint64_t count;
} hir_row;

/* Whether there can be one: the loop runs a constant number of times, not too often, and the temp
 * has a type that can be loaded and stored. */
bool hir_row_is_possible(const hir *h, const HLLoop *loop, hir_temp t);
/* Whether the function's frame may hold rows at all. */
bool hir_may_have_rows(hir *h);
/* For how many iterations of the loop there can be rows of all these temps in the region at once:
 * for all, or for a power of 2; 0 if for too few. */
uint64_t hir_row_iterations(hir *h, const HLRegion *region, const HLLoop *loop,
                            const hir_temp *temps, size_t count);
/* Changes the function: its frame gets the memory for `count` iterations. False without memory. */
bool hir_row_make(hir *h, const HLRegion *region, uint64_t count, hir_temp t, hir_row *row);
/* temp = row[i], row[i] = temp for the loop's i; nowhere yet. NULL without memory. */
HLInst *hir_row_load(hir *h, const hir_row *row, const HLLoop *loop);
HLInst *hir_row_store(hir *h, const hir_row *row, const HLLoop *loop);
