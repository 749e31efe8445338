/* What a program with checkpoints needs besides its functions on the path. */
#pragma once

#include "ckpt/ckpt_options.h"

/* Calls of the malloc family and of stdio go where libfuncs.def says. */
void ckpt_redirect_externals(lathe_module *m);

/* main becomes lathe_ckpt_run(&program, …), with the table of the program's globals. */

void ckpt_wrap_main(lathe_module *m, const ckpt_options *options, uint64_t build);
