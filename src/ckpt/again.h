/* Values that belong to libc and differ from process to process: the address of errno, ctype
 * tables. They are computed again wherever another block needs them, so that none is live at a
 * point. */
#ifndef LATHE_CKPT_AGAIN_H
#define LATHE_CKPT_AGAIN_H

#include "ckpt/inject.h"

bool ckpt_is_again(LLVMValueRef inst);

/* Gives every block that reads such a value its own copy. */
void ckpt_repeat_values(ckpt_fn *f);

/* The first use that would carry such a value where it cannot be followed (a PHI, a select,
 * memory); NULL if there is none. */
LLVMValueRef ckpt_again_escape(LLVMValueRef inst);

#endif
