/* Needs: nothing. Keeps: everything. */
#include "ir/ir_pass.h"

lathe_status headless_run(lathe_module *m, const ir_params *params, str *out) {
    return m && params && out ? LATHE_OK : LATHE_INTERNAL;
}
