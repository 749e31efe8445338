/* Two loops are interchanged.
 *
 * Nothing in the body is computed in another way than before: induction variables only change
 * their names, so what is known of references stays true. Both loops run at least once, so a bound
 * is computed in the new position if and only if it was in the old one.
 *
 * Two triangles are known: i = 0 … U, j = 0 … U - i, which is the same the other way round; and
 * i = 0 … U, j = 0 … i, for which i starts at j then: it is j + i', with i' = 0 … U - j. */
#include "hir/dd/sums.h"
#include "hir/transform/transform.h"

typedef enum shape { RECTANGLE, TRIANGLE_DOWN, TRIANGLE_UP, OTHER } shape;

typedef struct levels {
    hir *h;
    uint32_t outer, inner;
    shape shape;
} levels;

static void trim(CanonExpr *ce) {
    while (ce->iv_count && !ce->ivs[ce->iv_count - 1].coefficient)
        ce->iv_count--;
}

/* What was i, and is i' at the inner level now, is j + i'. If all products are with constants, they
 * are not larger than before, and their sum is the same. */
static bool start_at_outer(const levels *l, CanonExpr *ce) {
    bool exact = ce->exact && !hir_iv_at(ce, l->outer).blob && !hir_iv_at(ce, l->inner).blob;
    if (!hir_has_iv(ce, l->inner))
        return true;
    CanonExpr *with = hir_canon_iv(l->h, ce->source, l->inner);
    if (!with || !hir_canon_add_iv(l->h, with, l->outer, 1, 0) ||
        !hir_canon_substitute(l->h, ce, l->inner, with))
        return false;
    ce->exact = exact;
    return true;
}

static bool swap_ivs(const levels *l, CanonExpr *ce) {
    hir_iv_term outer = hir_iv_at(ce, l->outer), inner = hir_iv_at(ce, l->inner);
    bool exact = ce->exact;
    if (!outer.coefficient && !inner.coefficient)
        return true;
    if (ce->iv_count < l->inner &&
        !hir_canon_add_iv(l->h, ce, l->inner, outer.coefficient, outer.blob))
        return false;
    ce->ivs[l->outer - 1] = inner;
    ce->ivs[l->inner - 1] = outer;
    ce->exact = exact;
    trim(ce);
    return true;
}

static bool rewrite(void *data, CanonExpr *ce) {
    const levels *l = data;
    return swap_ivs(l, ce) && (l->shape != TRIANGLE_UP || start_at_outer(l, ce));
}

/* The bound of the inner loop, without what depends on the outer one; NULL without memory. */
static CanonExpr *rest_of_bound(const levels *l, const CanonExpr *bound, int64_t coefficient) {
    CanonExpr *rest = hir_canon_copy(l->h, bound);
    return rest && hir_canon_add_iv(l->h, rest, l->outer, -coefficient, 0) ? rest : NULL;
}

/* Whether the bound is not negative, as a signed number, whenever the loop is entered. */
static bool has_natural_bound(const dd_graph *g, HLLoop *loop) {
    dd_region r;
    dd_form f;
    if (hir_loop_is(loop, LOOP_EXACT_BOUND))
        return true;
    dd_region_init(&r, g->h, g->region, false);
    const dd_domain *d = r.wild ? NULL : dd_domain_of(&r, &loop->node.node);
    bool proven = d && dd_value_form(&r, hir_upper(loop), d, &f) && dd_is_natural_form(&r, d, &f);
    dd_region_free(&r);
    return proven;
}

static shape shape_of(const dd_graph *g, const levels *l, HLLoop *outer, HLLoop *inner) {
    const CanonExpr *upper = hir_upper(outer);
    const CanonExpr *bound = hir_upper(inner);
    hir_iv_term term = hir_iv_at(bound, l->outer);
    int64_t value;
    if (hir_is_invariant_at(bound, l->outer))
        return RECTANGLE;
    if (bound->defined_at >= l->outer || upper->defined_at >= l->outer || term.blob ||
        upper->cast || bound->cast || upper->denominator != 1 || bound->denominator != 1 ||
        outer->iv_type != inner->iv_type || upper->source != bound->source ||
        !has_natural_bound(g, outer) || !has_natural_bound(g, inner))
        return OTHER;
    const CanonExpr *rest = rest_of_bound(l, bound, term.coefficient);
    if (rest && term.coefficient == -1 && hir_canon_equal(rest, upper))
        return TRIANGLE_DOWN;
    if (rest && term.coefficient == 1 && hir_is_constant(rest, &value) && value == 0)
        return TRIANGLE_UP;
    return OTHER;
}

