/* The natural loops of a function as a forest, and the irreducible regions: cycles that can be
 * entered at more than one block, which no natural loop describes.
 *
 * Lists of blocks are ranges: loop l has blocks[l.first .. l.first + l.size), header first, and
 * the other lists likewise through ir_list.
 */
#pragma once

#include "ir/dom.h"

typedef struct ir_list {
    const uint32_t *at;
    uint32_t count;
} ir_list;

/* Invariants: 1. The header dominates every block of the loop, and each block reaches the header.
 *             2. A loop's blocks are its own in reverse post-order, then those of its children.
 *             3. A parent has a smaller number than its children; loops are ordered by the
 *                reverse post-order of their headers.
 */
typedef struct ir_loop {
    uint32_t header;
    uint32_t parent;    /* IR_NONE for an outermost loop */
    uint32_t depth;     /* 1 for an outermost loop */
    uint32_t preheader; /* the only way in, which leads nowhere else; IR_NONE if there is none */
    ir_list blocks;     /* with those of inner loops */
    ir_list latches;    /* blocks that branch back to the header, by number */
    ir_list exiting;    /* blocks with a successor outside, by number */
    ir_list exits;      /* successors outside, by number */
} ir_loop;

/* A cycle with several entries. `loop` is the innermost natural loop around it, IR_NONE at the top
 * level; natural loops inside the region are inside its block list as a whole.
 * Invariant: removing the header of `loop`, the region is a maximal set of blocks of that loop that
 * all reach each other. At the top level it is a maximal cycle of the function. */
typedef struct ir_region {
    uint32_t loop;
    ir_list blocks;  /* by number */
    ir_list entries; /* blocks with a predecessor outside, by number; at least two */
} ir_region;

typedef struct ir_loops {
    const ir_cfg *cfg;
    ir_loop *loops;
    uint32_t count;
    uint32_t *innermost; /* of each block: a loop, or IR_NONE */
    ir_region *regions;
    uint32_t region_count;
} ir_loops;

/* Near-linear time. False, with the context's status set, on failure. */
bool ir_loops_build(ir_loops *l, arena *a, const ir_dom *dom);

/* Whether the loop is `inner` or around it. inner may be IR_NONE. Linear in the nesting depth. */
bool ir_loop_contains(const ir_loops *l, uint32_t outer, uint32_t inner);

static inline bool ir_loop_has_block(const ir_loops *l, uint32_t loop, uint32_t b) {
    return ir_loop_contains(l, loop, l->innermost[b]);
}

/* 0 outside all loops. */
static inline uint32_t ir_loop_depth(const ir_loops *l, uint32_t b) {
    return l->innermost[b] == IR_NONE ? 0 : l->loops[l->innermost[b]].depth;
}
