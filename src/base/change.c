#include "base/change.h"

void change_list_init(change_list *l, lathe_ctx *ctx) {
    *l = (change_list){.ctx = ctx};
    arena_init(&l->mem, ctx);
}

void change_list_free(change_list *l) {
    vec_free(l->ctx, &l->all);
    arena_free(&l->mem);
}

void change_add(lathe_ctx *ctx, const change *c) {
    change_list *l = ctx->changes;
    if (!l)
        return;
    change copy = *c;
    copy.of = arena_strdup(&l->mem, c->of);
    copy.remark = ctx->remarks ? ctx->remarks->all.len : SIZE_MAX;
    if (copy.of)
        vec_push(l->ctx, &l->all, copy);
}
