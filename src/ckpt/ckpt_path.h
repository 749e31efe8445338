/* The functions from which a checkpoint can be reached, and whether a program's state can be saved.
 */
#pragma once

#include "ckpt/ckpt_options.h"
#include "ckpt/ckpt_refuse.h"
#include "ckpt/inject.h"

/* Invariant: indirect is set iff a function on the path has its address taken; then every indirect
 * call may be one on the path, and its function is on the path as well. */
typedef struct ckpt_path {
    lathe_module *m;
    map functions; /* function -> 1, in the order they were found */
    bool indirect;
} ckpt_path;

/* False, with the context's status set, on failure. Free it either way. */
bool ckpt_path_find(ckpt_path *p, lathe_module *m);
/* The same for calls of a function: those from which it can be called. */
bool ckpt_path_find_callers(ckpt_path *p, lathe_module *m, LLVMValueRef fn);
void ckpt_path_free(ckpt_path *p);

bool ckpt_path_has(const ckpt_path *p, LLVMValueRef fn);
/* Whether a checkpoint may be reached from inside the call. */
bool ckpt_path_is_call(const ckpt_path *p, LLVMValueRef inst);

/* Refuses the program for each thing in it whose state cannot be saved. */
void ckpt_check_program(const ckpt_path *p, ckpt_refusals *r);
