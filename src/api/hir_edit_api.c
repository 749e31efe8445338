/* lathe/hir_edit.h: nodes that are put into the tree and taken out of it, and trees that become
 * code again. */
#include "api/arguments.h"
#include "api/hir_functions.h"

#include "hir/lower.h"
#include "ir/module.h"

#include <lathe/hir_edit.h>

/* Whether the HIR may still be changed. */
static bool is_open(const hir *f) {
    return !f->lowered || api_wrong(f->ctx, "f: the function has been lowered");
}

static bool is_loose(const hir *f, const HLNode *node) {
    return (node && !node->list && node->kind != HL_REGION) ||
           api_wrong(f->ctx, "node: missing, a region, or in a list already");
}

static bool is_placed(const hir *f, const HLNode *place) {
    return (place && place->list && lathe_hl_parent_region(place)) ||
           api_wrong(f->ctx, "node: missing, or in no list of a region");
}

void api_hir_changed(HLNode *node) {
    HLNode *region = node ? lathe_hl_parent_region(node) : NULL;
    if (region)
        ((HLRegion *)region)->changed = true;
}

bool lathe_hl_insert_before(hir *f, HLNode *place, HLNode *node) {
    if (!is_open(f) || !is_placed(f, place) || !is_loose(f, node))
        return false;
    hir_insert_before(place, node);
    api_hir_changed(place);
    return true;
}

bool lathe_hl_insert_after(hir *f, HLNode *place, HLNode *node) {
    if (!is_open(f) || !is_placed(f, place) || !is_loose(f, node))
        return false;
    hir_insert_after(place, node);
    api_hir_changed(place);
    return true;
}

bool lathe_hl_append(hir *f, HLNode *parent, size_t list, HLNode *node) {
    if (!is_open(f) || !is_loose(f, node))
        return false;
    hir_list *to = parent && list < UINT32_MAX ? hir_child_list(parent, (uint32_t)list) : NULL;
    if (!to || hir_is_in(parent, node))
        return api_wrong(f->ctx, "list: the parent has no such list, or is in the node");
    hir_append(to, parent, node);
    api_hir_changed(parent);
    return true;
}

bool lathe_hl_remove(hir *f, HLNode *node) {
    if (!is_open(f) || !is_placed(f, node))
        return false;
    api_hir_changed(node);
    hir_unlink(node);
    return true;
}

bool lathe_hl_replace(hir *f, HLNode *node, HLNode *with) {
    return lathe_hl_insert_before(f, node, with) && lathe_hl_remove(f, node);
}

/* After a change. */

bool lathe_hir_verify(hir *f) {
    str why;
    str_init(&why, f->ctx);
    if (!hir_verify(f, &why) && ctx_ok(f->ctx))
        ctx_fail(f->ctx, LATHE_BAD_INPUT, "the HIR of '%s' is not valid: %s", f->function,
                 str_text(&why));
    str_free(&why);
    return ctx_ok(f->ctx);
}

static HLRegion *region_of(const hir *f, HLNode *node) {
    for (size_t i = 0; i < f->regions.len; i++)
        if (&f->regions.at[i]->node == node)
            return f->regions.at[i];
    api_wrong(f->ctx, "region: not a region of the function");
    return NULL;
}

lathe_status lathe_hir_update(hir *f, HLNode *region) {
    HLRegion *r = region_of(f, region);
    if (!r || !is_open(f))
        return f->ctx->status;
    r->changed = true;
    if (hir_update_levels(f))
        lathe_hir_verify(f);
    return f->ctx->status;
}

const char *lathe_hir_lower_refusal(hir *f, HLNode *region) {
    HLRegion *r = region_of(f, region);
    return r && is_open(f) && !hir_can_lower(f, r) && r->refusal ? r->refusal->id : NULL;
}

lathe_status lathe_hir_lower(hir *f, size_t *count) {
    size_t done = 0;
    if (count)
        *count = 0;
    if (!is_open(f) || !lathe_hir_verify(f))
        return f->ctx->status;
    f->lowered = true;
    if (!hir_lower(f) || ir_verify(f->m, "lowering") != LATHE_OK)
        return f->ctx->status;
    for (size_t i = 0; i < f->regions.len; i++)
        done += f->regions.at[i]->changed && !f->regions.at[i]->refusal;
    if (count)
        *count = done;
    return f->ctx->status;
}
