/* The passes of the checkpoint engine. */
#pragma once

#include "ir/ir_pass.h"

lathe_status ckpt_split_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status ckpt_mark_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status ckpt_live_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status ckpt_inject_pass(lathe_module *m, const ir_params *params, str *out);
