/* How often the functions of a module run.
 *
 * A function with a profile runs as often as that says. Any other runs as often as its callers
 * call it, by the frequency of the calling blocks; functions that are called from outside (main,
 * functions whose address is taken, functions nobody calls) run once for that.
 */
#pragma once

#include "ir/freq.h"

/* Invariant: every number is finite and not negative. */
typedef struct ir_runs {
    ir_numbering functions; /* functions with a body, in the order of the module */
    double *runs;
    bool *profiled;
} ir_runs;

/* Near-linear in the module. False, with the context's status set, on failure. */
bool ir_runs_build(ir_runs *r, arena *a, lathe_module *m);

/* 0 for a function without a body. */
double ir_runs_of(const ir_runs *r, LLVMValueRef fn);
