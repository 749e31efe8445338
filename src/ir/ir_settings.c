#include "ir/ir_settings.h"

static void forget(ir_name_list *names, lathe_ctx *ctx) {
    ctx_free(ctx, names->text, names->cap);
    *names = (ir_name_list){0};
}

static char *append(char *to, const char *text) {
    size_t size = strlen(text) + 1;
    memcpy(to, text, size);
    return to + size;
}

void ir_name_list_set(ir_name_list *names, lathe_ctx *ctx, const char *const *at, size_t count,
                      const char *label) {
    forget(names, ctx);
    size_t size = 0;
    for (size_t i = 0; at && i < count; i++)
        size += strlen(at[i]) + 1;
    size_t cap = size + strlen(label) + 1;
    char *block = at ? ctx_realloc(ctx, NULL, 0, cap) : NULL, *end = block;
    if (!block)
        return;
    for (size_t i = 0; i < count; i++)
        end = append(end, at[i]);
    append(end, label);
    *names = (ir_name_list){.text = block, .size = size, .cap = cap, .label = end};
}

void ir_settings_free(ir_settings *s, lathe_ctx *ctx) {
    forget(&s->only, ctx);
    forget(&s->skip, ctx);
    forget(&s->forced, ctx);
    forget(&s->exports, ctx);
    forget(&s->allocators, ctx);
    *s = (ir_settings){0};
}
