/* Copying function bodies. */
#pragma once

#include "ir/module.h"

/* Whether llvmx_body_copy is good for the function: it has no blockaddress and no indirectbr, whose
 * targets would stay in the original. */
bool ir_body_can_copy(LLVMValueRef fn);
