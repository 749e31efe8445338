/* Dominance frontiers, found by walking up the tree from each predecessor of a join (Cooper,
 * Harvey, Kennedy: A Simple, Fast Dominance Algorithm, 2001): the blocks where a block's dominance
 * ends. With a post-dominator tree the frontier is the set of blocks whose branch decides whether
 * the block runs (control dependence). */
#pragma once

#include "ir/dom.h"

/* The frontier of b is blocks[start[b]] … blocks[start[b + 1] - 1], by block number, no duplicates.
 * Blocks outside the tree have none. */
typedef struct ir_frontier {
    uint32_t *start, *blocks;
} ir_frontier;

/* Time linear in the graph and the result. False, with the context's status set, on failure. */
bool ir_frontier_build(ir_frontier *f, arena *a, const ir_dom *dom);
