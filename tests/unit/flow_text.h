/* Shared by the tests of control flow: a function from text, and allocators that fail. */
#ifndef LATHE_TESTS_FLOW_TEXT_H
#define LATHE_TESTS_FLOW_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "ir/module.h"

#include <llvm-c/IRReader.h>

typedef struct flow_text {
    lathe_ctx *ctx;
    LLVMContextRef llvm_ctx;
    LLVMModuleRef llvm;
    LLVMValueRef fn; /* the first function with a body */
    arena arena;
} flow_text;

static inline flow_text flow_text_parse(const char *text) {
    flow_text t = {.ctx = lathe_ctx_new(), .llvm_ctx = LLVMContextCreate()};
    char *message = NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
    if (LLVMParseIRInContext2(t.llvm_ctx, buffer, &t.llvm, &message))
        fail_msg("%s", message);
    LLVMDisposeMemoryBuffer(buffer);
    for (t.fn = LLVMGetFirstFunction(t.llvm); LLVMIsDeclaration(t.fn) && LLVMGetNextFunction(t.fn);)
        t.fn = LLVMGetNextFunction(t.fn);
    arena_init(&t.arena, t.ctx);
    return t;
}

static inline void flow_text_free(flow_text *t) {
    arena_free(&t->arena);
    assert_int_equal(t->ctx->bytes_used, 0);
    LLVMDisposeModule(t->llvm);
    LLVMContextDispose(t->llvm_ctx);
    lathe_ctx_free(t->ctx);
}

/* Serves `left` allocations, then none. */
static inline void *flow_failing_alloc(void *data, void *old, size_t new_size) {
    size_t *left = data;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    --*left;
    return realloc(old, new_size);
}

/* Runs `build` with ever more allocations, bytes and operations until it succeeds: before that it
 * must say false with the right status, and leave nothing behind. */
static inline void flow_expect_graceful(flow_text *t, bool build(arena *a, LLVMValueRef fn)) {
    size_t failures = 0;
    for (size_t kind = 0; kind < 3; kind++) {
        bool done = false;
        for (size_t amount = 0; !done; amount++) {
            size_t left = kind == 0 ? amount : SIZE_MAX;
            ctx_alloc_fn *system = t->ctx->alloc;
            t->ctx->alloc = flow_failing_alloc;
            t->ctx->alloc_data = &left;
            lathe_ctx_set_budget(t->ctx, kind == 1 ? 1 + amount : 0,
                                 kind == 2 ? 1 + 256 * amount : 0);
            arena a;
            arena_init(&a, t->ctx);
            done = build(&a, t->fn);
            assert_int_equal(done, ctx_ok(t->ctx));
            if (!done)
                assert_int_equal(lathe_ctx_status(t->ctx),
                                 kind == 0 ? LATHE_NO_MEMORY : LATHE_GAVE_UP);
            failures += !done;
            arena_free(&a);
            assert_int_equal(t->ctx->bytes_used, 0);
            lathe_ctx_clear(t->ctx);
            t->ctx->alloc = system;
        }
    }
    lathe_ctx_set_budget(t->ctx, 0, 0);
    assert_true(failures > 3);
}

#endif
