/* Changes debug-info types in place, where LLVM-C has no setters: operands are replaced by number.
 * Each change is read back through LLVM-C; if it did not arrive, the numbers are not those of this
 * LLVM, and the status becomes LATHE_INTERNAL.
 *
 * A node that becomes equal to another stays a node of its own, so pointers to nodes stay good. The
 * ir_di_node is kept true. Alignments, lines, flags and tags cannot be changed. */
#pragma once

#include "ir/dinodes.h"

void ir_di_set_size(ir_di_graph *g, ir_di_node *n, uint64_t bits);
/* Of a member. The storage is that of bit-fields that have one. */
void ir_di_set_place(ir_di_graph *g, ir_di_node *n, uint64_t offset, uint64_t storage);
/* Of a record. The array is kept and must live as long as the graph. */
void ir_di_set_members(ir_di_graph *g, ir_di_node *n, LLVMMetadataRef *members, size_t count);

/* The type of a DILocalVariable or DIGlobalVariable; NULL if there is none. */
LLVMMetadataRef ir_di_variable_type(ir_di_graph *g, LLVMMetadataRef variable);
void ir_di_set_variable_type(ir_di_graph *g, LLVMMetadataRef variable, LLVMMetadataRef type);
/* Gives it a type that says nothing: LLVM's code generator crashes on a variable that is described
 * in pieces and has none. */
void ir_di_clear_variable_type(ir_di_graph *g, LLVMMetadataRef variable);

/* The first compile unit, NULL if there is none. A variable that is attached to a global is only
 * written to DWARF if a unit knows of it, and a type if something has it or a unit keeps it. */
LLVMMetadataRef ir_di_first_unit(ir_di_graph *g);
void ir_di_add_types(ir_di_graph *g, LLVMMetadataRef unit, LLVMMetadataRef *types, size_t count);
void ir_di_add_global(ir_di_graph *g, LLVMMetadataRef unit, LLVMMetadataRef expression);
