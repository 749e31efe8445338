/* Checkpoints in small innermost loops. */
#ifndef LATHE_CKPT_STRIP_H
#define LATHE_CKPT_STRIP_H

#include "ir/module.h"

/* Moves directives out of innermost loops that do little else, into a loop around each of them: see
 * ckpt_strip.c. */
bool ckpt_strip_loops(lathe_module *m, LLVMValueRef fn);

#endif
