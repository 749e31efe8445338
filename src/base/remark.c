#include "base/remark.h"

#include "base/str.h"

void remark_list_init(remark_list *l, lathe_ctx *ctx) {
    *l = (remark_list){.ctx = ctx};
    arena_init(&l->mem, ctx);
}

void remark_list_free(remark_list *l) {
    vec_free(l->ctx, &l->all);
    vec_free(l->ctx, &l->parts);
    arena_free(&l->mem);
}

void remark_add(remark_list *l, const remark *r) {
    remark copy = *r;
    copy.function = arena_strdup(&l->mem, r->function);
    copy.file = r->file ? arena_strdup(&l->mem, r->file) : NULL;
    copy.first_part = l->parts.len;
    copy.part_count = 0;
    if (copy.function && (copy.file || !r->file))
        vec_push(l->ctx, &l->all, copy);
}

static void add_part(remark_list *l, const char *key, const char *format, va_list args) {
    str text;
    if (!l->all.len)
        return;
    str_init(&text, l->ctx);
    str_vprintf(&text, format, args);
    const char *value = arena_strndup(&l->mem, str_text(&text), text.len);
    str_free(&text);
    if (value && vec_push(l->ctx, &l->parts, (remark_part){key, value}))
        l->all.at[l->all.len - 1].part_count++;
}

void remark_add_part(remark_list *l, const char *key, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_part(l, key, format, args);
    va_end(args);
}

void remark_add_fact(remark_list *l, const char *text, const char *key, const char *format, ...) {
    va_list args;
    remark_add_part(l, "String", "%s", text);
    va_start(args, format);
    add_part(l, key, format, args);
    va_end(args);
}
