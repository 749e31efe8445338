/* Calls of the C library's functions of numbers, by the table of libfuncs.h. */
#pragma once

#include "ir/libfuncs.h"

#include <llvm-c/Core.h>

/* What the call does to errno, if it surely returns and neither reads nor writes other memory;
 * LIB_ERRNO_OTHER of all other calls: of functions that the program defines, that the compiler was
 * told to know nothing of (-fno-builtin), or that have other types, and where the program may ask
 * for the floating-point environment. */
lib_errno ir_errno_of_call(LLVMValueRef call);
