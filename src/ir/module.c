#include "ir/module.h"

#include "base/assert.h"
#include "ir/analyses.h"

#include <llvm-c/Analysis.h>

#include <string.h>
#include <threads.h>

LLVMTargetDataRef ir_layout(const lathe_module *m) {
    return LLVMGetModuleDataLayout(m->llvm);
}

static void register_targets(void) {
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargets();
    LLVMInitializeAllTargetMCs();
    LLVMInitializeAllAsmPrinters();
}

/* LLVM's list of targets is one for the process, and is not made for threads that add to it. */
LLVMTargetMachineRef ir_target_machine(lathe_module *m) {
    static once_flag registered = ONCE_FLAG_INIT;
    call_once(&registered, register_targets);
    const char *triple = LLVMGetTarget(m->llvm);
    char *fallback = *triple ? NULL : LLVMGetDefaultTargetTriple();
    LLVMTargetRef target;
    char *message = NULL;
    LLVMTargetMachineRef machine = NULL;
    if (LLVMGetTargetFromTriple(fallback ? fallback : triple, &target, &message))
        ctx_fail(m->ctx, LATHE_BAD_INPUT, "no code generator for '%s': %s",
                 fallback ? fallback : triple, message);
    else
        machine = LLVMCreateTargetMachine(target, fallback ? fallback : triple, "", "",
                                          LLVMCodeGenLevelDefault, LLVMRelocDefault,
                                          LLVMCodeModelDefault);
    LLVMDisposeMessage(message);
    LLVMDisposeMessage(fallback);
    return machine;
}

lathe_status ir_verify(lathe_module *m, const char *after) {
    char *message = NULL;
    if (LLVMVerifyModule(m->llvm, LLVMReturnStatusAction, &message)) {
        message[strcspn(message, "\n")] = '\0';
        ctx_fail(m->ctx, LATHE_INTERNAL, "invalid IR after %s: %s", after, message);
    }
    LLVMDisposeMessage(message);
    m->unverified = !ctx_ok(m->ctx);
    return m->ctx->status;
}

void ir_mark_changed(lathe_module *m) {
    ir_analyses_forget(m, NULL);
    m->unverified = true;
}

lathe_status ir_verify_changes(lathe_module *m, const char *after) {
    return m->unverified || LATHE_ASSERTING ? ir_verify(m, after) : m->ctx->status;
}

lathe_module *ir_module_wrap(lathe_ctx *ctx, LLVMModuleRef llvm) {
    lathe_module *m = ctx_realloc(ctx, NULL, 0, sizeof *m);
    if (m)
        *m = (lathe_module){
            .ctx = ctx, .llvm_ctx = LLVMGetModuleContext(llvm), .llvm = llvm, .unverified = true};
    return m;
}

void ir_drop_knowledge(lathe_module *m) {
    ir_knowledge old = m->knowledge;
    m->knowledge = (ir_knowledge){0};
    if (old.data)
        old.drop(m, old.data);
}

void ir_forget_origin(lathe_module *m) {
    ctx_free(m->ctx, m->origin.bytes, m->origin.cap);
    m->origin = (ir_origin){0};
}

void ir_begin_change(lathe_module *m) {
    ir_drop_knowledge(m);
    ir_forget_origin(m);
    ir_analyses_forget(m, NULL);
}

void ir_module_free(lathe_module *m) {
    if (!m)
        return;
    ir_begin_change(m);
    ir_settings_free(&m->settings, m->ctx);
    if (m->owned) {
        LLVMDisposeModule(m->llvm);
        LLVMContextDispose(m->llvm_ctx);
    }
    ctx_free(m->ctx, m, sizeof *m);
}
