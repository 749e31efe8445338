#include "dtrans/transform/run.h"

#include "dtrans/analysis/remark.h"
#include "dtrans/analysis/shared.h"
#include "ir/value.h"

/* The verifier, which every pass is followed by, does not compare a call with the function it
 * calls. Programs may have such calls, transforms must not make more of them. */
static size_t misfit_calls(const lathe_module *m) {
    size_t count = 0;
    ir_each_function (fn, m->llvm)
        for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            count += ir_is_call_of(call, fn) &&
                     LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn);
        }
    return count;
}

lathe_status dtrans_run(lathe_module *m, const dtrans_hooks *hooks, void *data) {
    dtrans_remember_module(m);
    DTransInfo *info = dtrans_shared_info(m);
    if (!info)
        return m->ctx->status;
    if (hooks->only)
        dtrans_warn_of_type(info, hooks->name, hooks->only);
    dtrans_remark_program(info, hooks->name);
    if (!dtrans_is_program_legal(info))
        return m->ctx->status;
    size_t misfits = misfit_calls(m);
    if (!dtrans_base_run(info, hooks, data)) {
        dtrans_forget_plans(m);
        return m->ctx->status;
    }
    dtrans_update(m);
    if (ctx_ok(m->ctx) && misfit_calls(m) > misfits)
        ctx_fail(m->ctx, LATHE_INTERNAL, "%s: a call does not fit its function", hooks->name);
    return m->ctx->status;
}
