/* Two loops change places.
 *
 * Nothing in the body is computed in another way than before: induction variables only change
 * their names, so what is known of references stays true. Both loops run at least once, so a bound
 * is computed in the new place if and only if it was in the old one. */
#include "hir/transform/transform.h"

typedef struct levels {
    hir *h;
    uint32_t outer, inner;
} levels;

static void trim(CanonExpr *ce) {
    while (ce->iv_count && !ce->ivs[ce->iv_count - 1].coefficient)
        ce->iv_count--;
}

static bool swap_ivs(void *data, CanonExpr *ce) {
    const levels *l = data;
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

/* Everything of a loop but what is in it and where it stands. */
static void swap_loops(HLLoop *a, HLLoop *b) {
    HLLoop old = *a;
    a->iv_type = b->iv_type;
    a->header = b->header;
    a->counted = b->counted;
    a->leaves_if_false = b->leaves_if_false;
    a->exact_bound = b->exact_bound;
    a->node.node.where = b->node.node.where;
    b->iv_type = old.iv_type;
    b->header = old.header;
    b->counted = old.counted;
    b->leaves_if_false = old.leaves_if_false;
    b->exact_bound = old.exact_bound;
    b->node.node.where = old.node.node.where;
    RegDDRef *upper = a->node.refs[0];
    hir_set_ref(&a->node, 0, b->node.refs[0]);
    hir_set_ref(&b->node, 0, upper);
}

dd_reply hir_interchange(const dd_graph *g, HLLoop *outer, HLLoop *inner) {
    levels l = {g->h, outer->level, inner->level};
    if (inner->node.node.parent != &outer->node.node)
        return hir_decline("not-nested", "one is not right inside of the other");
    dd_reply reply = dd_can_permute(g, outer, inner);
    if (!reply.yes)
        return reply;
    if (!hir_is_invariant_at(inner->node.refs[0]->subscripts[0], outer->level))
        return hir_decline("bound-varies", "how often the inner one runs depends on the outer one");
    if (!hir_rewrite_body(g->h, inner, swap_ivs, &l))
        return hir_decline("not-linear", "an expression in them cannot be written down");
    swap_loops(outer, inner);
    g->region->changed = true;
    hir_update_levels(g->h);
    return reply;
}
