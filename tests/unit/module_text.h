/* For unit tests: modules from text, and memory that runs out. */
#ifndef LATHE_TESTS_MODULE_TEXT_H
#define LATHE_TESTS_MODULE_TEXT_H

#include "ir/module.h"

#include <llvm-c/IRReader.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline lathe_module *module_from_text(lathe_ctx *ctx, const char *text) {
    LLVMContextRef llvm_ctx = LLVMContextCreate();
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test.ll");
    LLVMModuleRef llvm;
    char *message = NULL;
    if (LLVMParseIRInContext2(llvm_ctx, buffer, &llvm, &message))
        fail_msg("%s", message);
    LLVMDisposeMemoryBuffer(buffer);
    lathe_module *m = lathe_module_wrap(ctx, llvm);
    assert_non_null(m);
    m->owned = true;
    return m;
}

/* A ctx_alloc_fn whose data is the number of allocations that still succeed. */
static inline void *metered_alloc(void *data, void *old, size_t size) {
    size_t *left = data;
    if (size == 0) {
        free(old);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    --*left;
    return realloc(old, size);
}

/* Asks for the summary with 0, 1, 2, … allocations allowed, until it succeeds. */
static inline void expect_info_survives_failing_memory(const char *text) {
    bool done = false;
    for (size_t allowed = 0; !done; allowed++) {
        assert_true(allowed < 5000);
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, text);
        size_t left = allowed;
        ctx->alloc = metered_alloc;
        ctx->alloc_data = &left;
        char *info = lathe_module_info(m, allowed % 2);
        assert_int_equal(info == NULL, lathe_ctx_status(ctx) == LATHE_NO_MEMORY);
        done = info != NULL;
        free(info);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

#endif
