#include "base/change.h"

void change_list_init(change_list *l, lathe_ctx *ctx) {
    *l = (change_list){.ctx = ctx};
    arena_init(&l->mem, ctx);
}

void change_list_free(change_list *l) {
    vec_free(l->ctx, &l->all);
    arena_free(&l->mem);
}

static void add(change_list *l, change c) {
    c.of = l ? arena_strdup(&l->mem, c.of) : NULL;
    if (c.of)
        vec_push(l->ctx, &l->all, c);
}

void change_add(lathe_ctx *ctx, const change *c) {
    change copy = *c;
    copy.remark = ctx->remarks ? ctx->remarks->all.len : SIZE_MAX;
    add(ctx->changes, copy);
}

void change_add_all(lathe_ctx *ctx, const change_list *changes) {
    for (size_t i = 0; i < changes->all.len; i++)
        add(ctx->changes, changes->all.at[i]);
}
