/* Whether a pointer is proven not to be null where an instruction uses it: by what it is, by an
 * access through it that runs whenever the instruction does, or by a test that guards the
 * instruction. All answers are about the program as it stands; a proof looks at a bounded number of
 * uses, so that many questions about one function stay cheap.
 */
#pragma once

#include "ir/module.h"

/* The pointer leads to an object when `at` runs: it is the address of a variable, or is accessed on
 * every way through `at`. */
bool ir_is_object(lathe_module *m, LLVMValueRef pointer, LLVMValueRef at);
/* The same, or it is marked or tested not to be null. */
bool ir_is_nonnull(lathe_module *m, LLVMValueRef pointer, LLVMValueRef at);

/* Whether objects may lie at the address null for a function: then arithmetic on null is as on any
 * other address, and an access through a pointer proves nothing. */
bool ir_null_is_valid(LLVMValueRef fn);
