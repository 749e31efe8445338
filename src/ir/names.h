/* Names of local values and blocks, as LLVM prints them: %name, %"odd name", or %N where N counts
 * the unnamed arguments, blocks and instructions with a result from the start of the function. */
#pragma once

#include "base/map.h"
#include "ir/module.h"

typedef struct ir_names {
    map numbers; /* unnamed value -> N */
} ir_names;

/* The names of one function, valid until it changes. False, with the context's status set, on
 * failure; free it in any case. */
bool ir_names_init(ir_names *names, lathe_ctx *ctx, LLVMValueRef fn);
void ir_names_free(ir_names *names);

/* Appends the name. A value of another function that has no name is %?. */
void ir_names_add(const ir_names *names, str *out, LLVMValueRef value);
void ir_names_add_block(const ir_names *names, str *out, LLVMBasicBlockRef bb);

/* Appends a name as LLVM writes it after % or @: bare, or quoted with escapes where needed. */
void ir_name_quote(str *out, const char *name, size_t length);
