/* The control flow graph of one function, as arrays of small numbers.
 *
 * Successors of block b, in the order of its terminator and with duplicates:
 *   for (uint32_t i = cfg.succ_start[b]; i < cfg.succ_start[b + 1]; i++) use(cfg.succs[i]);
 * Predecessors likewise, ordered by the number of the predecessor.
 */
#pragma once

#include "ir/numbering.h"

/* Invariants: 1. Blocks are numbered 0..count-1 in function order; the entry is 0.
 *             2. succs and preds hold the same edges, each as often as the terminator names it.
 *             3. rpo[0..rpo_count) are the blocks reachable from the entry, and only those, in
 *                reverse post-order; rpo[rpo_index[b]] == b, rpo_index is IR_NONE elsewhere.
 * The graph is a snapshot: it is stale once the function's blocks or terminators change.
 */
typedef struct ir_cfg {
    lathe_ctx *ctx;
    LLVMValueRef function;
    uint32_t count; /* 0 for a declaration */
    uint32_t edge_count;
    LLVMBasicBlockRef *blocks;
    ir_numbering numbers;
    uint32_t *succ_start, *succs; /* starts have count + 1 elements */
    uint32_t *pred_start, *preds;
    uint32_t *rpo, *rpo_index;
    uint32_t rpo_count;
} ir_cfg;

/* Linear time; everything lives in the arena. False, with the context's status set, on failure. */
bool ir_cfg_build(ir_cfg *cfg, arena *a, LLVMValueRef fn);

/* The number of a block of this function, IR_NONE for any other block. */
uint32_t ir_cfg_number(const ir_cfg *cfg, LLVMBasicBlockRef bb);

static inline bool ir_cfg_reachable(const ir_cfg *cfg, uint32_t b) {
    return cfg->rpo_index[b] != IR_NONE;
}
static inline uint32_t ir_cfg_succ_count(const ir_cfg *cfg, uint32_t b) {
    return cfg->succ_start[b + 1] - cfg->succ_start[b];
}
