/* Variable arguments of functions on the path: they lie on the machine's stack, and are copied to
 * where locals are. */
#pragma once

#include "ckpt/inject.h"

/* Whether that can be done for the module's processor. */
bool ckpt_can_keep_varargs(const lathe_module *m);
/* After each va_start of the function. Before it is known which locals are kept. */
bool ckpt_keep_varargs(ckpt_fn *f);
