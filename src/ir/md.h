/* Metadata through LLVM-C, where operands come back as values. Nothing is believed before it is
 * checked: each reader says "no" (NULL, false) to an operand of another kind, so that malformed
 * nodes end in "unknown" and never in a wrong cast.
 *
 * Strings are borrowed from the LLVM context and end in NUL. */
#pragma once

#include "base/vec.h"
#include "ir/module.h"

typedef VEC(LLVMValueRef) ir_md_ops; /* elements may be NULL */

/* Whether md is a node with operands of its own; NULL is not. */
bool ir_md_is_node(LLVMMetadataRef md);

/* Replaces ops by the operands of node; none if node is not a node. */
void ir_md_operands(lathe_module *m, LLVMMetadataRef node, ir_md_ops *ops);

/* Operand `index` as a node, a string, an unsigned number. Absent operands are of no kind. */
LLVMMetadataRef ir_md_node_at(const ir_md_ops *ops, size_t index);
const char *ir_md_string_at(const ir_md_ops *ops, size_t index);
bool ir_md_uint_at(const ir_md_ops *ops, size_t index, uint64_t *value);

/* The node attached to an instruction under a kind, or NULL. */
LLVMMetadataRef ir_md_attached(LLVMValueRef inst, unsigned kind);

/* A new node that is like no other: its first operand is itself. `operands` are those after it.
 * NULL without memory. */
LLVMMetadataRef ir_md_distinct(lathe_module *m, const LLVMMetadataRef *operands, size_t count);

/* The source variable a global stands for (the DIGlobalVariable of its !dbg), or NULL. */
LLVMMetadataRef ir_md_global_variable(LLVMValueRef global);
