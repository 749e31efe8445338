/* The passes of this room. */
#ifndef LATHE_DTRANS_PASSES_H
#define LATHE_DTRANS_PASSES_H

#include "ir/ir_pass.h"

lathe_status dtrans_analysis_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_strip_annotations(lathe_module *m, const ir_params *params, str *out);

#endif
