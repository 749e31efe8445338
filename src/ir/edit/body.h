/* Copying function bodies. */
#ifndef LATHE_IR_EDIT_BODY_H
#define LATHE_IR_EDIT_BODY_H

#include "base/map.h"
#include "ir/module.h"

/* Whether ir_body_copy can copy the function's body. */
bool ir_body_can_copy(LLVMValueRef fn);

/* Copies all blocks to the end of `to`. `values` comes with a replacement for each parameter and
 * receives one for each block and instruction. The copy has no debug information, for a debug
 * scope belongs to one function. False when the body cannot be copied (it has a blockaddress or an
 * indirectbr, whose targets would stay in the original) or the context failed. */
bool ir_body_copy(lathe_ctx *ctx, LLVMValueRef from, LLVMValueRef to, map *values);

#endif
