/* What it owns. */
#include "ir/ir_pass.h"

lathe_status loops_print_run(lathe_module *m, const ir_params *params, str *out) {
    return m && params && out ? LATHE_OK : LATHE_INTERNAL;
}
