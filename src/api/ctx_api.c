/* lathe/lathe.h: contexts, statuses, the version. */
#include "base/ctx.h"

#include <stdlib.h>

void lathe_free(void *string) {
    free(string);
}

lathe_ctx *lathe_ctx_new(void) {
    return ctx_new();
}

void lathe_ctx_free(lathe_ctx *ctx) {
    ctx_delete(ctx);
}

lathe_status lathe_ctx_status(const lathe_ctx *ctx) {
    return ctx->status;
}

const char *lathe_ctx_error(const lathe_ctx *ctx) {
    return ctx->error;
}

void lathe_ctx_clear(lathe_ctx *ctx) {
    ctx_clear(ctx);
}

void lathe_ctx_set_budget(lathe_ctx *ctx, uint64_t operations, uint64_t bytes) {
    ctx->ops_limit = operations;
    ctx->bytes_limit = bytes;
}

void lathe_ctx_set_diag(lathe_ctx *ctx, lathe_diag_fn *fn, void *data) {
    ctx->diag = fn;
    ctx->diag_data = data;
}

void lathe_ctx_set_remarks(lathe_ctx *ctx, lathe_remark_fn *fn, void *data) {
    ctx->remark = fn;
    ctx->remark_data = data;
}

int lathe_status_exit_code(lathe_status status) {
    return ctx_exit_code(status <= LATHE_INTERNAL ? status : LATHE_INTERNAL);
}

const char *lathe_status_name(lathe_status status) {
    return ctx_status_name(status <= LATHE_INTERNAL ? status : LATHE_INTERNAL);
}

const char *lathe_version(void) {
    return LATHE_VERSION;
}
