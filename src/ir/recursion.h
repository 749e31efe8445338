/* Whether a function may be active more than once at a time, on one stack: by calling itself, at
 * any depth, or by calling code that is not known and may call back whatever it can name.
 */
#pragma once

#include "ir/module.h"

/* Linear in the part of the program that it may call. True, too, if that is not known. */
bool ir_may_recurse(lathe_module *m, LLVMValueRef fn);
