/* Attributes of functions and of calls by their names. LLVM-C has two sets of functions for the two
 * owners, and wants a number for each name; here an owner is either, and `at` is IR_AT_FUNCTION,
 * LLVMAttributeReturnIndex, or the number of a parameter plus 1. A name that this LLVM does not
 * know is an attribute that nothing has. */
#pragma once

#include <llvm-c/Core.h>

#include <stdbool.h>
#include <stdint.h>

#define IR_AT_FUNCTION ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* LLVM's number for the name, for those who ask of every instruction. */
unsigned ir_attr_kind(const char *name);

/* What the function, or the call itself, has; NULL if it has none. */
LLVMAttributeRef ir_attr_get(LLVMValueRef owner, LLVMAttributeIndex at, const char *name);
/* What the call, or the function that it names, has; the call's own first. */
LLVMAttributeRef ir_attr_of_call(LLVMValueRef call, LLVMAttributeIndex at, const char *name);
/* Whether execution goes on after the call: it neither throws nor keeps on for ever. */
bool ir_call_returns(LLVMValueRef call);
/* What the call says about the memory that it touches, as LLVM encodes it: two bits for each kind,
 * 1 read, 2 written. False if it says nothing. */
bool ir_call_memory(LLVMValueRef call, uint64_t *effects);
/* Of a parameter of a function. */
LLVMAttributeRef ir_attr_of_param(LLVMValueRef param, const char *name);

/* The value is 0 for attributes that have none. */
void ir_attr_add(LLVMValueRef owner, LLVMAttributeIndex at, const char *name, uint64_t value);
void ir_attr_remove(LLVMValueRef owner, LLVMAttributeIndex at, const char *name);
