/* Addresses of functions of the C library, which are others in the next process. */
#pragma once

#include "ckpt/ckpt_refuse.h"
#include "ir/libfuncs.h"

/* Refuses the program if the address of the external function is taken and nothing can stand for
 * it. */
void ckpt_check_address(ckpt_refusals *r, LLVMValueRef fn, const lib_func *e);
/* Puts a function of the program, which only calls the external one, wherever its address is used:
 * that stays the same. */
void ckpt_make_thunk(lathe_module *m, LLVMBuilderRef b, LLVMValueRef fn);
