#include "dtrans/transform/run.h"

#include "dtrans/analysis/remark.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>

/* Metadata belongs to the context, not to the module: only a new context is free of edits. */
static void restore(lathe_module *m, LLVMMemoryBufferRef image) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module;
    if (LLVMParseBitcodeInContext2(context, image, &module)) {
        LLVMContextDispose(context);
        ctx_fail(m->ctx, LATHE_INTERNAL, "the module cannot be read again");
        return;
    }
    LLVMDisposeModule(m->llvm);
    LLVMContextDispose(m->llvm_ctx);
    m->llvm = module;
    m->llvm_ctx = context;
}

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
    LLVMMemoryBufferRef image = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
    DTransInfo info;
    dtrans_analyze(&info, m, &(dtrans_options){0});
    if (ctx_ok(m->ctx))
        dtrans_remark_program(&info, hooks->name);
    bool changed =
        ctx_ok(m->ctx) && dtrans_is_program_legal(&info) && dtrans_base_run(&info, hooks, data);
    dtrans_info_free(&info);
    if (changed && ctx_ok(m->ctx) && ir_verify(m, hooks->name) == LATHE_OK)
        check_calls(m, hooks->name);
    if (!changed || !ctx_ok(m->ctx))
        restore(m, image);
    LLVMDisposeMemoryBuffer(image);
    return m->ctx->status;
}
