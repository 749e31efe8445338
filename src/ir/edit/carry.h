/* What a rebuilt instruction, call, function or global takes over from the one it replaces.
 *
 * LLVM-C has no "copy everything" for any of them; these functions are the one place that knows
 * the list, so that a rebuild never loses a flag silently.
 */
#ifndef LATHE_IR_EDIT_CARRY_H
#define LATHE_IR_EDIT_CARRY_H

#include "ir/module.h"

/* Name (the old value loses it), debug location, metadata, fast-math flags. */
void ir_carry_inst(LLVMValueRef from, LLVMValueRef to);

/* Puts the new value, to which all this is carried if it was not folded to a constant, wherever the
 * old instruction was used, and removes that. */
void ir_carry_and_replace(LLVMValueRef old, LLVMValueRef new);

/* Metadata and debug location only. */
void ir_carry_metadata(LLVMValueRef from, LLVMValueRef to);

/* The attributes at one index of a call site to an index of another. */
void ir_carry_call_attrs(LLVMValueRef from, LLVMAttributeIndex from_index, LLVMValueRef to,
                         LLVMAttributeIndex to_index);

/* The attributes at one index of a function to an index of another. */
void ir_carry_fn_attrs(LLVMValueRef from, LLVMAttributeIndex from_index, LLVMValueRef to,
                       LLVMAttributeIndex to_index);

/* All a function has besides type, body, parameters, name and attributes: linkage, visibility,
 * storage class, section, alignment, comdat, calling convention, GC, personality, prefix and
 * prologue data, metadata. The old function loses its metadata with the subprogram, for a
 * subprogram may describe one function only. */
void ir_carry_function(LLVMValueRef from, LLVMValueRef to);

/* The same for a copy that lives beside the old function: no metadata (a subprogram describes one
 * function only), no comdat, and internal linkage. */
void ir_carry_function_copy(LLVMValueRef from, LLVMValueRef to);

/* All a global variable has besides value type, initializer and name. */
void ir_carry_variable(LLVMValueRef from, LLVMValueRef to);

/* Linkage, visibility, storage class, unnamed_addr: what aliases and ifuncs have too. */
void ir_carry_symbol(LLVMValueRef from, LLVMValueRef to);

/* The old value gives its name away. */
void ir_carry_name(LLVMValueRef from, LLVMValueRef to);

/* Last step of replacing global values, all of one module at once: marks to[i] dso_local if from[i]
 * is, and fails the context with LATHE_BAD_INPUT if from[i] has a property that LLVM-C can neither
 * read nor write (partition, code model, sanitizer marks, variable attributes). The values of
 * `from` must already have lost their names, uses, bodies and metadata; their initializers and
 * function attributes are dropped here. */
bool ir_carry_hidden(lathe_ctx *ctx, LLVMValueRef *from, LLVMValueRef *to, size_t count);

#endif
