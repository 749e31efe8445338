/* Calls through variables that only ever hold one function: allocation hooks that nobody sets,
 * tables of functions that are constants. They become calls of that function. */
#pragma once

#include "ir/ir_pass.h"

void ir_know_callees(lathe_module *m);

lathe_status ir_know_callees_pass(lathe_module *m, const ir_params *params, str *out);
