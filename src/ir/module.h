/* A program: one LLVM module, the context it lives in, and the lathe context it reports to. */
#pragma once

#include "base/str.h"
#include "ir/ir_settings.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

/* What an engine knows about the module and keeps from pass to pass. The engine knows its own by
 * `drop`, which may also undo what only served the knowledge. */
typedef struct ir_knowledge {
    void *data; /* NULL: none */
    void (*drop)(lathe_module *m, void *data);
} ir_knowledge;

/* The bytes that a module was read from, bitcode or text. bytes[size] is NUL. */
typedef struct ir_origin {
    char *bytes; /* NULL: the module is not, or may not be any more, what they hold */
    size_t size, cap;
} ir_origin;

struct lathe_module {
    lathe_ctx *ctx;
    LLVMContextRef llvm_ctx;
    LLVMModuleRef llvm;
    bool owned; /* frees llvm and llvm_ctx with itself */
    /* Nobody wants it back as it was: neither after a failure, nor if nothing changes for good. */
    bool expendable;
    bool intact; /* after a failure: it is what it was before the pass that failed */
    /* Something besides LLVM's own passes may have changed it since the verifier accepted it. */
    bool unverified;
    ir_settings settings;
    ir_knowledge knowledge;
    struct ir_analyses *analyses; /* ir/analyses.h; NULL: none */
    ir_origin origin;
};

/* As the functions of lathe/lathe.h with such names. */
lathe_module *ir_module_load(lathe_ctx *ctx, const char *const *paths, size_t count,
                             const lathe_load_options *options);
lathe_module *ir_module_wrap(lathe_ctx *ctx, LLVMModuleRef llvm);
void ir_module_free(lathe_module *m);
lathe_status ir_module_write(lathe_module *m, const char *path);

/* The module in `bitcode`, in an LLVM context of its own. NULL with the status set. */
lathe_module *ir_module_read(lathe_ctx *ctx, LLVMMemoryBufferRef bitcode);

/* A copy of the module in an LLVM context of its own: what is done to it cannot be seen in m, whose
 * metadata and constants belong to m's context. Without settings. NULL with the status set. */
lathe_module *ir_module_copy(lathe_module *m);

/* For bytes that were read before, or of which the result says all: without a handler LLVM exits.
 */
void ir_ignore_diagnostics(LLVMContextRef llvm);
bool ir_same_bytes(LLVMMemoryBufferRef a, LLVMMemoryBufferRef b);

void ir_drop_knowledge(lathe_module *m);
/* To be called before anything changes the module, by those who keep the knowledge true. */
void ir_forget_origin(lathe_module *m);
/* To be called before anything else changes the module: no knowledge and no origin. */
void ir_begin_change(lathe_module *m);

/* Makes m what the bytes hold, in a context of its own: metadata belongs to the context, not to the
 * module, so only a new one is free of edits. The bytes are an origin or bitcode that lathe wrote.
 * False, with LATHE_INTERNAL and the old module, if they cannot be read, or if the module is the
 * caller's (not owned), which is neither freed nor replaced. */
bool ir_read_again(lathe_module *m, const char *bytes, size_t size);

#define IR_NONE UINT32_MAX /* "no such number" wherever things are numbered */

/* Borrowed; lives as long as the module and its layout string do not change. */
LLVMTargetDataRef ir_layout(const lathe_module *m);

/* A target machine for the module's triple, needed for vectorising pipelines. NULL with the
 * status set if this LLVM has no such target. The caller disposes of it. */
LLVMTargetMachineRef ir_target_machine(lathe_module *m);

/* Status LATHE_INTERNAL, naming `after`, when LLVM's verifier rejects the module. */
lathe_status ir_verify(lathe_module *m, const char *after);
/* To be called by whoever changes the module: the verifier has to see it. */
void ir_mark_changed(lathe_module *m);
/* ir_verify, unless nothing has changed since the last time. With asserts on it always looks, so
 * that a change nobody marked is found. */
lathe_status ir_verify_changes(lathe_module *m, const char *after);

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

/* Whether the code that runs is not the module's, NULL included. */
static inline bool ir_is_outside(LLVMValueRef fn) {
    return !fn || LLVMIsDeclaration(fn) || LLVMGetLinkage(fn) == LLVMAvailableExternallyLinkage;
}

/* Whether the instruction is a call, an invoke or a callbr. */
static inline bool ir_is_call_site(LLVMValueRef inst) {
    return LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst) || LLVMIsACallBrInst(inst);
}
