/* Needs: nothing.
 * Keeps: everything.
 * Breaks: nothing.
 * Declines when: never. */
#include "ir/ir_pass.h"

lathe_status headed_run(lathe_module *m, const ir_params *params, str *out) {
    return m && params && out ? LATHE_OK : LATHE_INTERNAL;
}
