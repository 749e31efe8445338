/* LLVM's own passes, inside the work budget: they count nothing and cannot be interrupted, so their
 * time counts, and a worker that does not get to their end is ended from outside. Both take what
 * LLVMRunPasses takes, and return what it returns. */
#ifndef LATHE_IR_LLVMPASSES_H
#define LATHE_IR_LLVMPASSES_H

#include "base/ctx.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

LLVMErrorRef ir_run_llvm(lathe_ctx *ctx, LLVMModuleRef module, const char *passes,
                         LLVMTargetMachineRef machine, LLVMPassBuilderOptionsRef options);
LLVMErrorRef ir_run_llvm_on(lathe_ctx *ctx, LLVMValueRef fn, const char *passes,
                            LLVMTargetMachineRef machine, LLVMPassBuilderOptionsRef options);

#endif
