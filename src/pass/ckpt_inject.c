/* ckpt-inject: puts checkpoints into functions.
 *
 * Needs: nothing; SROA is run on the functions that get checkpoints.
 * Keeps: what the program does, if it is not interrupted. Functions that are refused are untouched.
 * Breaks: signatures' attributes that a restore makes untrue; with the runtime, main is another.
 * Declines when: a function or the program has state that cannot be saved: see check.c,
 * libfuncs.def.
 */
#include "base/change.h"
#include "ckpt/ckpt_mem.h"
#include "ckpt/ckpt_passes.h"
#include "ckpt/live_edit.h"
#include "ckpt/result.h"
#include "report/ckpt.h"

lathe_status ckpt_inject_pass(lathe_module *m, const ir_params *params, str *out) {
    ckpt_options options;
    const char *sizes = ir_param_get(params, "sizes");
    if (!ckpt_options_read(&options, m->ctx, params) || !ckpt_live_edits_check(m, &options) ||
        !ckpt_mem_place_check(m, &options) || (sizes && !ckpt_read_sizes(m, sizes)))
        return m->ctx->status;
    ckpt_result result;
    ckpt_result_init(&result, m);
    if (ckpt_inject_all(m, &options, &result) && ir_param_given(params, "strict"))
        ckpt_insist(&result, options.automatic);
    for (size_t i = 0; ctx_ok(m->ctx) && i < result.sites.all.len; i++)
        if (result.sites.all.at[i].directive)
            change_add(m->ctx, &(change){.kind = CHANGE_CHECKPOINT,
                                         .pass = "ckpt-inject",
                                         .of = result.sites.all.at[i].function});
    if (ctx_ok(m->ctx) && ir_param_given(params, "json"))
        ckpt_print_json(&result, out);
    else if (ctx_ok(m->ctx) && ir_param_given(params, "report"))
        ckpt_print_text(&result, out);
    ckpt_result_free(&result);
    return m->ctx->status;
}
