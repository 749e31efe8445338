#include "api/arguments.h"

static const char *what_is_wrong(const char *text) {
    return !text ? "NULL" : !*text ? "empty" : NULL;
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
