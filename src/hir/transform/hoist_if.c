/* An if that is all there is in a loop, and that decides the same in each iteration, and the loop
 * are interchanged: each of its ways has a loop of its own.
 *
 * The loop runs at least once, and the first thing it does is to decide. So nothing is evaluated
 * before the loop that would not have been; a way that does nothing needs no loop. */
#include "hir/transform/transform.h"

static bool is_fixed(const dd_graph *g, const HLIf *branch, uint32_t ref, uint32_t level) {
    const CanonExpr *ce = branch->node.refs[ref]->subscripts[0];
    return hir_is_invariant_at(ce, level) || (g->options.assume_decided && !hir_has_iv(ce, level));
}

static dd_reply check(const dd_graph *g, const HLLoop *loop) {
    const HLNode *only = loop->body.first;
    if (loop->loop_kind != LOOP_DO)
        return hir_decline(HIR_WHY_LEFT_BY_GOTO);
    if (!only || only->kind != HL_IF || only->next)
        return hir_decline(HIR_WHY_NOT_SINGLE_IF);
    HLIf *branch = (HLIf *)only;
    for (uint32_t i = 0; i < 2; i++)
        if (branch->node.refs[i]->kind != REF_SCALAR || !is_fixed(g, branch, i, loop->level))
            return hir_decline(HIR_WHY_GUARD_NOT_INVARIANT);
    if (hir_is_crossed(g->region, &branch->then_body) ||
        hir_is_crossed(g->region, &branch->else_body))
        return hir_decline(HIR_WHY_JUMPS_BRANCH);
    return dd_yes();
}

/* The first way that does something keeps the loop itself. */
dd_reply hir_hoist_if(const dd_graph *g, HLLoop *loop) {
    dd_reply reply = check(g, loop);
    if (!reply.yes)
        return reply;
    HLIf *branch = (HLIf *)loop->body.first;
    HLNode *node = &branch->node.node;
    bool both = branch->then_body.first && branch->else_body.first;
    HLLoop *other = both ? hir_loop_like(g->h, loop) : NULL;
    if (both && !other)
        return hir_decline(HIR_WHY_OUT_OF_MEMORY);
    hir_list *own = branch->then_body.first ? &branch->then_body : &branch->else_body;
    hir_unlink(node);
    hir_insert_after(&loop->node.node, node);
    hir_unlink(&loop->node.node);
    hir_move_list(own, &loop->body, &loop->node.node);
    hir_append(own, node, &loop->node.node);
    if (other) {
        hir_move_list(&branch->else_body, &other->body, &other->node.node);
        hir_append(&branch->else_body, node, &other->node.node);
    }
    hir_note_change(g);
    return reply;
}
