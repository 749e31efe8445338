/* See hir_range.h. Each operation is read in the sign that it has by itself, and the result then
 * turned into the sign that was asked for, which loses nothing where the number is the same in
 * both. */
#include "hir/hir_range.h"

enum { MAX_RANGE_DEPTH = 6 };

hir_range hir_type_range(uint32_t width, bool is_signed) {
    uint32_t bits = width ? width : 64;
    hir_wide half = (hir_wide)1 << (bits - 1);
    return is_signed ? (hir_range){-half, half - 1} : (hir_range){0, 2 * half - 1};
}

hir_range hir_range_clip(hir_range r, hir_range to) {
    return (hir_range){r.low > to.low ? r.low : to.low, r.high < to.high ? r.high : to.high};
}

hir_range hir_range_as(hir_range r, uint32_t width, bool is_signed) {
    hir_range type = hir_type_range(width, is_signed);
    hir_wide all = type.high - type.low + 1;
    hir_wide by = r.high < type.low ? all : r.low > type.high ? -all : 0;
    return hir_range_add(&r, (hir_range){by, by}) && hir_range_in(r, type) ? r : type;
}

hir_range hir_range_with_zero(hir_range r) {
    return (hir_range){r.low < 0 ? r.low : 0, r.high > 0 ? r.high : 0};
}

bool hir_range_add(hir_range *r, hir_range by) {
    return !__builtin_add_overflow(r->low, by.low, &r->low) &&
           !__builtin_add_overflow(r->high, by.high, &r->high);
}

bool hir_range_multiply(hir_range *r, hir_wide by) {
    hir_wide x, y;
    if (__builtin_mul_overflow(r->low, by, &x) || __builtin_mul_overflow(r->high, by, &y))
        return false;
    *r = x < y ? (hir_range){x, y} : (hir_range){y, x};
    return true;
}

static hir_range blob_range(const hir_range_at *at, hir_blob b, bool is_signed, unsigned depth);

/* The smallest or greatest of several. */
static hir_range choice_range(const hir_range_at *at, const hir_blob_info *info, bool is_signed,
                              unsigned depth) {
    bool least = info->op == BLOB_SMIN || info->op == BLOB_UMIN;
    hir_range all = blob_range(at, info->operands[0], is_signed, depth);
    for (uint32_t i = 1; i < info->operand_count; i++) {
        hir_range r = blob_range(at, info->operands[i], is_signed, depth);
        all.low = (r.low < all.low) == least ? r.low : all.low;
        all.high = (r.high < all.high) == least ? r.high : all.high;
    }
    return all;
}

/* A sum, as a number that may not fit in its type. */
static bool added_range(const hir_range_at *at, const hir_blob_info *info, bool is_signed,
                        unsigned depth, hir_range *all) {
    *all = (hir_range){0, 0};
    for (uint32_t i = 0; i < info->operand_count; i++) {
        int64_t factor;
        hir_blob rest;
        hir_range r = {1, 1};
        hir_blob_split(at->h, info->operands[i], &factor, &rest);
        if (rest)
            r = blob_range(at, rest, is_signed, depth);
        if (!hir_range_multiply(&r, factor) || !hir_range_add(all, r))
            return false;
    }
    return true;
}

/* A product, in the same way. */
static bool multiplied_range(const hir_range_at *at, const hir_blob_info *info, bool is_signed,
                             unsigned depth, hir_range *all) {
    *all = (hir_range){1, 1};
    for (uint32_t i = 0; i < info->operand_count; i++) {
        hir_range r = blob_range(at, info->operands[i], is_signed, depth), low = *all, high = *all;
        if (!hir_range_multiply(&low, r.low) || !hir_range_multiply(&high, r.high))
            return false;
        *all = (hir_range){low.low < high.low ? low.low : high.low,
                           low.high > high.high ? low.high : high.high};
    }
    return true;
}

