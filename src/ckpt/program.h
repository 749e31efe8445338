/* What a program with checkpoints needs besides its functions on the path. */
#pragma once

#include "ckpt/ckpt_options.h"

/* Bodies of functions that are defined elsewhere. Those of functions that are judged, as headers of
 * the C library have them for inlining, go: what is elsewhere is what is judged, and replaced. All
 * others become the program's own: of templates that the C++ library also has, nobody would know
 * what its copy does, or where it allocates. */
void ckpt_drop_copies(lathe_module *m);

/* Calls of the malloc family and of stdio go where libfuncs.def says. */
void ckpt_redirect_externals(lathe_module *m);

/* main becomes lathe_ckpt_run(&program, …), with the table of the program's globals. */

void ckpt_wrap_main(lathe_module *m, const ckpt_options *options, uint64_t build);
