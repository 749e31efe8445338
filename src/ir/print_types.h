/* Passes that print what the readers of types, TBAA and source positions see. */
#pragma once

#include "ir/ir_pass.h"

lathe_status ir_print_structs_run(lathe_module *m, const ir_params *params, str *out);
lathe_status ir_print_tbaa_run(lathe_module *m, const ir_params *params, str *out);
lathe_status ir_print_locations_run(lathe_module *m, const ir_params *params, str *out);
