/* Typed vectors: VEC(int) v = {0}; vec_push(ctx, &v, 3); v.at[0]; vec_free(ctx, &v);
 * A push that fails leaves the vector as it was and is false, with the context's status set.
 */
#ifndef LATHE_BASE_VEC_H
#define LATHE_BASE_VEC_H

#include "base/ctx.h"

#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *at;                                                                                     \
        size_t len, cap;                                                                           \
    }

/* Makes room for at least want elements in all; *data and *cap change only on success. */
bool vec_reserve_bytes(lathe_ctx *ctx, void **data, size_t *cap, size_t element, size_t want);

#define vec_reserve(ctx, v, want)                                                                  \
    ((v)->cap >= (want) ||                                                                         \
     vec_reserve_bytes((ctx), (void **)(void *)&(v)->at, &(v)->cap, sizeof *(v)->at, (want)))
#define vec_push(ctx, v, ...)                                                                      \
    (vec_reserve((ctx), (v), (v)->len + 1) && ((v)->at[(v)->len++] = (__VA_ARGS__), true))
#define vec_pop(v) ((v)->at[--(v)->len])
#define vec_last(v) ((v)->at[(v)->len - 1])
#define vec_clear(v) ((void)((v)->len = 0))
#define vec_free(ctx, v)                                                                           \
    (ctx_free((ctx), (v)->at, (v)->cap * sizeof *(v)->at), (v)->at = NULL, (v)->len = (v)->cap = 0)

#endif
