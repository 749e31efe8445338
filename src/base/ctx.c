#include "base/ctx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *system_alloc(void *data, void *old, size_t new_size) {
    (void)data;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

lathe_ctx *ctx_new(void) {
    lathe_ctx *ctx = calloc(1, sizeof *ctx);
    if (ctx)
        ctx->alloc = system_alloc;
    return ctx;
}

void ctx_delete(lathe_ctx *ctx) {
    if (ctx && ctx->close_rooms)
        ctx->close_rooms(ctx);
    free(ctx);
}

void ctx_clear(lathe_ctx *ctx) {
    ctx->status = LATHE_OK;
    ctx->error[0] = '\0';
    ctx->ops_used = ctx->foreign_used = 0;
}

static const struct {
    const char *name;
    int exit_code;
} statuses[] = {
    [LATHE_OK] = {"ok", 0},
    [LATHE_GATE_FAILED] = {"gate-failed", 1},
    [LATHE_USAGE] = {"usage", 2},
    [LATHE_IO] = {"io", 2},
    [LATHE_BAD_INPUT] = {"bad-input", 3},
    [LATHE_GAVE_UP] = {"gave-up", 4},
    [LATHE_NO_MEMORY] = {"no-memory", 4},
    [LATHE_INTERNAL] = {"internal", 70},
};

int ctx_exit_code(lathe_status status) {
    return statuses[status].exit_code;
}

const char *ctx_status_name(lathe_status status) {
    return statuses[status].name;
}

static bool charge_bytes(lathe_ctx *ctx, size_t old_size, size_t new_size) {
    uint64_t held = ctx->bytes_used - old_size;
    if (ctx->bytes_limit && new_size > old_size &&
        (held > ctx->bytes_limit || new_size > ctx->bytes_limit - held)) {
        ctx_fail(ctx, LATHE_GAVE_UP, "memory budget of %llu bytes is used up",
                 (unsigned long long)ctx->bytes_limit);
        return false;
    }
    ctx->bytes_used = held + new_size;
    return true;
}

void *ctx_realloc(lathe_ctx *ctx, void *old, size_t old_size, size_t new_size) {
    if (!charge_bytes(ctx, old_size, new_size))
        return NULL;
    void *block = ctx->alloc(ctx->alloc_data, old, new_size);
    if (!block && new_size) {
        ctx->bytes_used = ctx->bytes_used - new_size + old_size;
        ctx_fail(ctx, LATHE_NO_MEMORY, "out of memory (%zu bytes wanted)", new_size);
    }
    return block;
}

void ctx_free(lathe_ctx *ctx, void *old, size_t old_size) {
    if (!old)
        return;
    ctx->bytes_used -= old_size;
    ctx->alloc(ctx->alloc_data, old, 0);
}

bool ctx_size_mul(lathe_ctx *ctx, size_t count, size_t size, size_t *product) {
    if (!__builtin_mul_overflow(count, size, product))
        return true;
    ctx_fail(ctx, LATHE_NO_MEMORY, "%zu objects of %zu bytes do not fit in memory", count, size);
    return false;
}

bool ctx_tick(lathe_ctx *ctx, uint64_t operations) {
    ctx->ops_used += operations;
    if (ctx->ops_limit && ctx->ops_used > ctx->ops_limit)
        ctx_fail(ctx, LATHE_GAVE_UP, "work budget of %llu operations is used up",
                 (unsigned long long)ctx->ops_limit);
    return ctx_ok(ctx);
}

static uint64_t time_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t free_time(const lathe_ctx *ctx) {
    return ctx->foreign_used < CTX_FOREIGN_FREE ? CTX_FOREIGN_FREE - ctx->foreign_used : 0;
}

uint64_t ctx_foreign_begin(lathe_ctx *ctx) {
    uint64_t left = ctx->ops_limit > ctx->ops_used ? ctx->ops_limit - ctx->ops_used : 0, time;
    if (__builtin_mul_overflow(left, CTX_OPERATION_NANOSECONDS, &time) ||
        __builtin_add_overflow(time, free_time(ctx) + 1, &time))
        time = UINT64_MAX;
    if (ctx->foreign && ctx->ops_limit)
        ctx->foreign(ctx->foreign_data, time);
    return time_of(CLOCK_THREAD_CPUTIME_ID);
}

bool ctx_foreign_end(lathe_ctx *ctx, uint64_t started) {
    uint64_t took = time_of(CLOCK_THREAD_CPUTIME_ID) - started, free = free_time(ctx);
    if (ctx->foreign)
        ctx->foreign(ctx->foreign_data, 0);
    ctx->foreign_used += took;
    return ctx_tick(ctx, took > free ? (took - free) / CTX_OPERATION_NANOSECONDS : 0);
}

lathe_status ctx_fail(lathe_ctx *ctx, lathe_status status, const char *format, ...) {
    if (!ctx_ok(ctx))
        return ctx->status;
    ctx->status = status;
    va_list args;
    va_start(args, format);
    vsnprintf(ctx->error, sizeof ctx->error, format, args);
    va_end(args);
    return status;
}

void ctx_count(lathe_ctx *ctx, const char *name, uint64_t amount) {
    for (size_t i = 0; i < ctx->counter_count; i++) {
        if (strcmp(ctx->counters[i].name, name) == 0) {
            ctx->counters[i].value += amount;
            return;
        }
    }
    if (ctx->counter_count < CTX_MAX_COUNTERS)
        ctx->counters[ctx->counter_count++] = (ctx_counter){name, amount};
}

uint64_t ctx_counted(const lathe_ctx *ctx, const char *name) {
    for (size_t i = 0; i < ctx->counter_count; i++)
        if (strcmp(ctx->counters[i].name, name) == 0)
            return ctx->counters[i].value;
    return 0;
}

ctx_timer ctx_phase_begin(lathe_ctx *ctx, const char *name) {
    ctx_progress(ctx, name, 0, 0);
    return (ctx_timer){name, time_of(CLOCK_MONOTONIC)};
}

void ctx_phase_end(lathe_ctx *ctx, ctx_timer timer) {
    uint64_t elapsed = time_of(CLOCK_MONOTONIC) - timer.start;
    for (size_t i = 0; i < ctx->phase_count; i++) {
        if (strcmp(ctx->phases[i].name, timer.name) == 0) {
            ctx->phases[i].nanoseconds += elapsed;
            return;
        }
    }
    if (ctx->phase_count < CTX_MAX_PHASES)
        ctx->phases[ctx->phase_count++] = (ctx_phase){timer.name, elapsed};
}

void ctx_progress(lathe_ctx *ctx, const char *phase, uint64_t done, uint64_t total) {
    if (ctx->progress)
        ctx->progress(ctx->progress_data, phase, done, total);
}

void ctx_temp(lathe_ctx *ctx, const char *path) {
    if (ctx->temp)
        ctx->temp(ctx->temp_data, path);
}

void ctx_diag(lathe_ctx *ctx, const lathe_diag *diag) {
    if (!ctx->diag)
        return;
    lathe_diag sized = *diag;
    sized.struct_size = sizeof sized;
    ctx->diag(ctx->diag_data, &sized);
}
