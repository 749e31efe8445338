/* Calls that are fine as long as no checkpoint was passed before them. */
#pragma once

#include "ckpt/ckpt_path.h"
#include "ir/libfuncs.h"

/* Refuses the program if the external function can be called after a checkpoint. */
void ckpt_check_order(const ckpt_path *p, ckpt_refusals *r, LLVMValueRef fn, const lib_func *e);
