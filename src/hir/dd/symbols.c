/* Blobs as symbols: what they can be, and where they change. */
#include "hir/dd/affine.h"

typedef struct blob_range {
    dd_wide low, high;
} blob_range;

enum { MAX_RANGE_DEPTH = 6 };

static blob_range range_of(const hir *h, const HLRegion *region, hir_blob b, unsigned depth);

/* What is known before the region of what it does not change. */
static blob_range range_of_temp(const hir *h, const HLRegion *region, hir_temp t, blob_range type) {
    const hir_temp_info *info = hir_temp_at(h, t);
    bool changes = info->defs && (!info->region || info->region == region);
    for (size_t i = 0; i < region->ranges.len && !changes; i++)
        if (region->ranges.at[i].temp == t)
            return (blob_range){region->ranges.at[i].low, region->ranges.at[i].high};
    return type;
}

/* The smallest or greatest of several, as signed numbers. */
static blob_range range_of_choice(const hir *h, const HLRegion *region, const hir_blob_info *info,
                                  unsigned depth) {
    bool least = info->op == BLOB_SMIN || info->op == BLOB_UMIN;
    blob_range all = range_of(h, region, info->operands[0], depth);
    for (uint32_t i = 1; i < info->operand_count; i++) {
        blob_range r = range_of(h, region, info->operands[i], depth);
        all.low = (r.low < all.low) == least ? r.low : all.low;
        all.high = (r.high < all.high) == least ? r.high : all.high;
    }
    return all;
}

static bool are_natural(const hir *h, const HLRegion *region, const hir_blob_info *info,
                        unsigned depth) {
    bool natural = true;
    for (uint32_t i = 0; i < info->operand_count; i++)
        natural &= range_of(h, region, info->operands[i], depth).low >= 0;
    return natural;
}

static blob_range range_of(const hir *h, const HLRegion *region, hir_blob b, unsigned depth) {
    const hir_blob_info *info = hir_blob_at(h, b);
    uint32_t width = hir_width(h, info->type);
    width = width ? width : 64;
    blob_range type = {dd_least(width), dd_most(width)};
    if (depth == MAX_RANGE_DEPTH)
        return type;
    switch (info->op) {
    case BLOB_TEMP:
        return range_of_temp(h, region, info->temp, type);
    case BLOB_CONSTANT:
        return (blob_range){info->constant, info->constant};
    case BLOB_ZEXT: {
        uint32_t from = hir_width(h, hir_blob_at(h, info->operands[0])->type);
        blob_range r = range_of(h, region, info->operands[0], depth + 1);
        return r.low >= 0 ? r : (blob_range){0, ((dd_wide)1 << from) - 1};
    }
    case BLOB_SEXT:
        return range_of(h, region, info->operands[0], depth + 1);
    case BLOB_UMIN:
    case BLOB_UMAX:
        if (!are_natural(h, region, info, depth + 1))
            return type;
        return range_of_choice(h, region, info, depth + 1);
    case BLOB_SMIN:
    case BLOB_SMAX:
        return range_of_choice(h, region, info, depth + 1);
    default:
        return type;
    }
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

static void find_defs(dd_region *r, dd_symbol *s) {
    hir_blob_list temps = {0};
    hir_collect_temp_blobs(r->h, s->blob, &temps);
    for (size_t i = 0; i < temps.len; i++) {
        const hir_temp_info *info = hir_temp_at(r->h, hir_blob_at(r->h, temps.at[i])->temp);
        if (info->region && info->region != r->region)
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
    if (!is_signed && !(is_unsigned && are_natural(r->h, r->region, &info, 0)))
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
    blob_range range = range_of(r->h, r->region, b, 0);
    dd_symbol s = {.blob = b, .low = range.low, .high = range.high};
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
