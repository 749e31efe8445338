/* The passes of this room. */
#pragma once

#include "ir/ir_pass.h"

lathe_status dtrans_analysis_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_marks_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_strip_annotations(lathe_module *m, const ir_params *params, str *out);
