/* What a rebuilt instruction or call takes over from the one it replaces, attribute by attribute;
 * the rest is in llvmx.h. */
#pragma once

#include "ir/llvmx.h"
#include "ir/module.h"

/* Puts the new value, to which name, position, metadata and flags are carried if it was not folded
 * to a constant, wherever the old instruction was used, and removes that. */
void ir_carry_and_replace(LLVMValueRef old, LLVMValueRef new);

/* The attributes at one index of a call site to an index of another. */
void ir_carry_call_attrs(LLVMValueRef from, LLVMAttributeIndex from_index, LLVMValueRef to,
                         LLVMAttributeIndex to_index);

/* The attributes at one index of a function to an index of another. */
void ir_carry_fn_attrs(LLVMValueRef from, LLVMAttributeIndex from_index, LLVMValueRef to,
                       LLVMAttributeIndex to_index);
