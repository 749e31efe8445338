/* Sizes of types. LLVM ends the process when it is asked for the size of a type that has none, or
 * none that is known before the program runs: scalable vectors, opaque structs, tokens, some types
 * of targets. So nobody asks LLVM but this file; the answer for such a type is 0.
 *
 * 0 is not "no bytes": whoever concludes anything from a size asks ir_has_fixed_size first. */
#pragma once

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <stdbool.h>
#include <stdint.h>

/* Whether the size is one number, for the compiler, too. */
bool ir_has_fixed_size(LLVMTypeRef type);

/* From one element of an array to the next. */
uint64_t ir_abi_size(LLVMTargetDataRef layout, LLVMTypeRef type);
/* What a store writes. */
uint64_t ir_store_size(LLVMTargetDataRef layout, LLVMTypeRef type);
uint64_t ir_bit_size(LLVMTargetDataRef layout, LLVMTypeRef type);
/* 1 for a type without a size; scalable vectors have one. */
unsigned ir_abi_align(LLVMTargetDataRef layout, LLVMTypeRef type);

/* Of a struct. */
uint64_t ir_offset_of(LLVMTargetDataRef layout, LLVMTypeRef type, unsigned element);
unsigned ir_element_at(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset);
