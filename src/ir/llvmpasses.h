/* LLVM's own passes: the one way to run them.
 *
 * They run inside the work budget: they count nothing and cannot be interrupted, so their time
 * counts, and a worker that does not get to their end is ended from outside. What is known about
 * the functions they may change is forgotten (ir/analyses.h). */
#pragma once

#include "ir/module.h"

/* Which of the optimiser's choices differ from LLVM's defaults. */
typedef enum ir_llvm_tuning {
    IR_LLVM_AS_IT_IS,
    IR_LLVM_AS_CLANG, /* vectorises straight-line code, too */
    IR_LLVM_CHOSEN,   /* as the members of ir_llvm_run after it say */
} ir_llvm_tuning;

typedef struct ir_llvm_run {
    const char *passes;    /* as opt takes them */
    LLVMValueRef function; /* the one they run on, NULL for the whole module */
    bool for_target;       /* with the module's target in sight, as vectorisers need it */
    bool uncounted;        /* whoever runs it bounds its time in another way */
    const char *doing;     /* a failure begins with it, NULL for LLVM's message alone */
    lathe_status failure;  /* LATHE_OK stands for LATHE_INTERNAL */
    ir_llvm_tuning tuning;
    bool loop_vectors, straight_vectors, unrolling;
    int inlining; /* the inliner's threshold, 0 for its own */
} ir_llvm_run;

/* False, with the context's status set, if there is no such pass or no such target. Running out of
 * budget sets the status, too. */
bool ir_run_llvm(lathe_module *m, const ir_llvm_run *run);
