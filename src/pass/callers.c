/* Passes on a module that the caller owns.
 *
 * Passes fail, refuse and run out of memory in the middle of their work, and then the module is
 * restored from bytes, which frees the old one. That is not ours to do here: the caller holds the
 * module, its context and values of it. So the passes run on a copy first. If one of them fails, or
 * if nothing changes, the copy is dropped and the caller's module was never touched: every value
 * that the caller holds stays valid.
 *
 * Else the same passes run again, on the module itself. Passes depend on their input alone, so they
 * do what they did. Budgets and diagnostics were for the first time: the second runs in a context
 * of its own without limits, since stopping it halfway would help nobody. */
#include "pass/pipeline.h"

#include <llvm-c/BitWriter.h>

#include <string.h>

/* The copy of a copy is compared: the caller's module need not be written as a reader orders it. */
static bool changes(lathe_module *copy, const char *pipeline, str *out, change_list *list) {
    LLVMMemoryBufferRef before = LLVMWriteBitcodeToMemoryBuffer(copy->llvm);
    bool changed = false;
    if (pass_run_pipeline(copy, pipeline, out, list) == LATHE_OK) {
        LLVMMemoryBufferRef after = LLVMWriteBitcodeToMemoryBuffer(copy->llvm);
        changed = !ir_same_bytes(before, after);
        LLVMDisposeMemoryBuffer(after);
    }
    LLVMDisposeMemoryBuffer(before);
    return changed;
}

/* Settings are lent, so that what was said about them is said once. */
static bool changes_copy(lathe_module *m, const char *pipeline, str *out, change_list *list) {
    lathe_module *copy = ir_module_copy(m);
    if (!copy)
        return false;
    copy->settings = m->settings;
    bool changed = changes(copy, pipeline, out, list);
    m->settings = copy->settings;
    copy->settings = (ir_settings){0};
    ir_module_free(copy);
    return changed;
}

static void repeat(lathe_module *m, const char *pipeline) {
    lathe_ctx *quiet = ctx_new();
    lathe_module *real = quiet ? ir_module_wrap(quiet, m->llvm) : NULL;
    if (!real) {
        ctx_fail(m->ctx, LATHE_NO_MEMORY, "out of memory");
    } else {
        str ignored;
        str_init(&ignored, quiet);
        real->settings = m->settings;
        quiet->rooms = m->ctx->rooms; /* lent */
        if (pass_run_pipeline(real, pipeline, &ignored, NULL) != LATHE_OK)
            ctx_fail(m->ctx, quiet->status, "passes that worked on a copy of the module failed: %s",
                     quiet->error);
        real->settings = (ir_settings){0};
        str_free(&ignored);
    }
    ir_module_free(real);
    ctx_delete(quiet);
}

lathe_status pass_run_on_callers(lathe_module *m, const char *pipeline, str *out,
                                 change_list *list) {
    ir_begin_change(m);
    if (changes_copy(m, pipeline, out, list) && ctx_ok(m->ctx))
        repeat(m, pipeline);
    return m->ctx->status;
}
