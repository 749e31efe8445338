/* An if in a loop that always decides the same, as the loops and ifs around it prove, gives way to
 * what it leads to. */
#include "hir/predicate.h"
#include "hir/transform/transform.h"

/* Whether a < b, or a <= b, wherever the domain holds. */
static bool is_less(const dd_region *r, const dd_domain *d, const dd_form *a, const dd_form *b,
                    bool or_equal) {
    dd_form difference = *b, one = dd_form_constant(1);
    if (!dd_form_add(&difference, a, -1) || (!or_equal && !dd_form_add(&difference, &one, -1)))
        return false;
    return dd_is_natural_form(r, d, &difference);
}

typedef struct sides {
    dd_form left, right;
} sides;

static bool holds(const dd_region *r, const dd_domain *d, const sides *s, LLVMIntPredicate p) {
    const dd_form *a = &s->left, *b = &s->right;
    if (hir_is_equality(p)) {
        bool below = is_less(r, d, a, b, p == LLVMIntEQ),
             above = is_less(r, d, b, a, p == LLVMIntEQ);
        return p == LLVMIntEQ ? below && above : below || above;
    }
    return hir_is_less_predicate(p) ? is_less(r, d, a, b, !hir_is_strict_predicate(p))
                                    : is_less(r, d, b, a, !hir_is_strict_predicate(p));
}

static bool read_sides(dd_region *r, const dd_domain *d, const HLIf *branch, sides *s) {
    dd_form *forms[] = {&s->left, &s->right};
    for (uint32_t i = 0; i < 2; i++) {
        const RegDDRef *ref = branch->node.refs[i];
        if (ref->kind != REF_SCALAR || !dd_value_form(r, ref->subscripts[0], d, forms[i]) ||
            (!hir_is_signed_predicate(branch->predicate) && !dd_is_natural_form(r, d, forms[i])))
            return false;
    }
    return true;
}

/* The list that it always leads to; NULL if that is not known. */
static hir_list *only_way(const dd_graph *g, dd_region *r, HLIf *branch) {
    const dd_domain *d = dd_domain_of(r, &branch->node.node);
    sides s;
    if (g->options.assume_decided)
        return &branch->then_body;
    if (branch->is_float || !d || !read_sides(r, d, branch, &s))
        return NULL;
    if (holds(r, d, &s, branch->predicate))
        return &branch->then_body;
    return holds(r, d, &s, hir_inverse_predicate(branch->predicate)) ? &branch->else_body : NULL;
}

static void replace(HLIf *branch, hir_list *by) {
    for (HLNode *node = by->first, *next; node; node = next) {
        next = node->next;
        hir_unlink(node);
        hir_insert_before(&branch->node.node, node);
    }
    hir_unlink(&branch->node.node);
}

static dd_reply drop_one(const dd_graph *g, dd_region *r, HLLoop *loop) {
    bool any = false;
    for (HLNode *node = loop->body.first; node && ctx_ok(g->h->ctx); node = node->next) {
        HLIf *branch = node->kind == HL_IF ? (HLIf *)node : NULL;
        any |= branch != NULL;
        hir_list *way = branch ? only_way(g, r, branch) : NULL;
        if (!way || hir_is_crossed(g->region, &branch->then_body) ||
            hir_is_crossed(g->region, &branch->else_body))
            continue;
        replace(branch, way);
        hir_note_change(g);
        return dd_yes();
    }
    return any ? hir_decline(HIR_WHY_GUARD_NOT_IMPLIED) : hir_decline(HIR_WHY_NO_GUARD);
}

dd_reply hir_drop_if(const dd_graph *g, HLLoop *loop) {
    dd_region r;
    dd_region_init(&r, g->h, g->region, false);
    dd_reply reply = r.wild ? hir_decline(HIR_WHY_JUMPS_BACK) : drop_one(g, &r, loop);
    dd_region_free(&r);
    return reply;
}
