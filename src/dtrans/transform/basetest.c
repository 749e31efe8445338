/* dtrans-base-test: every struct that may change becomes an identical one of another name.
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour and all layouts.
 * Breaks: pointers to types, variables and instructions.
 * Declines when: nothing may change; single types that may not be reordered stay.
 */
#include "dtrans/transform/body.h"
#include "dtrans/transform/run.h"

static bool prepare_types(DTransOptBase *b, void *data) {
    (void)data;
    for (uint32_t i = 0; i < b->info->types.len; i++)
        if (dtrans_may_change(b, i, DTRANS_REORDER_FIELDS))
            dtrans_base_replace(b, i, "__DTT_");
    return b->layouts.changes.len > 0;
}

static void populate_types(DTransOptBase *b, void *data) {
    (void)data;
    for (size_t i = 0; i < b->layouts.changes.len; i++) {
        dtrans_body body;
        if (dtrans_body_init(&body, b, &b->layouts.changes.at[i]))
            dtrans_body_set(&body, b, &b->layouts.changes.at[i]);
    }
}

lathe_status dtrans_base_test_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    static const dtrans_hooks hooks = {DTRANS_NAME("dtrans-base-test"),
                                       .dependent_prefix = "__DDT_", .prepare_types = prepare_types,
                                       .populate_types = populate_types};
    return dtrans_run(m, &hooks, NULL);
}
