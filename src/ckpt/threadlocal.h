/* Thread-local variables of programs with checkpoints, which have one thread. */
#pragma once

#include "ir/module.h"

/* Those that the program defines become ordinary ones: at the same address in every run, and saved.
 */
void ckpt_join_threads(lathe_module *m);
