/* How often a loop runs.
 *
 * For == and != with a step of 1 the number of iterations is the difference, modulo 2^width:
 * nothing needs to be proven. The other tests need that x + s*i does not wrap until the loop ends.
 * Flags prove that if the test itself looks at the flagged value: the branch on poison is
 * undefined, and it is in every iteration. */
#include "hir/build/counts.h"

bool hir_b_refuse(hir_builder *b, uint32_t loop, hir_why why, LLVMValueRef at) {
    hir_loop_facts *f = &b->facts[loop];
    if (!f->refusal) {
        f->refusal = why;
        f->blamed = at;
    }
    return false;
}

/* (to - from - less) / by, unsigned, as the number of the last iteration. */
static CanonExpr *distance(hir_builder *b, const CanonExpr *from, const CanonExpr *to, int64_t less,
                           int64_t by) {
    CanonExpr *ce = hir_canon_copy(b->h, to), *minus = hir_canon_copy(b->h, from);
    bool done = ce && minus && hir_canon_negate(b->h, minus) && hir_canon_add(b->h, ce, minus) &&
                hir_b_add_constant(b, ce, -less) &&
                (by == 1 || hir_canon_divide_by(b->h, ce, by, false));
    return done ? ce : NULL;
}

static bool all_divisible(const CanonExpr *ce, int64_t by) {
    bool all = ce->constant % by == 0;
    hir_each_term (t, ce)
        all &= t.coefficient % by == 0;
    return all;
}

/* x * inverse_of(x) = 1 modulo 2^64, for odd x. Each round doubles the bits that are right. */
static int64_t inverse_of(int64_t x) {
    uint64_t odd = (uint64_t)x, other = odd;
    for (int i = 0; i < 6; i++)
        other *= 2 - odd * other;
    return (int64_t)other;
}

/* Until moving == bound. Whether it ever is, is clear for odd steps, which reach every number; and
 * for others if moving does not wrap (it would run into poison, if nothing else ended the loop), or
 * if modulo 2^width the step divides the distance. */
static CanonExpr *count_until_equal(hir_builder *b, const hir_exit_test *t) {
    int64_t by = t->step < 0 ? -t->step : t->step;
    const CanonExpr *from = t->step < 0 ? t->bound : t->before;
    const CanonExpr *to = t->step < 0 ? t->before : t->bound;
    CanonExpr *whole = distance(b, from, to, by, 1);
    if (by == 1 || !whole)
        return whole;
    bool power = (by & (by - 1)) == 0;
    bool arrives = (t->moving.nsw || t->moving.nuw) && hir_b_is_left_here_only(b, t);
    if (arrives || (power && all_divisible(whole, by)))
        return distance(b, from, to, by, by);
    if (by % 2 && hir_canon_multiply_by(b->h, whole, inverse_of(by)))
        return whole;
    hir_b_refuse(b, t->loop, HIR_WHY_MAY_MISS_BOUND, NULL);
    return NULL;
}

/* Whether the value that ends the loop does not wrap, whatever it starts from below the bound. */
static bool ends_in_type(hir_builder *b, const hir_exit_test *t, hir_wide by) {
    bool is_signed = hir_is_signed_predicate(t->goes_on),
         strict = hir_is_strict_predicate(t->goes_on);
    hir_range bound, type = hir_type_range(hir_width(b->h, t->bound->dest), is_signed);
    if (t->bound->denominator != 1 || !hir_b_sum_range(b, t->bound, is_signed, t->block, &bound) ||
        !hir_range_in(bound, type))
        return false;
    if (hir_is_less_predicate(t->goes_on))
        return bound.high + by - strict <= type.high;
    return bound.low - by + strict >= type.low;
}

/* (high - low - less) / by for low = from and high = to, or the other way round going down. */
static CanonExpr *directed(hir_builder *b, const hir_exit_test *t, const CanonExpr *from,
                           const CanonExpr *to, int64_t less, int64_t by) {
    return hir_is_less_predicate(t->goes_on) ? distance(b, from, to, less, by)
                                             : distance(b, to, from, less, by);
}

static bool is_beyond(hir_builder *b, const hir_exit_test *t, const CanonExpr *from, bool strict) {
    bool up = hir_is_less_predicate(t->goes_on);
    return hir_b_is_less(b, up ? from : t->bound, up ? t->bound : from,
                         hir_is_signed_predicate(t->goes_on), strict,
                         b->loops->loops[t->loop].header);
}

