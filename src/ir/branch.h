/* How likely each edge of a function is: from !prof where there is one, otherwise guessed. */
#pragma once

#include "ir/ir_loops.h"

/* Invariant: the probabilities of a block's edges are in [0, 1] and add up to 1. */
typedef struct ir_branch {
    double *probability; /* per edge, in step with cfg->succs */
    uint32_t profiled;   /* blocks whose edges have weights of a profile */
} ir_branch;

/* False, with the context's status set, on failure. */
bool ir_branch_build(ir_branch *branch, arena *a, const ir_loops *loops);

/* The function's !prof function_entry_count; false if it has none. */
bool ir_entry_count(LLVMValueRef fn, uint64_t *count);
