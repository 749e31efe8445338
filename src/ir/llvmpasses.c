#include "ir/llvmpasses.h"

#include "ir/analyses.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string.h>

static LLVMPassBuilderOptionsRef options_of(const ir_llvm_run *run) {
    LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
    if (run->tuning == IR_LLVM_AS_CLANG)
        LLVMPassBuilderOptionsSetSLPVectorization(o, true);
    if (run->tuning != IR_LLVM_CHOSEN)
        return o;
    LLVMPassBuilderOptionsSetLoopVectorization(o, run->loop_vectors);
    LLVMPassBuilderOptionsSetLoopInterleaving(o, run->loop_vectors);
    LLVMPassBuilderOptionsSetSLPVectorization(o, run->straight_vectors);
    LLVMPassBuilderOptionsSetLoopUnrolling(o, run->unrolling);
    if (run->inlining)
        LLVMPassBuilderOptionsSetInlinerThreshold(o, run->inlining);
    return o;
}

static void fail(lathe_ctx *ctx, const ir_llvm_run *run, LLVMErrorRef error) {
    char *text = LLVMGetErrorMessage(error);
    ctx_fail(ctx, run->failure ? run->failure : LATHE_INTERNAL, "%s%s%.*s",
             run->doing ? run->doing : "", run->doing ? ": " : "", (int)strcspn(text, "\n"), text);
    LLVMDisposeErrorMessage(text);
}

static LLVMErrorRef run_passes(lathe_module *m, const ir_llvm_run *run,
                               LLVMTargetMachineRef machine) {
    LLVMPassBuilderOptionsRef options = options_of(run);
    uint64_t started = run->uncounted ? 0 : ctx_foreign_begin(m->ctx);
    LLVMErrorRef error = run->function
                             ? LLVMRunPassesOnFunction(run->function, run->passes, machine, options)
                             : LLVMRunPasses(m->llvm, run->passes, machine, options);
    if (!run->uncounted)
        ctx_foreign_end(m->ctx, started);
    LLVMDisposePassBuilderOptions(options);
    return error;
}

bool ir_run_llvm(lathe_module *m, const ir_llvm_run *run) {
    LLVMTargetMachineRef machine = run->for_target ? ir_target_machine(m) : NULL;
    if (run->for_target && !machine)
        return false;
    ir_analyses_forget(m, run->function);
    LLVMErrorRef error = run_passes(m, run, machine);
    if (error)
        fail(m->ctx, run, error);
    if (machine)
        LLVMDisposeTargetMachine(machine);
    return !error;
}
