/* Functions outside of the program for which the user vouches: they keep no state that a restart
 * would lose, keep no pointers of the program's, and call none of its functions. */
#pragma once

#include "ir/module.h"

/* FUNC or FUNC:WHAT, where WHAT is what it touches: nothing, reads (what its arguments point to is
 * only read), args (it is read and written), any (of the program's memory; so it is if nothing is
 * said). LATHE_USAGE if that makes no sense, or the program does not call such a function. */
bool ckpt_trust(lathe_module *m, const char *text);
bool ckpt_is_trusted(LLVMValueRef fn);
