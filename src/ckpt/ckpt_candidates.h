/* Where checkpoints could be, for those who choose for themselves: the ends of blocks, each with
 * what is known of it. */
#pragma once

#include "ckpt/ckpt_options.h"
#include "ir/srcloc.h"

typedef struct ckpt_candidate {
    LLVMValueRef fn;
    LLVMBasicBlockRef bb;
    ir_place where; /* no file if no instruction of the block has a line */
    unsigned level; /* loops around it */
    bool always;    /* each iteration of the innermost passes it, or each run of fn */
    bool in_memory; /* fn saves into a parameter */
    double runs;    /* of the block in one run of fn */
    double share;   /* of fn's time that the outermost loop around it takes; 0: no loop */
    double time;    /* of the program's that fn takes */
    size_t tracked; /* values and objects that a checkpoint saves there */
    uint64_t bytes; /* of those, as far as they are known */
} ckpt_candidate;

typedef struct ckpt_candidates {
    lathe_module *m;
    ir_srcloc lines;
    VEC(ckpt_candidate) all;
} ckpt_candidates;

/* Of one function with a body, or of all that have one if it is NULL, in their order. What the
 * entry of a function does not lead to is left out. False, with the context's status set, on
 * failure. Free it either way. */
bool ckpt_candidates_find(ckpt_candidates *p, lathe_module *m, LLVMValueRef fn);
void ckpt_candidates_free(ckpt_candidates *p);

/* The first call of checkpoint() in a block; NULL if there is none. */
LLVMValueRef ckpt_directive_in(LLVMBasicBlockRef bb);
