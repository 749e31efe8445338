/* Choosing where checkpoints are: in loops that take much of the time, where least is live. */
#pragma once

#include "ckpt/ckpt_options.h"

/* Adds calls of checkpoint() to functions with a ckpt_mem parameter, and to what main does if the
 * program is whole. */
bool ckpt_choose_places(lathe_module *m, const ckpt_options *options);
