/* Values that belong to libc and differ from process to process: the address of errno, ctype
 * tables, the strings of localeconv. They are computed again wherever another block needs them, so
 * that none is live at a point. */
#pragma once

#include "ckpt/inject.h"

/* What a getter returns, an address within it, or a pointer that is read through one of these. */
bool ckpt_is_again(LLVMValueRef inst);

/* Gives every block that reads such a value its own copy. */
void ckpt_repeat_values(ckpt_fn *f);

/* The first use that would carry such a value where it cannot be followed (memory, another function
 * of the program, its result; on the path also a PHI or a select); NULL if there is none. */
LLVMValueRef ckpt_again_escape(lathe_ctx *ctx, LLVMValueRef inst, bool on_path);
