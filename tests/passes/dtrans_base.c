/* dtrans-base-test: every struct that may change becomes an identical one of another name; with
 * ptr-as-int pointers to it become integers where they can.
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour and all layouts.
 * Breaks: pointers to types, variables and instructions.
 * Declines when: nothing may change; single types that may not be reordered stay.
 */
#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/layout_run.h"
#include "passes/passes.h"

typedef struct base_test {
    bool ptr_as_int;
} base_test;

static bool prepare_types(DTransOptBase *b, void *data) {
    const base_test *test = data;
    LLVMTypeRef word = LLVMIntPtrTypeInContext(b->m->llvm_ctx, b->layouts.target);
    for (uint32_t i = 0; i < b->info->types.len; i++) {
        if (!dtrans_may_change(b, i, DTRANS_REORDER_FIELDS))
            continue;
        dtrans_base_replace(b, i, "__DTT_");
        if (test->ptr_as_int)
            dtrans_map_pointer(b, i, word);
    }
    return b->layouts.changes.len > 0;
}

lathe_status dtrans_base_test_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    static const dtrans_hooks hooks = {DTRANS_NAME("dtrans-base-test"),
                                       .dependent_prefix = "__DDT_",
                                       .prepare_types = prepare_types};
    base_test test = {.ptr_as_int = ir_param_given(params, "ptr-as-int")};
    return dtrans_run(m, &hooks, &test);
}
