#include "dtrans/transform/run.h"

#include "dtrans/analysis/remark.h"
#include "dtrans/analysis/shared.h"

/* The verifier does not compare a call with the function it calls. */
static void check_calls(lathe_module *m, const char *name) {
    ir_each_function (fn, m->llvm)
        for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == fn && LLVMGetIntrinsicID(fn) &&
                LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn))
                ctx_fail(m->ctx, LATHE_INTERNAL, "%s: a call does not fit '%s'", name,
                         LLVMGetValueName(fn));
        }
}

lathe_status dtrans_run(lathe_module *m, const dtrans_hooks *hooks, void *data) {
    dtrans_remember_module(m);
    DTransInfo *info = dtrans_shared_info(m);
    if (!info)
        return m->ctx->status;
    dtrans_remark_program(info, hooks->name);
    if (!dtrans_is_program_legal(info))
        return m->ctx->status;
    if (!dtrans_base_run(info, hooks, data)) {
        dtrans_forget_plans(info);
        return m->ctx->status;
    }
    if (ctx_ok(m->ctx) && ir_verify(m, hooks->name) == LATHE_OK)
        check_calls(m, hooks->name);
    if (ctx_ok(m->ctx))
        dtrans_update(info);
    return m->ctx->status;
}
