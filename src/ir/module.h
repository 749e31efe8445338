/* A program: one LLVM module, the context it lives in, and the lathe context it reports to. */
#ifndef LATHE_IR_MODULE_H
#define LATHE_IR_MODULE_H

#include "base/str.h"
#include "ir/settings.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

/* What an engine knows about the module and keeps from pass to pass. The engine knows its own by
 * `drop`, which may also undo what only served the knowledge. */
typedef struct ir_knowledge {
    void *data; /* NULL: none */
    void (*drop)(lathe_module *m, void *data);
} ir_knowledge;

struct lathe_module {
    lathe_ctx *ctx;
    LLVMContextRef llvm_ctx;
    LLVMModuleRef llvm;
    bool owned;  /* frees llvm and llvm_ctx with itself */
    bool intact; /* after a failure: it is what it was before the pass that failed */
    ir_settings settings;
    ir_knowledge knowledge;
};

/* The module in `bitcode`, in an LLVM context of its own. NULL with the status set. */
lathe_module *ir_module_read(lathe_ctx *ctx, LLVMMemoryBufferRef bitcode);

/* To be called before anything that does not keep the knowledge true changes the module. */
void ir_drop_knowledge(lathe_module *m);

#define IR_NONE UINT32_MAX /* "no such number" wherever things are numbered */

/* Borrowed; lives as long as the module and its layout string do not change. */
LLVMTargetDataRef ir_layout(const lathe_module *m);

/* A target machine for the module's triple, needed for vectorising pipelines. NULL with the
 * status set if this LLVM has no such target. The caller disposes of it. */
LLVMTargetMachineRef ir_target_machine(lathe_module *m);

/* Status LATHE_INTERNAL, naming `after`, when LLVM's verifier rejects the module. */
lathe_status ir_verify(lathe_module *m, const char *after);

/* Writes a file whole or not at all, as lathe_module_write does. */
lathe_status ir_write_file(lathe_ctx *ctx, const char *path, const char *bytes, size_t size);

#define ir_each_function(fn, llvm)                                                                 \
    for (LLVMValueRef fn = LLVMGetFirstFunction(llvm); fn; fn = LLVMGetNextFunction(fn))
#define ir_each_global(g, llvm)                                                                    \
    for (LLVMValueRef g = LLVMGetFirstGlobal(llvm); g; g = LLVMGetNextGlobal(g))
#define ir_each_block(bb, fn)                                                                      \
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
#define ir_each_inst(inst, bb)                                                                     \
    for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst; inst = LLVMGetNextInstruction(inst))

#endif
