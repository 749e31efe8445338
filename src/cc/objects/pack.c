#include "cc/objects/pack.h"

#include <string.h>
#include <zstd.h>

/* Bitcode becomes half to two thirds; pages of zeros, which nobody compiles, a ten-thousandth. So
 * what a small object makes of itself is bounded by its size. */
enum { LEVEL = 6, MOST_TIMES = 64, ALWAYS = 1 << 20 };

static bool is_packed(const char *bytes, size_t size) {
    static const unsigned char magic[4] = {0x28, 0xb5, 0x2f, 0xfd};
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

void cc_pack(str *out, const char *bytes, size_t size) {
    size_t bound = ZSTD_compressBound(size);
    char *room = ctx_realloc(out->ctx, NULL, 0, bound);
    size_t packed = room ? ZSTD_compress(room, bound, bytes, size, LEVEL) : size;
    if (!room || ZSTD_isError(packed) || packed >= size)
        str_add_n(out, bytes, size);
    else
        str_add_n(out, room, packed);
    ctx_free(out->ctx, room, bound);
}

size_t cc_unpacked_size(const char *bytes, size_t size) {
    if (!is_packed(bytes, size))
        return size;
    unsigned long long whole = ZSTD_getFrameContentSize(bytes, size);
    bool sound = whole != ZSTD_CONTENTSIZE_ERROR && whole != ZSTD_CONTENTSIZE_UNKNOWN &&
                 whole <= ALWAYS + (unsigned long long)size * MOST_TIMES;
    return sound ? (size_t)whole : 0;
}

cc_unpacked cc_unpack(lathe_ctx *ctx, const char *bytes, size_t size) {
    cc_unpacked u = {.size = cc_unpacked_size(bytes, size)};
    if (!is_packed(bytes, size)) {
        u.bytes = bytes;
        return u;
    }
    u.own = u.size ? ctx_realloc(ctx, NULL, 0, u.size) : NULL;
    if (u.own && ZSTD_decompress(u.own, u.size, bytes, size) == u.size)
        u.bytes = u.own;
    return u;
}

void cc_unpacked_free(lathe_ctx *ctx, cc_unpacked *u) {
    ctx_free(ctx, u->own, u->size);
    *u = (cc_unpacked){0};
}
