/* lathe/lathe.h: modules, passes, the summary. */
#include "pass/pipeline.h"
#include "report/info.h"

lathe_module *lathe_module_load(lathe_ctx *ctx, const char *const *paths, size_t count,
                                const lathe_load_options *options) {
    return ir_module_load(ctx, paths, count, options);
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
    return m->llvm;
}

lathe_status lathe_module_write(lathe_module *m, const char *path) {
    return ir_module_write(m, path);
}

lathe_status lathe_run_passes(lathe_module *m, const char *pipeline, char **output) {
    str out;
    str_init(&out, m->ctx);
    (m->owned ? pass_run_pipeline : pass_run_on_callers)(m, pipeline, &out);
    if (output)
        *output = ctx_ok(m->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return m->ctx->status;
}

char *lathe_module_info_with(lathe_module *m, const lathe_info_options *options) {
    str out;
    str_init(&out, m->ctx);
    ctx_timer timer = ctx_phase_begin(m->ctx, "info");
    info_print(&out, m, options);
    ctx_phase_end(m->ctx, timer);
    char *text = ctx_ok(m->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

char *lathe_module_info(lathe_module *m, bool json) {
    return lathe_module_info_with(m, &(lathe_info_options){.json = json});
}
