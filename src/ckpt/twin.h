/* A second copy of a recursive function, to resume in. */
#pragma once

#include "ir/module.h"

/* The copy of a function that calls itself, and is only called by name; NULL if it is another
 * function, or cannot be copied. Restores call the copy, all others the original, which then need
 * not ask at its entry what it was called for. */
LLVMValueRef ckpt_make_twin(lathe_module *m, LLVMValueRef fn);
