/* Checkpoints in small innermost loops. */
#pragma once

#include "ir/module.h"

/* Moves directives out of innermost loops that do little else, into a loop around each of them: see
 * ckpt_strip.c. */
bool ckpt_strip_loops(lathe_module *m, LLVMValueRef fn);
