/* Typed vectors: VEC(int) v = {0}; vec_push(ctx, &v, 3); v.at[0]; vec_free(ctx, &v);
 * A push that fails leaves the vector as it was and is false, with the context's status set.
 *
 * Invariants: 1. len <= cap. 2. at is NULL if cap is 0, and else a block of cap elements, of the
 *             context's memory.
 */
#pragma once

#include "base/assert.h"
#include "base/ctx.h"

#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *at;                                                                                     \
        size_t len, cap;                                                                           \
    }

/* Room for at least want elements in all: the block to go on with and its *cap, both as they were
 * if there is no memory. Pointers go in and out by value: a T * may not be written as a void *. */
void *vec_grow(lathe_ctx *ctx, void *data, size_t *cap, size_t element, size_t want);

#define vec_reserve(ctx, v, want)                                                                  \
    ((v)->cap >= (want) ||                                                                         \
     ((v)->at = vec_grow((ctx), (void *)(v)->at, &(v)->cap, sizeof *(v)->at, (want)),              \
      (v)->cap >= (want)))
#define vec_push(ctx, v, ...)                                                                      \
    (vec_reserve((ctx), (v), (v)->len + 1) && ((v)->at[(v)->len++] = (__VA_ARGS__), true))
/* Neither is for an empty vector. */
#define vec_pop(v) ((v)->at[(lathe_assert((v)->len > 0), --(v)->len)])
#define vec_last(v) ((v)->at[(lathe_assert((v)->len > 0), (v)->len - 1)])
#define vec_clear(v) ((void)((v)->len = 0))
#define vec_free(ctx, v)                                                                           \
    (ctx_free((ctx), (v)->at, (v)->cap * sizeof *(v)->at), (v)->at = NULL, (v)->len = (v)->cap = 0)