/* U - j, where j is the outer one's. */
static RegDDRef *triangle_bound(const levels *l, const HLLoop *outer) {
    RegDDRef *ref = hir_ref_copy(l->h, outer->node.refs[0]);
    bool done = ref && hir_canon_add_iv(l->h, ref->subscripts[0], l->outer, -1, 0);
    return done ? ref : NULL;
}

/* Iterations of both are mixed. */
static void join_states(HLLoop *a, HLLoop *b) {
    bool progress = hir_loop_is(a, LOOP_MUST_PROGRESS) && hir_loop_is(b, LOOP_MUST_PROGRESS);
    HLLoop *loops[] = {a, b};
    for (int i = 0; i < 2; i++) {
        hir_loop_set(loops[i], LOOP_OTHER_BODY, true);
        hir_loop_set(loops[i], LOOP_MUST_PROGRESS, progress);
    }
}

/* Everything of a loop but what is in it, where it is, and its bound. */
static void swap_loops(HLLoop *a, HLLoop *b) {
    HLLoop old = *a;
    hir_loop_take_source(a, b);
    hir_loop_take_source(b, &old);
    join_states(a, b);
}

static void swap_bounds(HLLoop *a, HLLoop *b) {
    bool exact = hir_loop_is(a, LOOP_EXACT_BOUND);
    RegDDRef *upper = a->node.refs[0];
    hir_loop_set(a, LOOP_EXACT_BOUND, hir_loop_is(b, LOOP_EXACT_BOUND));
    hir_loop_set(b, LOOP_EXACT_BOUND, exact);
    hir_set_ref(&a->node, 0, b->node.refs[0]);
    hir_set_ref(&b->node, 0, upper);
}

/* If U does not wrap, U - j does not, for j = 0 … U. The bound is NULL if that is what it was. */
static void set_triangle(const HLLoop *outer, HLLoop *inner, RegDDRef *bound) {
    if (bound) {
        hir_set_ref(&inner->node, 0, bound);
        hir_loop_set(inner, LOOP_EXACT_BOUND, false);
    }
    inner->state |= outer->state & LOOP_EXACT_BOUND;
    hir_upper(inner)->exact |= hir_loop_is(outer, LOOP_EXACT_BOUND);
}

dd_reply hir_interchange(const dd_graph *g, HLLoop *outer, HLLoop *inner) {
    levels l = {.h = g->h, .outer = outer->level, .inner = inner->level};
    if (inner->node.node.parent != &outer->node.node)
        return hir_decline(HIR_WHY_NOT_DIRECTLY_NESTED);
    dd_reply reply = dd_can_permute(g, outer, inner);
    if (!reply.yes)
        return reply;
    l.shape = shape_of(g, &l, outer, inner);
    RegDDRef *bound = l.shape == TRIANGLE_UP ? triangle_bound(&l, outer) : NULL;
    if (l.shape == OTHER || (l.shape == TRIANGLE_UP && !bound))
        return hir_decline(HIR_WHY_BOUND_OF_INNER);
    if (!hir_rewrite_body(g->h, inner, rewrite, &l))
        return hir_decline(HIR_WHY_NOT_LINEAR);
    dd_reorder_sums(g, outer);
    swap_loops(outer, inner);
    if (l.shape == TRIANGLE_UP)
        hir_loop_set(inner, LOOP_OTHER_COUNT, true);
    if (l.shape == RECTANGLE)
        swap_bounds(outer, inner);
    else
        set_triangle(outer, inner, bound);
    hir_note_change(g);
    return reply;
}