/* The greater (or smaller, going down) of bound and another value, which does not wrap. */
static CanonExpr *bound_beyond(hir_builder *b, const hir_exit_test *t, const CanonExpr *from,
                               int64_t plus) {
    bool is_signed = hir_is_signed_predicate(t->goes_on), up = hir_is_less_predicate(t->goes_on);
    hir_blob_op op = up ? (is_signed ? BLOB_SMAX : BLOB_UMAX) : (is_signed ? BLOB_SMIN : BLOB_UMIN);
    CanonExpr *least = hir_canon_copy(b->h, from);
    if (!least || !hir_b_add_constant(b, least, up ? plus : -plus))
        return NULL;
    hir_blob bound = hir_canon_as_blob(b->h, t->bound), other = hir_canon_as_blob(b->h, least);
    return hir_canon_blob(b->h, hir_blob_of_two(b->h, op, t->bound->dest, bound, other));
}

static CanonExpr *refuse_count(hir_builder *b, const hir_exit_test *t, hir_why why) {
    hir_b_refuse(b, t->loop, why, NULL);
    return NULL;
}

static CanonExpr *may_not_start(hir_builder *b, const hir_exit_test *t) {
    return refuse_count(b, t, HIR_WHY_MAY_NOT_START);
}

/* By steps of 1 until the bound is reached, which is always: max(bound, first) - first. */
static CanonExpr *count_single_steps(hir_builder *b, const hir_exit_test *t) {
    if (is_beyond(b, t, t->before, true) || is_beyond(b, t, t->first, false))
        return directed(b, t, t->first, t->bound, 0, 1);
    CanonExpr *beyond = bound_beyond(b, t, t->first, 0);
    return beyond ? directed(b, t, t->first, beyond, 0, 1) : may_not_start(b, t);
}

static bool is_flagged(const hir_exit_test *t) {
    return (hir_is_signed_predicate(t->goes_on) ? t->moving.nsw : t->moving.nuw) && t->exact_before;
}

/* The same from `first` on, which may be less than a step away from the end of the type:
 * (max(bound, first) - first + by - 1) / by, for a bound that is that far from the other end. */
static CanonExpr *count_from_first(hir_builder *b, const hir_exit_test *t, int64_t by) {
    CanonExpr *to = is_beyond(b, t, t->first, false) ? t->bound : bound_beyond(b, t, t->first, 0);
    return to ? directed(b, t, t->first, to, 1 - by, by) : may_not_start(b, t);
}

/* (bound - before - strict) / by, if bound is beyond `before`. */
static CanonExpr *count_steps(hir_builder *b, const hir_exit_test *t, bool strict, int64_t by) {
    bool ends = ends_in_type(b, t, by), beyond = is_beyond(b, t, t->before, strict);
    bool exact = is_flagged(t) || (ends && (beyond || t->exact_before));
    if (!exact && ends && strict)
        return count_from_first(b, t, by);
    if (!exact)
        return refuse_count(b, t, HIR_WHY_MAY_WRAP);
    if (beyond)
        return directed(b, t, t->before, t->bound, strict, by);
    CanonExpr *other = bound_beyond(b, t, t->before, strict);
    return other ? directed(b, t, t->before, other, strict, by) : may_not_start(b, t);
}

static CanonExpr *count_relational(hir_builder *b, const hir_exit_test *t) {
    int64_t by = t->step < 0 ? -t->step : t->step;
    bool strict = hir_is_strict_predicate(t->goes_on);
    if (hir_is_less_predicate(t->goes_on) != (t->step > 0))
        return refuse_count(b, t, HIR_WHY_COUNTS_AWAY);
    return strict && by == 1 ? count_single_steps(b, t) : count_steps(b, t, strict, by);
}

/* How far the exit test gets in each iteration, as a positive number; NULL if that cannot be
 * represented. */
static CanonExpr *stride(hir_builder *b, const hir_exit_test *t) {
    CanonExpr *ce = hir_canon_constant(b->h, t->bound->dest, 0);
    int64_t by = hir_is_less_predicate(t->goes_on) ? t->step : -t->step;
    return ce && hir_canon_add_blob(b->h, ce, by, t->factor) ? ce : NULL;
}

/* Whether the factor is known to have the sign that leads to the bound. */
static bool leads_to_bound(hir_builder *b, const hir_exit_test *t) {
    CanonExpr *zero = hir_canon_constant(b->h, t->bound->dest, 0);
    CanonExpr *factor = hir_canon_blob(b->h, t->factor);
    uint32_t header = b->loops->loops[t->loop].header;
    bool unsigned_steps = !hir_is_signed_predicate(t->goes_on) && !t->is_pointer;
    if (!zero || !factor)
        return false;
    if ((t->step > 0) != hir_is_less_predicate(t->goes_on))
        return !unsigned_steps && hir_b_is_less(b, factor, zero, true, true, header);
    return hir_b_is_less(b, zero, factor, true, true, header) ||
           (unsigned_steps && hir_b_is_less(b, zero, factor, false, true, header));
}

/* Whether any other sign would be undefined. The first test is beyond the start, and nothing else
 * ends the loop: a step away from the bound would go on until the value is poison, and a step of 0
 * forever. */
