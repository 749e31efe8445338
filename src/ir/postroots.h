/* Where a run of a function can end: the roots of the post-dominator tree. */
#ifndef LATHE_IR_POSTROOTS_H
#define LATHE_IR_POSTROOTS_H

#include "ir/cfg.h"

/* Invariants: 1. Every block reaches a root, and no root reaches another.
 *             2. First the blocks without successors in block order, then one block of each set of
 *                blocks that runs forever.
 */
typedef struct ir_postroots {
    uint32_t *at;
    uint32_t count;
} ir_postroots;

/* The choice within an endless set is LLVM's, so that the trees agree. False, with the context's
 * status set, on failure. Linear but for functions with many endless loops. */
bool ir_postroots_find(ir_postroots *roots, arena *a, const ir_cfg *cfg);

#endif
