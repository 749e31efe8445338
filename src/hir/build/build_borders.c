/* What a region needs from before it. */
#include "hir/build/builder.h"

typedef struct readers {
    hir_builder *b;
    map seen; /* temps */
} readers;

/* What is known from branches before the region. */
static void note_range(readers *r, hir_temp t, LLVMValueRef value) {
    hir_builder *b = r->b;
    if (!hir_b_is_linear_type(b, LLVMTypeOf(value)))
        return;
    hir_range type = hir_type_range(hir_width(b->h, LLVMTypeOf(value)), true);
    hir_range range = hir_b_value_range(b, value, true, b->loops->loops[b->root].header);
    if (range.low > type.low || range.high < type.high)
        vec_push(b->ctx, &b->region->ranges,
                 (hir_in_range){t, (int64_t)range.low, (int64_t)range.high});
}

static void note_temp(readers *r, hir_temp t) {
    const hir_temp_info *info = hir_temp_at(r->b->h, t);
    bool local = t < r->b->defs.len && hir_b_in_region(r->b, r->b->defs.at[t].block);
    if (local || info->global || !info->value || map_find_u(&r->seen, t))
        return;
    map_put_u(&r->seen, t);
    vec_push(r->b->ctx, &r->b->region->live_in, t);
    note_range(r, t, info->value);
}

static void note_ref(readers *r, const RegDDRef *ref) {
    hir_blob_list blobs = {0};
    hir_ref_collect_temp_blobs(r->b->h, ref, &blobs);
    for (size_t i = 0; i < blobs.len; i++)
        note_temp(r, hir_blob_at(r->b->h, blobs.at[i])->temp);
    vec_free(r->b->ctx, &blobs);
}

void hir_b_find_live_in(hir_builder *b) {
    readers r = {.b = b};
    map_init(&r.seen, b->ctx);
    hir_each_node (node, &b->region->node)
        if (ctx_tick(b->ctx, 1))
            hir_each_ref (ref, node)
                note_ref(&r, ref);
    map_free(&r.seen);
}
