/* What is known of the control flow of a module's functions, found out once: the module keeps it
 * until it is forgotten.
 *
 * Whoever changes the blocks or terminators of a function forgets what is known of it before
 * anybody asks again: ir_run_llvm, ir_begin_change, ir_mark_changed and what edits blocks for
 * others (ir/edit) do so. A change of other instructions makes liveness stale only, and weights of
 * branches the frequencies. With asserts on, every answer is held against the function as it is.
 *
 * Callers of the library may change a module between two calls: each entry point forgets all that
 * it has asked for when it ends.
 *
 * Answers are NULL, with the context's status set, on failure; pointers stay good until what they
 * say is forgotten. */
#pragma once

#include "ir/freq.h"
#include "ir/liveness.h"
#include "ir/module.h"

typedef struct ir_analyses ir_analyses;

const ir_cfg *ir_cfg_of(lathe_module *m, LLVMValueRef fn);
const ir_dom *ir_dom_of(lathe_module *m, LLVMValueRef fn);
const ir_dom *ir_postdom_of(lathe_module *m, LLVMValueRef fn);
const ir_loops *ir_loops_of(lathe_module *m, LLVMValueRef fn);
const ir_freq *ir_freq_of(lathe_module *m, LLVMValueRef fn);
const ir_live *ir_live_of(lathe_module *m, LLVMValueRef fn);

/* Of one function, or of all (fn NULL). */
void ir_analyses_forget(lathe_module *m, LLVMValueRef fn);
