/* Blobs as symbols: what they can be, and where they change. */
#include "hir/dd/affine.h"
#include "hir/hir_range.h"

/* As signed numbers. */
static bool are_natural(const dd_region *r, const hir_blob_info *info) {
    bool natural = true;
    for (uint32_t i = 0; i < info->operand_count; i++)
        natural &= hir_region_range(r->h, r->region, info->operands[i]).low >= 0;
    return natural;
}

static void add_def(dd_symbol *s, HLNode *node) {
    uint32_t level = hir_node_level(node);
    s->varies = true;
    s->level = level > s->level ? level : s->level;
    if (s->def_count == DD_MAX_DEFS)
        s->many_defs = true;
    else
        s->defs[s->def_count++] = node;
}

/* Whether it has one value wherever it is read: all that assigns it is outside of loops, and comes
 * before all that reads it. */
static bool is_settled(const dd_region *r, const hir_temp_info *info) {
    bool is_read = false;
    if (r->has_labels || !info->region)
        return false;
    for (const RegDDRef *d = info->defs; d; d = d->next_def)
        if (hir_node_level(d->node) || hir_parent_region(d->node) != r->region)
            return false;
    hir_each_node (node, &r->region->node)
        hir_each_ref (ref, node) {
            if (!ctx_tick(r->h->ctx, 1) ||
                (is_read && ref->is_lval && ref->symbase == info->symbase))
                return false;
            is_read |=
                !(ref->is_lval && ref->kind == REF_SCALAR) && hir_mentions(ref, info->symbase);
        }
    return true;
}

static void find_defs(dd_region *r, dd_symbol *s) {
    hir_blob_list temps = {0};
    hir_collect_temp_blobs(r->h, s->blob, &temps);
    for (size_t i = 0; i < temps.len; i++) {
        const hir_temp_info *info = hir_temp_at(r->h, hir_blob_at(r->h, temps.at[i])->temp);
        if ((info->region && info->region != r->region) || is_settled(r, info))
            continue;
        for (RegDDRef *d = info->defs; d && !s->many_defs; d = d->next_def)
            if (info->region || hir_parent_region(d->node) == r->region)
                add_def(s, d->node);
    }
    vec_free(r->h->ctx, &temps);
}

/* With zeros in front a number is what it was, or greater if it was negative. */
static void find_extended(dd_region *r, dd_symbol *s, hir_blob operand) {
    s->operands = arena_new(&r->mem, uint32_t);
    if (s->operands && dd_find_symbol(r, operand, s->operands))
        s->operand_count = 1;
    s->is_extended = s->operand_count == 1;
}

/* What the least or the greatest of several is less or greater than. */
static void find_operands(dd_region *r, dd_symbol *s) {
    const hir_blob_info info = *hir_blob_at(r->h, s->blob);
    if (info.op == BLOB_ZEXT) {
        find_extended(r, s, info.operands[0]);
        return;
    }
    bool is_signed = info.op == BLOB_SMIN || info.op == BLOB_SMAX;
    bool is_unsigned = info.op == BLOB_UMIN || info.op == BLOB_UMAX;
    if (!is_signed && !(is_unsigned && are_natural(r, &info)))
        return;
    s->is_least = info.op == BLOB_SMIN || info.op == BLOB_UMIN;
    uint32_t *operands = arena_array(&r->mem, info.operand_count, uint32_t);
    for (uint32_t i = 0; operands && i < info.operand_count; i++) {
        if (hir_is_constant_blob(r->h, info.operands[i], &s->limit))
            s->has_limit = true;
        else if (dd_find_symbol(r, info.operands[i], &operands[s->operand_count]))
            s->operand_count++;
    }
    s->operands = operands;
}

/* Blobs have their operands before them and a bounded depth, so that this ends. */
bool dd_find_symbol(dd_region *r, hir_blob b, uint32_t *number) {
    map_word *place = map_find_u(&r->symbol_of, b);
    if (place) {
        *number = (uint32_t)place->u - 1;
        return true;
    }
    dd_symbol s = {.blob = b, .range = hir_region_range(r->h, r->region, b)};
    find_defs(r, &s);
    find_operands(r, &s);
    *number = (uint32_t)r->symbols.len;
    place = map_put_u(&r->symbol_of, b);
    if (!place || !vec_push(r->h->ctx, &r->symbols, s))
        return false;
    place->u = r->symbols.len;
    return true;
}

bool dd_find_product(dd_region *r, hir_blob b, uint32_t level, uint32_t *number) {
    uint32_t symbol;
    if (!dd_find_symbol(r, b, &symbol))
        return false;
    map_word *place = map_put_u(&r->product_of, (uint64_t)symbol << 8 | level);
    if (!place)
        return false;
    if (!place->u) {
        if (!vec_push(r->h->ctx, &r->products, (dd_product){symbol, level}))
            return false;
        place->u = r->products.len;
    }
    *number = (uint32_t)place->u - 1;
    return true;
}
