/* PHIs with other incoming values: a changed PHI is a new PHI. It keeps its position, name,
 * fast-math flags, metadata and debug location. */
#pragma once

#include "ir/module.h"

/* A PHI with the given incoming values in place of `phi`, which is erased. Where a value is `phi`
 * itself, the new PHI replaces it. */
LLVMValueRef ir_phi_rebuild(LLVMBuilderRef b, LLVMValueRef phi, LLVMValueRef *values,
                            LLVMBasicBlockRef *blocks, unsigned count);
