#include "base/bisect.h"

#include "base/str.h"

#include <inttypes.h>

void bisect_begin(bisect *b, lathe_ctx *ctx, int64_t limit, bisect_tell_fn *tell, void *data) {
    *b = (bisect){.limit = limit, .tell = tell, .data = data};
    arena_init(&b->mem, ctx);
    map_init_strings(&b->answers, ctx);
    ctx->bisect = b;
}

void bisect_free(bisect *b, lathe_ctx *ctx) {
    map_free(&b->answers);
    arena_free(&b->mem);
    ctx->bisect = NULL;
}

void bisect_next_pass(lathe_ctx *ctx) {
    if (ctx->bisect)
        ctx->bisect->passes++;
}

static bool decide(bisect *b, lathe_ctx *ctx, const char *pass, const char *what) {
    bool made = (b->limit < 0 || b->count < (uint64_t)b->limit) &&
                (!b->wants || b->wants(b->data, pass, what));
    str line;
    str_init(&line, ctx);
    str_printf(&line, "bisect: %s(%" PRIu64 ") %s on %s", made ? "" : "NOT running ", ++b->count,
               pass, what);
    b->tell(b->data, str_text(&line));
    str_free(&line);
    return made;
}

bool bisect_allows(lathe_ctx *ctx, const char *pass, const char *format, ...) {
    enum { MADE = 2 };
    bisect *b = ctx->bisect;
    va_list list;
    if (!b)
        return true;
    str what;
    str_init(&what, ctx);
    str_printf(&what, "%" PRIu64 " ", b->passes);
    size_t start = what.len;
    va_start(list, format);
    str_vprintf(&what, format, list);
    va_end(list);
    char *key = arena_strndup(&b->mem, str_text(&what), what.len);
    map_word *answer = key ? map_put_s(&b->answers, key) : NULL;
    if (answer && !answer->u)
        answer->u = decide(b, ctx, pass, key + start) ? MADE : 1;
    str_free(&what);
    return answer && answer->u == MADE;
}
