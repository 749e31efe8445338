/* Rebuilding call sites: call, invoke and callbr. */
#pragma once

#include "ir/module.h"

typedef struct ir_call_plan {
    LLVMTypeRef type; /* the function type to call with */
    LLVMValueRef callee;
    LLVMValueRef *args;
    unsigned arg_count;
    /* For each argument the number of the old argument whose attributes it takes, IR_NONE for
     * none. NULL: each takes those of the argument with its own number. */
    const uint32_t *attrs_from;
} ir_call_plan;

/* Builds a call site of the same kind before the old one, with its debug records, operand bundles,
 * calling convention, attributes, tail kind, fast-math flags, metadata, debug location and name.
 * The old one stays, without name and records, for the caller to replace and erase. NULL, with
 * the context's status set, when there is no memory. */
LLVMValueRef ir_call_rebuild(lathe_ctx *ctx, LLVMBuilderRef b, LLVMValueRef call,
                             const ir_call_plan *plan);

/* Fills the fixed arguments of a new call that replaces `call`: args[i], one for each
 * parameter of the new function, and in attrs_from[i] the number of the old argument whose
 * attributes it takes (IR_NONE when called). False refuses this call. */
typedef bool ir_call_args_fn(void *data, LLVMValueRef call, LLVMBuilderRef b, LLVMValueRef *args,
                             uint32_t *attrs_from);

/* Whether every use of the function is as the callee of a call with the function's own type. */
bool ir_calls_all_direct(LLVMValueRef fn);

/* Rewrites every direct call of `from` into one of `to`; fill builds the fixed arguments, with the
 * builder positioned before the call. Variadic arguments follow as they were. Calls whose function
 * type is not that of `from` are left alone. Where the return types differ, the old call must have
 * no uses. False when a call was left alone, fill refused one, or the context failed. */
bool ir_calls_rewrite(lathe_ctx *ctx, LLVMValueRef from, LLVMValueRef to, ir_call_args_fn *fill,
                      void *data);
