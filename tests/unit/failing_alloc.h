/* Allocation that fails at the n-th call, for tests of every out-of-memory path. */
#ifndef LATHE_TESTS_FAILING_ALLOC_H
#define LATHE_TESTS_FAILING_ALLOC_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/ctx.h"

#include <stdlib.h>

typedef struct failing_alloc {
    size_t calls, fail_at; /* fail_at 0: never */
    size_t live;           /* blocks not freed */
} failing_alloc;

static void *failing_realloc(void *data, void *old, size_t size) {
    failing_alloc *f = data;
    if (size == 0) {
        f->live -= old != NULL;
        free(old);
        return NULL;
    }
    if (++f->calls == f->fail_at)
        return NULL;
    void *block = realloc(old, size);
    f->live += block && !old;
    return block;
}

/* Runs scenario with the first, second, … allocation failing until none fails. The scenario frees
 * what it made; each failure must show as LATHE_NO_MEMORY and leave nothing behind. */
static inline void fail_every_allocation(void (*scenario)(lathe_ctx *ctx)) {
    for (size_t n = 1;; n++) {
        failing_alloc f = {.fail_at = n};
        lathe_ctx *ctx = lathe_ctx_new();
        ctx->alloc = failing_realloc;
        ctx->alloc_data = &f;
        scenario(ctx);
        bool reached = f.calls >= n;
        assert_int_equal(lathe_ctx_status(ctx), reached ? LATHE_NO_MEMORY : LATHE_OK);
        assert_int_equal(f.live, 0);
        assert_int_equal(ctx->bytes_used, 0);
        lathe_ctx_free(ctx);
        if (!reached) {
            assert_true(n > 1);
            return;
        }
    }
}

#endif
