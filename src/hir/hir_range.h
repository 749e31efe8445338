/* Ranges of values: which numbers an expression can be at a point of the program.
 *
 * One analysis for everything that asks, in three layers: arithmetic on ranges; blobs and sums over
 * what is known of temps and loops at a point; and the points themselves. A point inside a function
 * that HIR is built from knows the conditions on the way to a block (build/facts.c); a point at the
 * beginning of a region knows what the region keeps of that (HLRegion.ranges).
 *
 * A range is an interval of numbers, not of bit patterns: low <= high, and wide enough for any sum
 * of products of 64-bit numbers that does not overflow it, which every operation checks. */
#pragma once

#include "base/num.h"
#include "hir/canon.h"
#include "hir/node.h"

typedef num_wide hir_wide;
typedef struct hir_range {
    hir_wide low, high;
} hir_range;

/* All numbers of that many bits (64 for a type without arithmetic). */
hir_range hir_type_range(uint32_t width, bool is_signed);
hir_range hir_range_clip(hir_range r, hir_range to);
/* The low bits of a number in r, read as a number of that type: r itself, or r moved by 2^width, if
 * all of that is in the type; else everything in the type. */
hir_range hir_range_as(hir_range r, uint32_t width, bool is_signed);
/* With 0 in it, too. */
hir_range hir_range_with_zero(hir_range r);
/* False, and *r is useless, if the result may be too wide. */
bool hir_range_add(hir_range *r, hir_range by);
bool hir_range_multiply(hir_range *r, hir_wide by);

static inline bool hir_range_in(hir_range inner, hir_range outer) {
    return inner.low >= outer.low && inner.high <= outer.high;
}

/* Where a question is asked. */
typedef struct hir_range_at {
    hir *h;
    /* Of the type of t. */
    hir_range (*temp)(void *data, hir_temp t, bool is_signed);
    /* The highest number of an iteration of the loop at that level around the point; false if it is
     * not known. NULL: no loop is around it. */
    bool (*last)(void *data, uint32_t level, hir_wide *last);
    void *data;
} hir_range_at;

/* The blob as a number of its type. */
hir_range hir_blob_range(const hir_range_at *at, hir_blob b, bool is_signed);
/* The sum as a number, before it is reduced to its type, with blobs read as signed or unsigned and
 * coefficients as signed; false if nothing is known. */
bool hir_sum_range(const hir_range_at *at, const CanonExpr *ce, bool is_signed, hir_range *range);

/* The blob as a signed number, wherever in the region: what changes in it is any of its type. */
hir_range hir_region_range(hir *h, const HLRegion *region, hir_blob b);
