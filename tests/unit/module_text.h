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

/* A report in one of several forms, by number; NULL on failure. */
typedef char *form_of_report(lathe_module *m, uint64_t which);

/* Asks for one form with 0, 1, 2, … allocations allowed, until it succeeds. */
static inline void expect_failing_memory_is_reported(const char *text, form_of_report *report,
                                                     uint64_t which) {
    bool done = false;
    for (size_t allowed = 0; !done; allowed++) {
        assert_true(allowed < 50000);
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, text);
        size_t left = allowed;
        ctx->alloc = metered_alloc;
        ctx->alloc_data = &left;
        char *said = report(m, which);
        assert_int_equal(said == NULL, lathe_ctx_status(ctx) == LATHE_NO_MEMORY);
        done = said != NULL;
        lathe_free(said);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

/* How often a report, in form `budget`, is given up with budgets from 1 to most. */
static inline size_t count_given_up(const char *text, form_of_report *report, uint64_t most) {
    size_t gave_up = 0;
    for (uint64_t budget = 1; budget < most; budget += 1 + budget / 64) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, text);
        lathe_ctx_set_budget(ctx, budget, 0);
        char *said = report(m, budget);
        assert_int_equal(said == NULL, lathe_ctx_status(ctx) == LATHE_GAVE_UP);
        gave_up += said == NULL;
        lathe_free(said);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
    return gave_up;
}

/* Runs passes with ever more memory until it is enough: before that, only LATHE_NO_MEMORY. `check`
 * sees the module that came out. */
typedef void check_of_module(lathe_module *m, const void *data);
static inline void expect_passes_survive_failing_memory(const char *text, const char *passes,
                                                        check_of_module *check, const void *data) {
    bool done = false;
    for (size_t allowed = 0; !done; allowed++) {
        assert_true(allowed < 20000);
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, text);
        size_t left = allowed;
        ctx->alloc = metered_alloc;
        ctx->alloc_data = &left;
        done = lathe_run_passes(m, passes, NULL) == LATHE_OK;
        if (!done)
            assert_int_equal(lathe_ctx_status(ctx), LATHE_NO_MEMORY);
        else
            check(m, data);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

/* … and with ever larger budgets up to `most`: done, or given up. */
static inline void expect_passes_end_with_the_budget(const char *text, const char *passes,
                                                     uint64_t most) {
    for (uint64_t budget = 1; budget < most; budget += 1 + budget / 32) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, text);
        lathe_ctx_set_budget(ctx, budget, 0);
        lathe_status status = lathe_run_passes(m, passes, NULL);
        assert_true(status == LATHE_OK || status == LATHE_GAVE_UP);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

/* The summary, as text or JSON. */
static inline char *info_report(lathe_module *m, uint64_t which) {
    return lathe_module_info(m, which % 2);
}

#endif