/* What an operation gives, before it is reduced to its type. */
static hir_range operation_range(const hir_range_at *at, const hir_blob_info *info, bool is_signed,
                                 unsigned depth) {
    hir_range sum;
    switch (info->op) {
    case BLOB_CONSTANT:
        return (hir_range){info->constant, info->constant};
    case BLOB_TRUNC:
        return blob_range(at, info->operands[0], is_signed, depth);
    case BLOB_ZEXT:
        return blob_range(at, info->operands[0], false, depth);
    case BLOB_SEXT:
        return blob_range(at, info->operands[0], true, depth);
    case BLOB_SMIN:
    case BLOB_SMAX:
        return choice_range(at, info, true, depth);
    case BLOB_UMIN:
    case BLOB_UMAX:
        return choice_range(at, info, false, depth);
    case BLOB_UDIV:
        return (hir_range){0, blob_range(at, info->operands[0], false, depth).high};
    case BLOB_ADD:
        if (added_range(at, info, is_signed, depth, &sum))
            return sum;
        break;
    case BLOB_MUL:
        if (multiplied_range(at, info, is_signed, depth, &sum))
            return sum;
        break;
    default:
        break;
    }
    return hir_type_range(hir_width(at->h, info->type), is_signed);
}

/* The table of blobs may grow meanwhile, so that the blob is copied. */
static hir_range blob_range(const hir_range_at *at, hir_blob b, bool is_signed, unsigned depth) {
    const hir_blob_info info = *hir_blob_at(at->h, b);
    uint32_t width = hir_width(at->h, info.type);
    if (depth == MAX_RANGE_DEPTH)
        return hir_type_range(width, is_signed);
    if (info.op == BLOB_TEMP)
        return at->temp(at->data, info.temp, is_signed);
    return hir_range_as(operation_range(at, &info, is_signed, depth + 1), width, is_signed);
}

hir_range hir_blob_range(const hir_range_at *at, hir_blob b, bool is_signed) {
    return blob_range(at, b, is_signed, 0);
}

/* The number of an iteration goes from the first one, which is 0, to the last. */
static bool add_term_range(const hir_range_at *at, const hir_term *term, bool is_signed,
                           hir_range *sum) {
    hir_range r = {!term->level, 1};
    if (term->level && (!at->last || !at->last(at->data, term->level, &r.high)))
        return false;
    if (term->blob) {
        hir_range blob = hir_blob_range(at, term->blob, is_signed);
        if (!hir_range_multiply(&blob, r.high))
            return false;
        r = term->level ? hir_range_with_zero(blob) : blob;
    }
    return hir_range_multiply(&r, term->coefficient) && hir_range_add(sum, r);
}

bool hir_sum_range(const hir_range_at *at, const CanonExpr *ce, bool is_signed, hir_range *range) {
    hir_range sum = {ce->constant, ce->constant};
    if (ce->cast != HIR_CAST_NONE || hir_width(at->h, ce->source) == 0)
        return false;
    hir_each_term (t, ce)
        if (!add_term_range(at, &t, is_signed, &sum))
            return false;
    *range = sum;
    return true;
}

typedef struct region_point {
    const hir *h;
    const HLRegion *region;
} region_point;

static hir_range range_in_region(void *data, hir_temp t, bool is_signed) {
    const region_point *p = data;
    const hir_temp_info *info = hir_temp_at(p->h, t);
    uint32_t width = hir_width(p->h, info->type);
    bool changes = info->defs && (!info->region || info->region == p->region);
    for (size_t i = 0; i < p->region->ranges.len && !changes; i++) {
        const hir_in_range *r = &p->region->ranges.at[i];
        if (r->temp == t)
            return hir_range_as((hir_range){r->low, r->high}, width, is_signed);
    }
    return hir_type_range(width, is_signed);
}

hir_range hir_region_range(hir *h, const HLRegion *region, hir_blob b) {
    region_point p = {h, region};
    return hir_blob_range(&(hir_range_at){.h = h, .temp = range_in_region, .data = &p}, b, true);
}
