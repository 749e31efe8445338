#include "base/vec.h"

void *vec_grow(lathe_ctx *ctx, void *data, size_t *cap, size_t element, size_t want) {
    lathe_assert(want > *cap);
    lathe_assert(element > 0);
    lathe_assert(!data == !*cap);
    size_t grown = *cap < 8 ? 8 : *cap + *cap / 2;
    if (grown < want)
        grown = want;
    size_t bytes;
    if (!ctx_size_mul(ctx, grown, element, &bytes))
        return data;
    void *block = ctx_realloc(ctx, data, *cap * element, bytes);
    if (!block)
        return data;
    *cap = grown;
    return block;
}
