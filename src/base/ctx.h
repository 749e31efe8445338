/* The context: allocation, the work budget, the sticky first error, counters, phases, diagnostics.
 *
 * Invariants other code relies on:
 *  1. A failed allocation or an exhausted budget sets a status that stays until ctx_clear.
 *  2. Once the status is not LATHE_OK, ctx_tick returns false, so every loop that ticks ends soon.
 *  3. A result computed while the status was not LATHE_OK must not be used: callers check once,
 *     at the end, and may ignore the result of single pushes in between.
 */
#pragma once

#include "lathe/lathe.h"

#include <stdarg.h>

/* realloc-like; tests replace it to make allocations fail. new_size 0 frees and returns NULL. */
typedef void *ctx_alloc_fn(void *data, void *old, size_t new_size);

typedef struct ctx_counter {
    const char *name; /* a literal */
    uint64_t value;
} ctx_counter;

typedef struct ctx_phase {
    const char *name; /* a literal */
    uint64_t nanoseconds;
} ctx_phase;

/* Called when a phase begins, and as it advances; total is 0 when unknown. */
typedef void ctx_progress_fn(void *data, const char *phase, uint64_t done, uint64_t total);

/* Called with the nanoseconds of processor time left for work that cannot be interrupted, before
 * it begins, and 0 when it is over. */
typedef void ctx_foreign_fn(void *data, uint64_t nanoseconds);

/* Called with the path before a temporary file is made, and NULL once it is gone, so that a process
 * that watches this one can remove what is left over when this one dies in between. */
typedef void ctx_temp_fn(void *data, const char *path);

enum { CTX_MAX_COUNTERS = 128, CTX_MAX_PHASES = 64, CTX_ERROR_SIZE = 1024 };

struct lathe_ctx {
    ctx_alloc_fn *alloc;
    void *alloc_data;
    uint64_t ops_limit, ops_used;
    uint64_t bytes_limit, bytes_used;
    lathe_status status;
    char error[CTX_ERROR_SIZE];
    lathe_diag_fn *diag;
    void *diag_data;
    ctx_progress_fn *progress;
    void *progress_data;
    ctx_temp_fn *temp;
    void *temp_data;
    ctx_foreign_fn *foreign;
    void *foreign_data;
    uint64_t foreign_used;       /* nanoseconds of processor time */
    struct remark_list *remarks; /* see base/remark.h; NULL: nobody wants any */
    lathe_remark_fn *remark;     /* the library's user, who gets them from api/; may be NULL */
    void *remark_data;
    struct change_list *changes; /* see base/change.h; NULL: nobody wants to know */
    struct bisect *bisect;       /* see base/bisect.h; NULL: nobody counts changes */
    struct pass_room *rooms;     /* passes besides lathe's own, see pass/rooms.h; NULL: none */
    void (*close_rooms)(lathe_ctx *ctx); /* what ctx_delete does with them; NULL: nothing */
    ctx_counter counters[CTX_MAX_COUNTERS];
    size_t counter_count;
    ctx_phase phases[CTX_MAX_PHASES];
    size_t phase_count;
};

/* NULL when there is no memory. */
lathe_ctx *ctx_new(void);
void ctx_delete(lathe_ctx *ctx);
/* Forgets the first failure, and the work done so far. */
void ctx_clear(lathe_ctx *ctx);

/* The exit code of a command that ends so, and the word for it in JSON. */
int ctx_exit_code(lathe_status status);
const char *ctx_status_name(lathe_status status);

/* Memory. Sizes are remembered by the caller; NULL (with the status set) when there is none. */
void *ctx_realloc(lathe_ctx *ctx, void *old, size_t old_size, size_t new_size);
void ctx_free(lathe_ctx *ctx, void *old, size_t old_size);

/* count * size, or false with LATHE_NO_MEMORY set when it does not fit a size_t. */
bool ctx_size_mul(lathe_ctx *ctx, size_t count, size_t size, size_t *product);

/* Accounts for work. False once the budget is used up or anything else has failed. */
bool ctx_tick(lathe_ctx *ctx, uint64_t operations);
/* Around work that counts nothing and cannot be interrupted: LLVM's own passes. What is left of the
 * budget bounds its time if the process is watched, and its time counts as work: an operation for
 * each CTX_OPERATION_NANOSECONDS. The first CTX_FOREIGN_FREE are free, so that small programs give
 * up at the same point on every machine. */
enum { CTX_OPERATION_NANOSECONDS = 250, CTX_FOREIGN_FREE = 500000000 };
uint64_t ctx_foreign_begin(lathe_ctx *ctx);
/* `started` is what the beginning returned. False as ctx_tick. */
bool ctx_foreign_end(lathe_ctx *ctx, uint64_t started);
static inline bool ctx_ok(const lathe_ctx *ctx) {
    return ctx->status == LATHE_OK;
}

/* Records the first failure; later ones are ignored. Returns status, so `return ctx_fail(…)`. */
lathe_status ctx_fail(lathe_ctx *ctx, lathe_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* name must be a literal; counters keep the order of their first use. */
void ctx_count(lathe_ctx *ctx, const char *name, uint64_t amount);
/* 0 for what was never counted. */
uint64_t ctx_counted(const lathe_ctx *ctx, const char *name);

typedef struct ctx_timer {
    const char *name;
    uint64_t start;
} ctx_timer;
/* name must be a literal; phases with one name add up. */
ctx_timer ctx_phase_begin(lathe_ctx *ctx, const char *name);
void ctx_phase_end(lathe_ctx *ctx, ctx_timer timer);
void ctx_progress(lathe_ctx *ctx, const char *phase, uint64_t done, uint64_t total);

void ctx_temp(lathe_ctx *ctx, const char *path);

void ctx_diag(lathe_ctx *ctx, const lathe_diag *diag);
