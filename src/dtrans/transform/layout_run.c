/* Needs: an analysis of the whole program, which is made if there is none.
 * Keeps: that analysis, up to date, and what the program does.
 * Breaks: the layouts that the row's hooks decide to change.
 * Declines when: the program as a whole, or each type, may not change; remarks say why. */
#include "dtrans/transform/layout_run.h"

#include "dtrans/analysis/shared.h"
#include "dtrans/analysis/type_remark.h"
#include "ir/value.h"

/* The verifier, which every pass is followed by, does not compare a call with the function it
 * calls. Programs may have such calls, transforms must not make more of them. */
static size_t misfit_calls(const lathe_module *m) {
    size_t count = 0;
    ir_each_function (fn, m->llvm)
        ir_each_user (call, fn) {
            count += ir_is_call_of(call, fn) &&
                     LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn);
        }
    return count;
}

/* Where nothing may change, no plan was made. */
static void write_plan(lathe_ctx *ctx, const dtrans_hooks *hooks, const char *path) {
    if (!hooks->plan_to->len)
        dtrans_decisions_write(NULL, NULL, hooks->name, hooks->plan_to);
    if (ctx_ok(ctx))
        ir_write_file(ctx, path, str_text(hooks->plan_to), hooks->plan_to->len);
}

lathe_status dtrans_run_row(lathe_module *m, const dtrans_row *row, const ir_params *params) {
    dtrans_hooks hooks = *row->hooks;
    arena mem;
    str plan;
    str_init(&plan, m->ctx);
    hooks.name = row->pass.name;
    hooks.counter = row->counter;
    hooks.transform = row->transform;
    hooks.only = ir_param_get(params, "type");
    hooks.plan_to = ir_param_given(params, "plan") ? &plan : NULL;
    hooks.plan_from = ir_param_get(params, "apply");
    arena_init(&mem, m->ctx);
    void *data = arena_alloc(&mem, hooks.data_size + 1);
    if (data && (!hooks.begin || hooks.begin(m, params, data)))
        dtrans_run(m, &hooks, data);
    if (data && hooks.end)
        hooks.end(m, data);
    if (hooks.plan_to && ctx_ok(m->ctx))
        write_plan(m->ctx, &hooks, ir_param_get(params, "plan"));
    str_free(&plan);
    arena_free(&mem);
    return m->ctx->status;
}

lathe_status dtrans_transform_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return dtrans_run_row(m, (const dtrans_row *)params->pass, params);
}

lathe_status dtrans_run_on(DTransInfo *info, const dtrans_hooks *hooks, void *data, bool *changed) {
    lathe_module *m = info->m;
    *changed = false;
    if (hooks->only)
        dtrans_warn_of_type(info, hooks->name, hooks->only);
    dtrans_remark_program(info, hooks->name);
    if (!dtrans_is_program_legal(info)) {
        if ((hooks->plan_from || hooks->plan_text) && ctx_ok(m->ctx))
            dtrans_refuse_plan(info, hooks);
        return m->ctx->status;
    }
    size_t misfits = misfit_calls(m);
    *changed = dtrans_base_run(info, hooks, data);
    if (*changed && ctx_ok(m->ctx) && misfit_calls(m) > misfits)
        ctx_fail(m->ctx, LATHE_INTERNAL, "%s: a call does not fit its function", hooks->name);
    return m->ctx->status;
}

lathe_status dtrans_run(lathe_module *m, const dtrans_hooks *hooks, void *data) {
    dtrans_remember_module(m);
    DTransInfo *info = dtrans_shared_info(m);
    bool changed;
    if (!info)
        return m->ctx->status;
    bool legal = dtrans_is_program_legal(info);
    dtrans_run_on(info, hooks, data, &changed);
    if (changed)
        dtrans_update(m);
    else if (legal)
        dtrans_forget_plans(m);
    return m->ctx->status;
}
