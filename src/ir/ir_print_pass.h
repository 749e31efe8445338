/* ir-print: control-flow analyses as text, for tests and for people who debug a pass. */
#pragma once

#include "ir/ir_pass.h"

/* ir-print<what=KIND;function=NAME> */
lathe_status ir_print_run(lathe_module *m, const ir_params *params, str *out);