static bool must_lead_to_bound(hir_builder *b, const hir_exit_test *t) {
    bool can_be_negative = hir_is_signed_predicate(t->goes_on) || t->is_pointer;
    return is_beyond(b, t, t->before, hir_is_strict_predicate(t->goes_on)) &&
           (can_be_negative || (t->step > 0) == hir_is_less_predicate(t->goes_on)) &&
           hir_b_is_left_here_only(b, t) && hir_b_makes_progress(b, t->loop);
}

/* Whether the stride cannot carry what is below the bound out of the type. */
static bool stays_in_type(hir_builder *b, const hir_exit_test *t, const CanonExpr *by) {
    bool is_signed = hir_is_signed_predicate(t->goes_on);
    hir_range r, type = hir_type_range(hir_width(b->h, by->dest), is_signed);
    return !t->is_pointer &&
           hir_b_sum_range(b, by, is_signed, b->loops->loops[t->loop].header, &r) &&
           hir_range_in(r, type) && ends_in_type(b, t, r.high);
}

/* high / by, unsigned, both without IVs. */
static CanonExpr *quotient(hir_builder *b, const CanonExpr *high, const CanonExpr *by) {
    hir_blob x = hir_canon_as_blob(b->h, high), y = hir_canon_as_blob(b->h, by);
    return hir_canon_blob(b->h, hir_blob_of_two(b->h, BLOB_UDIV, high->dest, x, y));
}

/* As count_steps, by a stride that is known before the loop only. Both `before` and `first` are
 * numbers of the type, so the stride is one of as many bits without a sign. */
static CanonExpr *count_by_factor(hir_builder *b, const hir_exit_test *t) {
    bool strict = hir_is_strict_predicate(t->goes_on), beyond = is_beyond(b, t, t->before, strict);
    CanonExpr *by = stride(b, t);
    if (!by)
        return NULL;
    if (!leads_to_bound(b, t) && !(is_flagged(t) && must_lead_to_bound(b, t)))
        return refuse_count(b, t, HIR_WHY_STEP_UNKNOWN);
    if (!is_flagged(t) && !(stays_in_type(b, t, by) && (beyond || t->exact_before)))
        return refuse_count(b, t, HIR_WHY_MAY_WRAP);
    CanonExpr *to = beyond ? t->bound : bound_beyond(b, t, t->before, strict);
    if (!to)
        return may_not_start(b, t);
    CanonExpr *whole = directed(b, t, t->before, to, strict, 1);
    return whole ? quotient(b, whole, by) : NULL;
}

/* Whether steps of at most 1 each, taken while one side is less than the other, cannot wrap. */
static bool meets_in_type(const hir_exit_test *t) {
    int64_t near = hir_is_less_predicate(t->goes_on) ? t->step : -t->step;
    int64_t far = hir_is_less_predicate(t->goes_on) ? -t->bound_step : t->bound_step;
    return near >= 0 && near <= 1 && far >= 0 && far <= 1;
}

/* Two numbers that move: left + a*i < right + c*i is left + (a - c)*i < right. */
static CanonExpr *count_until_met(hir_builder *b, const hir_exit_test *t) {
    bool strict = hir_is_strict_predicate(t->goes_on), up = hir_is_less_predicate(t->goes_on);
    hir_range type = hir_type_range(hir_width(b->h, t->bound->dest), true);
    hir_wide by = (hir_wide)t->step - t->bound_step;
    if ((up ? by : -by) <= 0)
        return refuse_count(b, t, HIR_WHY_COUNTS_AWAY);
    by = up ? by : -by;
    if (by > type.high)
        return NULL;
    bool beyond = is_beyond(b, t, t->before, strict);
    if (!is_flagged(t) && !(strict && beyond && meets_in_type(t)))
        return refuse_count(b, t, HIR_WHY_MAY_WRAP);
    bool has_next = !strict || (t->step != 0 && (t->step > 0) == up);
    CanonExpr *to = beyond ? t->bound : has_next ? bound_beyond(b, t, t->before, strict) : NULL;
    return to ? directed(b, t, t->before, to, strict, (int64_t)by) : may_not_start(b, t);
}

static CanonExpr *count_moving(hir_builder *b, const hir_exit_test *t) {
    if (t->bound_step)
        return count_until_met(b, t);
    return t->factor ? count_by_factor(b, t) : count_relational(b, t);
}

CanonExpr *hir_b_count(hir_builder *b, const hir_exit_test *t) {
    CanonExpr *upper = NULL;
    if (t->goes_on == LLVMIntNE && (t->bound_step || t->factor))
        hir_b_refuse(b, t->loop, HIR_WHY_MAY_MISS_BOUND, NULL);
    else if (t->goes_on == LLVMIntNE)
        upper = count_until_equal(b, t);
    else if (t->goes_on != LLVMIntEQ)
        upper = count_moving(b, t);
    if (!upper)
        hir_b_refuse(b, t->loop, HIR_WHY_COUNT_NOT_LINEAR, NULL);
    return upper;
}
