/* How operations and comparisons are written in text. */
#pragma once

#include "hir/node.h"

/* "add", "extractvalue"; NULL of unknown opcodes. */
const char *hir_opcode_name(LLVMOpcode opcode);
/* "+", "srem": between two operands; NULL if it is not such an operation. Integers and
 * floating-point numbers share their signs. */
const char *hir_opcode_sign(LLVMOpcode opcode);

/* 0 if there is none. */
LLVMOpcode hir_opcode_named(const char *name, size_t length);
LLVMOpcode hir_opcode_signed(const char *sign, size_t length, bool is_float);

/* "<", "<=u"; "olt". */
const char *hir_predicate_sign(LLVMIntPredicate predicate);
const char *hir_real_predicate_sign(LLVMRealPredicate predicate);
/* Which of the two it is, and which one; false if neither. */
bool hir_predicate_signed(const char *sign, size_t length, bool *is_float,
                          LLVMIntPredicate *predicate, LLVMRealPredicate *real);
