/* What transforms ask about parts of a tree, and empty loops like others. */
#include "hir/dd/alias.h"
#include "hir/transform/transform.h"

/* Gotos that lead forwards, to a label that is in `top`, too. */
static bool stays(const HLGoto *jump, const HLNode *top) {
    return jump->target && jump->target->node.order > jump->node.order &&
           hir_is_in(&jump->target->node, top);
}

bool hir_gets_to_end(HLNode *top) {
    hir_each_node (node, top)
        if ((node->kind == HL_LOOP && ((const HLLoop *)node)->loop_kind != LOOP_DO) ||
            (node->kind == HL_GOTO && !stays((const HLGoto *)node, top)) ||
            (node->kind == HL_INST && !dd_always_goes_on((const HLInst *)node)))
            return false;
    return true;
}

/* By a goto into it, or out of it. */
bool hir_is_crossed(HLRegion *region, const hir_list *list) {
    hir_each_node (node, &region->node) {
        const HLGoto *jump = node->kind == HL_GOTO ? (const HLGoto *)node : NULL;
        if (jump && hir_is_in_list(node, list) !=
                        (jump->target && hir_is_in_list(&jump->target->node, list)))
            return true;
    }
    return false;
}

bool hir_is_computation(const HLInst *inst) {
    dd_effect effect = dd_effect_of(inst);
    return inst->has_lval && inst->opcode != LLVMStore && inst->opcode != LLVMFreeze &&
           inst->opcode != LLVMAlloca && !effect.reads && !effect.writes && dd_always_goes_on(inst);
}

void hir_loop_take_source(HLLoop *to, const HLLoop *from) {
    const unsigned taken = LOOP_BRANCH | LOOP_OTHER_COUNT;
    to->iv_type = from->iv_type;
    to->header = from->header;
    to->origin = from->origin;
    to->counted = from->counted;
    to->state = (to->state & ~taken) | (from->state & taken);
    to->node.node.where = from->node.node.where;
}

HLLoop *hir_loop_like(hir *h, const HLLoop *loop) {
    HLLoop *like = hir_new_loop(h, loop->loop_kind);
    RegDDRef *upper = like ? hir_ref_copy(h, loop->node.refs[0]) : NULL;
    if (!upper)
        return NULL;
    hir_set_ref(&like->node, 0, upper);
    hir_loop_take_source(like, loop);
    like->header = NULL;
    like->state = loop->state & ~(unsigned)LOOP_LEAVES_IN_TIME; /* its end is tested again */
    return like;
}

void hir_move_list(hir_list *from, hir_list *to, HLNode *parent) {
    for (HLNode *node = from->first, *next; node; node = next) {
        next = node->next;
        hir_unlink(node);
        hir_append(to, parent, node);
    }
}

bool hir_is_live_out(const HLRegion *region, hir_temp t) {
    for (size_t i = 0; i < region->live_out.len; i++)
        if (region->live_out.at[i] == t)
            return true;
    return false;
}
