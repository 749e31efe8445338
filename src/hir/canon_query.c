/* Questions about canonical expressions that change nothing: equality, which induction variables
 * and blobs occur, and with which coefficients. canon.c builds and changes them. */
#include "hir/canon.h"

bool hir_canon_cast_fits(const hir *h, const CanonExpr *ce) {
    uint32_t from = hir_width(h, ce->source), to = hir_width(h, ce->dest);
    switch (ce->cast) {
    case HIR_CAST_NONE:
        return ce->source == ce->dest;
    case HIR_CAST_TRUNC:
        return from > to && to;
    default:
        return from && from < to;
    }
}

bool hir_canon_mergeable(const CanonExpr *a, const CanonExpr *b) {
    return a->source == b->source && a->dest == b->dest && a->cast == b->cast &&
           a->denominator == 1 && b->denominator == 1;
}

bool hir_canon_equal(const CanonExpr *a, const CanonExpr *b) {
    if (a->source != b->source || a->dest != b->dest || a->cast != b->cast ||
        a->iv_count != b->iv_count || a->blob_count != b->blob_count ||
        a->constant != b->constant || a->denominator != b->denominator ||
        (a->denominator > 1 && a->is_signed != b->is_signed))
        return false;
    for (uint32_t i = 0; i < a->iv_count; i++)
        if (a->ivs[i].coefficient != b->ivs[i].coefficient || a->ivs[i].blob != b->ivs[i].blob)
            return false;
    for (uint32_t i = 0; i < a->blob_count; i++)
        if (a->blobs[i].coefficient != b->blobs[i].coefficient ||
            a->blobs[i].blob != b->blobs[i].blob)
            return false;
    return true;
}

bool hir_next_term(const CanonExpr *ce, hir_term *t) {
    while (t->next < ce->iv_count && !ce->ivs[t->next].coefficient)
        t->next++;
    if (t->next >= ce->iv_count + ce->blob_count)
        return false;
    bool iv = t->next < ce->iv_count;
    const hir_iv_term *own = iv ? &ce->ivs[t->next] : &ce->blobs[t->next - ce->iv_count];
    t->next++;
    t->level = iv ? t->next : 0;
    t->coefficient = own->coefficient;
    t->blob = own->blob;
    return true;
}

bool hir_has_iv(const CanonExpr *ce, uint32_t level) {
    return hir_iv_at(ce, level).coefficient != 0;
}

hir_iv_term hir_iv_at(const CanonExpr *ce, uint32_t level) {
    return level >= 1 && level <= ce->iv_count ? ce->ivs[level - 1] : (hir_iv_term){0};
}

static uint32_t integer_width(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
}

bool hir_is_constant(const CanonExpr *ce, int64_t *value) {
    if (ce->iv_count || ce->blob_count)
        return false;
    uint64_t bits = (uint64_t)ce->constant;
    uint32_t width = integer_width(ce->source);
    if (ce->denominator > 1)
        bits = hir_quotient(bits, (uint64_t)ce->denominator, ce->is_signed, width);
    if (ce->cast == HIR_CAST_SEXT)
        bits = (uint64_t)hir_sign_extend(bits, width);
    else if (ce->cast == HIR_CAST_ZEXT)
        bits = hir_zero_extend(bits, width);
    uint32_t dest = integer_width(ce->dest);
    *value = dest == 1 ? (int64_t)(bits & 1) : hir_sign_extend(bits, dest);
    return true;
}

hir_blob hir_only_blob(const CanonExpr *ce) {
    bool only = !ce->iv_count && ce->blob_count == 1 && !ce->constant;
    return only && ce->blobs[0].coefficient == 1 ? ce->blobs[0].blob : 0;
}

bool hir_is_simple(const CanonExpr *ce) {
    return hir_only_blob(ce) || (!ce->iv_count && !ce->blob_count);
}

bool hir_is_self_blob(const hir *h, const CanonExpr *ce) {
    return hir_canon_is_plain(ce) && hir_is_temp_blob(h, hir_only_blob(ce));
}

bool hir_is_linear_at(const CanonExpr *ce, uint32_t level) {
    return ce->defined_at < level;
}

bool hir_is_invariant_at(const CanonExpr *ce, uint32_t level) {
    return !hir_has_iv(ce, level) && ce->defined_at < level;
}

void hir_canon_update_level(const hir *h, CanonExpr *ce, const HLRegion *region) {
    ce->defined_at = 0;
    hir_each_term (t, ce) {
        uint32_t level = hir_blob_level(h, t.blob, region);
        ce->defined_at = level > ce->defined_at ? level : ce->defined_at;
    }
}

void hir_canon_collect_temp_blobs(const hir *h, const CanonExpr *ce, hir_blob_list *out) {
    hir_each_term (t, ce)
        hir_collect_temp_blobs(h, t.blob, out);
}

uint64_t hir_canon_value(const hir *h, const CanonExpr *ce, const hir_point *at) {
    uint32_t width = hir_width(h, ce->source);
    uint64_t sum = (uint64_t)ce->constant;
    hir_each_term (t, ce)
        sum += (uint64_t)t.coefficient * (t.level ? at->iterations[t.level - 1] : 1) *
               (t.blob ? hir_blob_value(h, t.blob, at->temp, at->data) : 1);
    if (ce->denominator > 1)
        sum = hir_quotient(sum, (uint64_t)ce->denominator, ce->is_signed, width);
    if (ce->cast == HIR_CAST_SEXT)
        sum = (uint64_t)hir_sign_extend(sum, width);
    else
        sum = hir_zero_extend(sum, width);
    return hir_zero_extend(sum, hir_width(h, ce->dest));
}
