/* Comparisons of sums in which the induction variable of an outer loop is: it is at least 0, and at
 * most that loop's upper bound. */
#include "hir/build/builder.h"

/* sext(x) as zext(x) if x is not negative, so that what is extended either way is the same. */
typedef struct place {
    hir_builder *b;
    uint32_t block;
} place;

static hir_blob with_zeros(void *data, hir_blob blob) {
    const place *at = data;
    hir_builder *b = at->b;
    const hir_blob_info info = *hir_blob_at(b->h, blob);
    hir_range r;
    if (info.op != BLOB_SEXT)
        return blob;
    CanonExpr *inside = hir_canon_blob(b->h, info.operands[0]);
    if (!inside || !hir_b_sum_range(b, inside, true, at->block, &r) || r.low < 0)
        return blob;
    return hir_blob_make(b->h, BLOB_ZEXT, info.type, info.operands, 1);
}

static CanonExpr *sum_with_zeros(hir_builder *b, const CanonExpr *ce, uint32_t block) {
    return hir_canon_is_plain(ce)
               ? hir_canon_with(b->h, ce, ce->source, with_zeros, &(place){b, block})
               : NULL;
}

/* Whether high and low, neither of which wraps, differ by a constant: as numbers, by *by. */
static bool is_shifted_sum(hir_builder *b, const CanonExpr *high, const CanonExpr *low,
                           hir_wide *by) {
    int64_t ignored;
    CanonExpr *rest = hir_canon_copy(b->h, low);
    if (!rest || !hir_canon_negate(b->h, rest) || !hir_canon_add(b->h, rest, high) ||
        !hir_is_constant(rest, &ignored))
        return false;
    *by = (hir_wide)high->constant - low->constant;
    return true;
}

/* The loop of the only IV in ce; IR_NONE if there is not one, or it is multiplied by something. */
static uint32_t single_loop(const hir_builder *b, const CanonExpr *ce, uint32_t block) {
    hir_iv_term last = hir_iv_at(ce, ce->iv_count);
    if (!hir_canon_is_plain(ce) || last.coefficient != 1 || last.blob)
        return IR_NONE;
    for (uint32_t level = 1; level < ce->iv_count; level++)
        if (hir_has_iv(ce, level))
            return IR_NONE;
    return hir_b_loop_at_level(b, ce->iv_count, block);
}

/* left = i + start, where 0 <= i <= upper = last - start and start <= last: it is at most last. A
 * loop from the first to the last iteration that a thread is to run is one. */
static bool is_below_last(hir_builder *b, const CanonExpr *left, const CanonExpr *right,
                          bool is_signed, bool strict, uint32_t block) {
    uint32_t loop = left->iv_count && block != IR_NONE ? single_loop(b, left, block) : IR_NONE;
    const CanonExpr *upper = loop == IR_NONE ? NULL : b->facts[loop].upper;
    uint32_t width = hir_width(b->h, left->dest);
    if (!upper || !left->blob_count || upper->dest != left->dest || right->dest != left->dest ||
        !hir_canon_is_plain(upper))
        return false;
    CanonExpr *start = hir_canon_copy(b->h, left), *last = hir_canon_copy(b->h, upper);
    hir_range s, l, r, type = hir_type_range(width, is_signed);
    if (!start || !last || !hir_canon_add_iv(b->h, start, left->iv_count, -1, 0) ||
        !hir_canon_add(b->h, last, start) || start->iv_count || last->iv_count ||
        !hir_b_sum_range(b, start, is_signed, block, &s) || !hir_range_in(s, type) ||
        !hir_b_sum_range(b, last, is_signed, block, &l) || !hir_range_in(l, type) ||
        !hir_b_sum_range(b, right, is_signed, block, &r) || !hir_range_in(r, type) ||
        !hir_b_is_less(b, start, last, is_signed, false, b->loops->loops[loop].header))
        return false;
    hir_wide by;
    return l.high + strict <= r.low || (is_shifted_sum(b, right, last, &by) && strict <= by);
}

/* left = i + c, where 0 <= i <= upper = right - d: it is less than right if c < d. */
static bool is_below_upper(hir_builder *b, const CanonExpr *left, const CanonExpr *right,
                           bool is_signed, bool strict, uint32_t block) {
    bool is_alone = left->iv_count && !left->blob_count && block != IR_NONE;
    uint32_t loop = is_alone ? single_loop(b, left, block) : IR_NONE;
    const CanonExpr *bound = loop == IR_NONE ? NULL : b->facts[loop].upper;
    uint32_t width = hir_width(b->h, left->dest);
    if (!bound || hir_width(b->h, bound->dest) != width || hir_width(b->h, right->dest) != width)
        return false;
    CanonExpr *upper = sum_with_zeros(b, bound, block), *high = sum_with_zeros(b, right, block);
    hir_range u, h, type = hir_type_range(width, is_signed);
    hir_wide by;
    if (!upper || !high || !hir_b_sum_range(b, upper, is_signed, block, &u) ||
        !hir_b_sum_range(b, high, is_signed, block, &h) || !hir_range_in(u, type) ||
        !hir_range_in(h, type) || u.low < 0 || !is_shifted_sum(b, high, upper, &by))
        return false;
    return (is_signed || left->constant >= 0) && left->constant + strict <= by;
}

bool hir_b_is_below_outer_bound(hir_builder *b, const CanonExpr *left, const CanonExpr *right,
                                bool is_signed, bool strict, uint32_t block) {
    return is_below_upper(b, left, right, is_signed, strict, block) ||
           is_below_last(b, left, right, is_signed, strict, block);
}

CanonExpr *hir_b_sum_in_type(hir_builder *b, const CanonExpr *ce, LLVMTypeRef type,
                             bool type_is_signed, bool is_signed, uint32_t block) {
    hir_range r;
    if (!hir_canon_is_plain(ce) || ce->blob_count ||
        !hir_b_sum_range(b, ce, is_signed, block, &r) ||
        !hir_range_in(r, hir_type_range(hir_width(b->h, type), type_is_signed)))
        return NULL;
    return hir_canon_with(b->h, ce, type, NULL, NULL);
}
