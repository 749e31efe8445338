#include "base/vec.h"

bool vec_reserve_bytes(lathe_ctx *ctx, void **data, size_t *cap, size_t element, size_t want) {
    size_t grown = *cap < 8 ? 8 : *cap + *cap / 2;
    if (grown < want)
        grown = want;
    size_t bytes;
    if (!ctx_size_mul(ctx, grown, element, &bytes))
        return false;
    void *block = ctx_realloc(ctx, *data, *cap * element, bytes);
    if (!block)
        return false;
    *data = block;
    *cap = grown;
    return true;
}
