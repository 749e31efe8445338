#include "api/heard_remarks.h"

#include "base/str.h"

void api_remarks_begin(api_remarks *r, lathe_ctx *ctx) {
    r->on = ctx->remark && !ctx->remarks;
    if (!r->on)
        return;
    remark_list_init(&r->list, ctx);
    ctx->remarks = &r->list;
}

static void give(lathe_ctx *ctx, const remark_list *list, const remark *r) {
    const remark_part *parts = r->part_count ? &list->parts.at[r->first_part] : NULL;
    str message;
    str_init(&message, ctx);
    for (size_t i = 0; i < r->part_count; i++)
        str_add(&message, parts[i].value);
    if (ctx_ok(ctx))
        ctx->remark(ctx->remark_data,
                    &LATHE_WITH(lathe_remark, .kind = (lathe_remark_kind)r->kind, .pass = r->pass,
                                .name = r->name, .function = r->function, .file = r->file,
                                .line = r->line, .column = r->column, .message = str_text(&message),
                                .parts = parts, .part_count = r->part_count));
    str_free(&message);
}

void api_remarks_end(api_remarks *r, lathe_ctx *ctx) {
    if (!r->on)
        return;
    ctx->remarks = NULL;
    for (size_t i = 0; i < r->list.all.len && ctx_ok(ctx); i++)
        give(ctx, &r->list, &r->list.all.at[i]);
    remark_list_free(&r->list);
}
