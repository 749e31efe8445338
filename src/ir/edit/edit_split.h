/* Splitting blocks and edges. */
#pragma once

#include "ir/module.h"

/* Whether a block may begin with the instruction: it is not a PHI or an exception pad, and does not
 * follow a musttail or deoptimize call. */
bool ir_can_split_before(LLVMValueRef inst);

/* Splits blocks before each of the given instructions, see llvmx_split_block. They may be in any
 * functions of the module. False, with nothing changed, when one of them cannot begin a block (see
 * above). */
bool ir_split_blocks(lathe_module *m, LLVMValueRef *before, size_t count);

/* One split; the new block, or NULL. */
LLVMBasicBlockRef ir_split_block(lathe_module *m, LLVMValueRef before);

/* Puts a new block on the edge that leaves `terminator` as its successor number `index`. Only one
 * of several edges between the same blocks is split. NULL when the edge belongs to an indirectbr,
 * callbr or exception terminator, or leads to an exception pad. */
LLVMBasicBlockRef ir_split_edge(lathe_module *m, LLVMValueRef terminator, unsigned index);

bool ir_can_split_edge(LLVMValueRef terminator, unsigned index);
