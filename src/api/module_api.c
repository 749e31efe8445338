/* lathe/lathe.h: modules, passes, the summary. */
#include "api/arguments.h"
#include "api/heard_remarks.h"
#include "pass/pipeline.h"
#include "report/report_info.h"

/* A flag of clang's may be empty: clang says what it thinks of it. */
static bool check_load_options(lathe_ctx *ctx, const lathe_load_options *o) {
    if (o->c_flag_count && !o->c_flags)
        ctx_fail(ctx, LATHE_USAGE, "c_flags: there are %zu, but no list of them", o->c_flag_count);
    for (size_t i = 0; ctx_ok(ctx) && i < o->c_flag_count; i++)
        if (!o->c_flags[i])
            ctx_fail(ctx, LATHE_USAGE, "c_flags: number %zu of %zu is NULL", i + 1,
                     o->c_flag_count);
    if (o->clang_stderr < 0)
        ctx_fail(ctx, LATHE_USAGE, "clang_stderr: %d is not a file descriptor", o->clang_stderr);
    return ctx_ok(ctx);
}

lathe_module *lathe_module_load(lathe_ctx *ctx, const char *const *paths, size_t count,
                                const lathe_load_options *options) {
    lathe_load_options own;
    if (!api_has_texts(ctx, paths, count, "paths") || !api_take(ctx, &own, options, "options") ||
        !check_load_options(ctx, &own))
        return NULL;
    return ir_module_load(ctx, paths, count, &own);
}

lathe_module *lathe_module_wrap(lathe_ctx *ctx, LLVMModuleRef llvm) {
    return ir_module_wrap(ctx, llvm);
}

void lathe_module_free(lathe_module *m) {
    ir_module_free(m);
}

/* Whoever has it may change it. */
LLVMModuleRef lathe_module_llvm(lathe_module *m) {
    ir_forget_origin(m);
    ir_mark_changed(m);
    return m->llvm;
}

lathe_status lathe_module_write(lathe_module *m, const char *path) {
    return api_has_text(m->ctx, path, "path") ? ir_module_write(m, path) : m->ctx->status;
}

lathe_status lathe_run_passes_changed(lathe_module *m, const char *pipeline, char **output,
                                      size_t *changed) {
    str out;
    change_list changes;
    api_remarks remarks;
    str_init(&out, m->ctx);
    api_remarks_begin(&remarks, m->ctx);
    change_list_init(&changes, m->ctx);
    if (pipeline)
        (m->owned ? pass_run_pipeline : pass_run_on_callers)(m, pipeline, &out, &changes);
    else
        ctx_fail(m->ctx, LATHE_USAGE, "pipeline: it is NULL");
    if (output)
        *output = ctx_ok(m->ctx) ? str_give(&out) : NULL;
    if (changed)
        *changed = changes.all.len;
    change_list_free(&changes);
    str_free(&out);
    api_remarks_end(&remarks, m->ctx);
    return m->ctx->status;
}

lathe_status lathe_run_passes(lathe_module *m, const char *pipeline, char **output) {
    return lathe_run_passes_changed(m, pipeline, output, NULL);
}

char *lathe_module_info_with(lathe_module *m, const lathe_info_options *options) {
    str out;
    lathe_info_options own;
    if (!api_take(m->ctx, &own, options, "options"))
        return NULL;
    str_init(&out, m->ctx);
    ctx_timer timer = ctx_phase_begin(m->ctx, "info");
    info_print(&out, m, &own);
    ctx_phase_end(m->ctx, timer);
    char *text = ctx_ok(m->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

char *lathe_module_info(lathe_module *m, bool json) {
    return lathe_module_info_with(m, &LATHE_WITH(lathe_info_options, .json = json));
}
