#include "api/arguments.h"

#include <string.h>

/* More than any struct will have: a size beyond it was never set. */
enum { MAX_SIZE = 4096 };

static const char *what_is_wrong(const char *text) {
    return !text ? "NULL" : !*text ? "empty" : NULL;
}

bool api_wrong(lathe_ctx *ctx, const char *message) {
    ctx_fail(ctx, LATHE_USAGE, "%s", message);
    return false;
}

bool api_has_text(lathe_ctx *ctx, const char *text, const char *name) {
    const char *wrong = what_is_wrong(text);
    if (wrong)
        ctx_fail(ctx, LATHE_USAGE, "%s: it is %s", name, wrong);
    return !wrong;
}

bool api_has_texts(lathe_ctx *ctx, const char *const *at, size_t count, const char *name) {
    if (count && !at) {
        ctx_fail(ctx, LATHE_USAGE, "%s: there are %zu, but no list of them", name, count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *wrong = what_is_wrong(at[i]);
        if (!wrong)
            continue;
        ctx_fail(ctx, LATHE_USAGE, "%s: number %zu of %zu is %s", name, i + 1, count, wrong);
        return false;
    }
    return true;
}

/* The size of a caller's struct, 0 with a failure if it cannot be one. That of a pointer is a slip,
 * since a struct has more than its size. */
static size_t size_of(lathe_ctx *ctx, const void *given, const char *name) {
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size > sizeof size && size <= MAX_SIZE)
        return size;
    ctx_fail(ctx, LATHE_USAGE, "%s: its struct_size is %zu; LATHE_INIT and LATHE_WITH set it", name,
             size);
    return 0;
}

bool api_has_size(lathe_ctx *ctx, const void *given, const char *name) {
    return size_of(ctx, given, name) != 0;
}

static bool is_zero(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

bool api_take_sized(lathe_ctx *ctx, void *own, size_t size, const void *given, const char *name) {
    memset(own, 0, size);
    if (given) {
        size_t theirs = size_of(ctx, given, name);
        if (!theirs)
            return false;
        memcpy(own, given, theirs < size ? theirs : size);
        if (theirs > size && !is_zero((const unsigned char *)given + size, theirs - size)) {
            ctx_fail(ctx, LATHE_USAGE,
                     "%s: it sets a member that lathe " LATHE_VERSION " does not know", name);
            return false;
        }
    }
    memcpy(own, &size, sizeof size);
    return true;
}

bool api_fill_sized(lathe_ctx *ctx, void *to, const void *own, size_t size, const char *name) {
    if (!to) {
        ctx_fail(ctx, LATHE_USAGE, "%s: it is NULL", name);
        return false;
    }
    size_t theirs = size_of(ctx, to, name), both = theirs < size ? theirs : size;
    if (!theirs)
        return false;
    memcpy((char *)to + sizeof size, (const char *)own + sizeof size, both - sizeof size);
    memset((char *)to + both, 0, theirs - both);
    return ctx_ok(ctx);
}
