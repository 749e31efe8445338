/* ckpt_mem mode: a function saves into memory that its caller gave it. */
#ifndef LATHE_CKPT_MEM_H
#define LATHE_CKPT_MEM_H

#include "ckpt/inject.h"
#include "ckpt/options.h"
#include "ckpt/refuse.h"
#include "ckpt/sites.h"

/* The parameter to save into; NULL if the function has none. */
LLVMValueRef ckpt_mem_parameter(lathe_module *m, LLVMValueRef fn, const ckpt_options *options);

/* Puts checkpoints into every function with such a parameter and points, except those that are
 * refused. A function found wanting is added to the refused, and the module is then to be read
 * again: it has been changed. */
bool ckpt_mem_inject(lathe_module *m, const ckpt_options *options, ckpt_refusals *refused,
                     ckpt_sites *sites);

#endif
