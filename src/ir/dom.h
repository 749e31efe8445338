/* Dominator and post-dominator trees.
 *
 * Blocks that the entry cannot reach are not in the dominator tree; every block is in the
 * post-dominator tree, whose root is virtual: it comes after all the points where a run can end.
 * Those are the blocks without successors and one block of each set of blocks that runs forever.
 */
#pragma once

#include "ir/cfg.h"

/* Invariants: 1. root is the entry (0) or, for post-dominators, the virtual block cfg->count.
 *             2. idom is IR_NONE for the root and for blocks outside the tree (in == out == 0).
 *             3. a is an ancestor of b, or b itself, iff in[a] <= in[b] && out[b] <= out[a].
 *             4. order[0..order_count) are the blocks of the tree, each after its parent.
 * The arrays have cfg->count + 1 elements, children one per block of the tree.
 */
typedef struct ir_dom {
    const ir_cfg *cfg;
    bool post;
    uint32_t root;
    uint32_t *idom;
    uint32_t *level;                  /* the root has level 0 */
    uint32_t *in, *out;               /* out is one past the last number of the subtree, from 1 */
    uint32_t *child_start, *children; /* children of b by block number, as successors in ir_cfg */
    uint32_t *order, order_count;
} ir_dom;

/* Near-linear time; cfg must outlive the tree. False, with the context's status set, on failure.
 * A declaration has an empty tree. */
bool ir_dom_build(ir_dom *dom, arena *a, const ir_cfg *cfg);
bool ir_postdom_build(ir_dom *dom, arena *a, const ir_cfg *cfg);

static inline bool ir_dom_has(const ir_dom *dom, uint32_t b) {
    return dom->out[b] != 0;
}

/* Whether a (post-)dominates b; every block does so for itself. A block outside the tree is
 * dominated by all blocks and dominates no other. Constant time. */
static inline bool ir_dominates(const ir_dom *dom, uint32_t a, uint32_t b) {
    if (!ir_dom_has(dom, b))
        return true;
    return ir_dom_has(dom, a) && dom->in[a] <= dom->in[b] && dom->out[b] <= dom->out[a];
}
