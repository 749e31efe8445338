/* PHIs: LLVM-C can add incoming values but not change or remove them, so a changed PHI is a new
 * PHI. It keeps its place, name, fast-math flags, metadata and debug location. */
#ifndef LATHE_IR_EDIT_PHI_H
#define LATHE_IR_EDIT_PHI_H

#include "ir/module.h"

/* A PHI with the given incoming values in place of `phi`, which is erased. Where a value is `phi`
 * itself, the new PHI takes its place. */
LLVMValueRef ir_phi_rebuild(LLVMBuilderRef b, LLVMValueRef phi, LLVMValueRef *values,
                            LLVMBasicBlockRef *blocks, unsigned count);

/* In every PHI of `block`, the first entry that comes from `from` now comes from `to`. */
bool ir_phis_redirect_one(lathe_ctx *ctx, LLVMBuilderRef b, LLVMBasicBlockRef block,
                          LLVMBasicBlockRef from, LLVMBasicBlockRef to);

#endif
