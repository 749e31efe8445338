#include "ir/llvmpasses.h"

LLVMErrorRef ir_run_llvm(lathe_ctx *ctx, LLVMModuleRef module, const char *passes,
                         LLVMTargetMachineRef machine, LLVMPassBuilderOptionsRef options) {
    uint64_t started = ctx_foreign_begin(ctx);
    LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);
    ctx_foreign_end(ctx, started);
    return error;
}

LLVMErrorRef ir_run_llvm_on(lathe_ctx *ctx, LLVMValueRef fn, const char *passes,
                            LLVMTargetMachineRef machine, LLVMPassBuilderOptionsRef options) {
    uint64_t started = ctx_foreign_begin(ctx);
    LLVMErrorRef error = LLVMRunPassesOnFunction(fn, passes, machine, options);
    ctx_foreign_end(ctx, started);
    return error;
}
