/* What an innermost loop could have in registers, if it were known that its stores do not change
 * it. LLVM knows that of different objects; of locations in one array only dependences say it. */
#include "hir/optimize/optimizer.h"
#include "hir/transform/loop_parts.h"

enum { MAX_ACCESSES = 200 };

/* Loop-invariant locations, and those that an iteration uses again. */
typedef struct hidden {
    bool stays, again;
} hidden;

static bool stays(const RegDDRef *ref, uint32_t level) {
    bool fixed = hir_is_invariant_at(ref->base, level);
    for (uint32_t d = 0; d < ref->dimensions; d++)
        fixed &= hir_is_invariant_at(ref->subscripts[d], level);
    return fixed;
}

/* Constants are what LLVM can compare, too. */
static bool differ_by_constants(const RegDDRef *a, const RegDDRef *b) {
    if (a->type != b->type || a->dimensions != b->dimensions)
        return false;
    for (uint32_t d = 0; d < a->dimensions; d++) {
        CanonExpr same = *b->subscripts[d];
        same.constant = a->subscripts[d]->constant;
        if (a->strides[d] != b->strides[d] || !hir_canon_equal(a->subscripts[d], &same))
            return false;
    }
    return true;
}

/* Whether one of them may change what the other one reads, for all that LLVM knows. */
static bool is_disturbed(const hir_access *a, const hir_access *b) {
    return (a->writes || b->writes) && hir_canon_equal(a->ref->base, b->ref->base) &&
           !differ_by_constants(a->ref, b->ref);
}

static void look_at(const hir_access_list *all, size_t i, uint32_t level, hidden *found) {
    const hir_access *a = &all->at[i];
    bool fixed = stays(a->ref, level), disturbed = false, again = false;
    for (size_t k = 0; k < all->len; k++) {
        disturbed |= is_disturbed(a, &all->at[k]);
        again |= k > i && hir_same_place(a->ref, all->at[k].ref);
    }
    found->stays |= disturbed && fixed;
    found->again |= disturbed && again && !fixed;
}

static hidden find_hidden(hir *h, HLLoop *innermost) {
    hidden found = {0};
    hir_access_list all;
    if (hir_find_accesses(h, innermost, &all) && all.len <= MAX_ACCESSES)
        for (size_t i = 0; i < all.len; i++)
            look_at(&all, i, innermost->level, &found);
    hir_free_accesses(h, &all);
    return found;
}

static void note_kept(hir_optimizer *o, const char *what, ir_place where, dd_reply reply) {
    o->is_refused |= reply.edge != DD_NO_EDGE;
    hir_o_note(o, what, where, reply);
}

/* Of a loop that LLVM makes vectors of, it checks at run time what its stores may change. */
static bool is_checked_by_llvm(hir_optimizer *o, HLLoop *innermost) {
    cost_nest n;
    bool vectors =
        cost_read(&n, hir_o_graph(o), innermost) && n.is_simple && n.vectors >> (n.depth - 1) & 1;
    cost_free(&n);
    return vectors;
}

/* What nothing else was changed in is clang's own unless that gains for sure. */
static void keep_in(hir_optimizer *o, HLLoop *innermost) {
    hidden found = find_hidden(o->h, innermost);
    if (!o->changes && (found.stays || found.again) && is_checked_by_llvm(o, innermost))
        return;
    ir_place where = innermost->node.node.where;
    if (found.stays)
        note_kept(o, "memory motion", where, hir_licm(hir_o_graph(o), innermost));
    if (found.again)
        note_kept(o, "scalar replacement", where,
                  hir_scalar_replace_within(hir_o_graph(o), innermost));
}

void hir_o_keep_all(hir_optimizer *o) {
    hir_o_each_innermost(o, keep_in);
}
