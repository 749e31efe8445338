/* A function under a new signature. */
#pragma once

#include "ir/module.h"

/* What an old parameter becomes: a parameter of the new function (by number), or a constant when
 * number is IR_NONE. */
typedef struct ir_param_source {
    uint32_t number;
    LLVMValueRef constant;
} ir_param_source;

typedef struct ir_signature {
    LLVMTypeRef type;
    const char *name;              /* of a copy; a moved function keeps its name */
    const ir_param_source *params; /* one for each old parameter; types must agree */
    bool copy;                     /* leave the old function its body, see ir_body_copy */
} ir_signature;

/* A new function with the old one's body and properties: linkage, calling convention, section,
 * comdat, GC, personality, prefix and prologue data, attributes, metadata with the subprogram
 * (moved, not copied), parameter names and attributes. Attributes of the return value go over if
 * its type stays. Function attributes that number parameters (allocsize) are dropped. The old
 * function becomes a declaration, whose uses are the caller's to rewrite, or keeps all when `copy`
 * is set. NULL when the body cannot be copied, a replacement has the wrong type, the context
 * failed, or a variadic function's fixed parameters would change: front ends have already lowered
 * va_arg and the passing of structs by the registers that those leave free. */
LLVMValueRef ir_function_resign(lathe_module *m, LLVMValueRef fn, const ir_signature *to);

/* Deletes a function that ir_function_resign emptied and whose uses are gone but for constants that
 * nothing uses: they are about the new one now. */
void ir_function_retire(LLVMValueRef old, LLVMValueRef new);
