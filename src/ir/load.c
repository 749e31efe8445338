#include "ir/module.h"

#include <llvm-c/IRReader.h>

lathe_module *lathe_module_load(lathe_ctx *ctx, const char *const *paths, size_t count,
                                const lathe_load_options *options) {
    (void)count;
    (void)options;
    LLVMContextRef c = LLVMContextCreate();
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    LLVMModuleRef llvm;
    if (LLVMCreateMemoryBufferWithContentsOfFile(paths[0], &buffer, &message)) {
        ctx_fail(ctx, LATHE_IO, "%s: %s", paths[0], message);
        return NULL;
    }
    if (LLVMParseIRInContext2(c, buffer, &llvm, &message)) {
        ctx_fail(ctx, LATHE_BAD_INPUT, "%s: %s", paths[0], message);
        return NULL;
    }
    lathe_module *m = lathe_module_wrap(ctx, llvm);
    if (m)
        m->owned = true;
    return m;
}
