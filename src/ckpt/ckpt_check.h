/* What no mode can put a checkpoint into, found before anything is changed. */
#pragma once

#include "ckpt/ckpt_refuse.h"

/* Refuses the function for the first thing in it that cannot be demoted, cloned or entered again.
 */
void ckpt_check_function(ckpt_refusals *r, LLVMValueRef fn);
/* The same for one that saves into ckpt_mem, which can do less. */
void ckpt_check_mem_function(ckpt_refusals *r, LLVMValueRef fn);
/* A function that no checkpoint is reached from may do more, but not let pointers of libc get into
 * the program's memory, nor leave the program by assembly. */
void ckpt_check_other_function(ckpt_refusals *r, LLVMValueRef fn);
