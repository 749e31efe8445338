/* Loads and stores, and temps instead of them. */
#include "hir/dd/alias.h"
#include "hir/transform/loop_parts.h"

HLInst *hir_assign_ref(hir *h, hir_temp t, RegDDRef *value) {
    return hir_new_assign(h, (LLVMOpcode)0, hir_ref_of_temp(h, t), value);
}

HLInst *hir_assign(hir *h, hir_temp t, CanonExpr *value) {
    return hir_assign_ref(h, t, hir_ref_scalar(h, value));
}

bool hir_is_always_executed(const HLNode *node, const HLLoop *loop) {
    const HLNode *up = node->parent;
    while (up && up != &loop->node.node && up->kind == HL_LOOP &&
           ((const HLLoop *)up)->loop_kind == LOOP_DO)
        up = up->parent;
    return up == &loop->node.node;
}

static dd_reply check_node(const HLNode *node) {
    if (node->kind == HL_LABEL || node->kind == HL_GOTO)
        return hir_decline(HIR_WHY_JUMPS_INSIDE);
    if (node->kind == HL_INST && !dd_always_goes_on((const HLInst *)node))
        return hir_decline(HIR_WHY_EFFECT_ORDERED);
    if (node->kind == HL_LOOP && ((const HLLoop *)node)->loop_kind != LOOP_DO)
        return hir_decline(HIR_WHY_NO_COUNT_INSIDE);
    return dd_yes();
}

dd_reply hir_check_body(const dd_graph *g, HLLoop *loop) {
    dd_reply reply = dd_can_count(g, loop), found;
    if (reply.yes)
        hir_each_node (node, &loop->node.node)
            if (!ctx_tick(g->h->ctx, 1) || !(found = check_node(node)).yes)
                return ctx_ok(g->h->ctx) ? found : reply;
    return reply;
}

bool hir_find_accesses(hir *h, HLLoop *loop, hir_access_list *list) {
    *list = (hir_access_list){0};
    map_init(&list->of, h->ctx);
    hir_each_node (node, &loop->node.node) {
        HLInst *inst = hir_as_inst(node);
        bool writes = inst && inst->opcode == LLVMStore;
        if (!ctx_tick(h->ctx, 1))
            break;
        if (!inst || (inst->opcode != LLVMLoad && !writes) || inst->node.ref_count != 2)
            continue;
        RegDDRef *ref = inst->node.refs[writes ? 0 : 1];
        map_word *number = ref->kind == REF_MEMORY && !ref->is_volatile && !ref->atomic
                               ? map_put(&list->of, ref)
                               : NULL;
        hir_access access = {inst, ref, writes, hir_is_always_executed(node, loop)};
        if (number && vec_push(h->ctx, list, access))
            number->u = list->len;
    }
    return ctx_ok(h->ctx);
}

void hir_free_accesses(hir *h, hir_access_list *list) {
    map_free(&list->of);
    vec_free(h->ctx, list);
}

uint32_t hir_find_access(const hir_access_list *list, const dd_graph *g, uint32_t ref) {
    const RegDDRef *own = g->refs.at[ref].ref;
    const map_word *access = own && !g->refs.at[ref].blob ? map_find(&list->of, own) : NULL;
    return access ? (uint32_t)access->u - 1 : IR_NONE;
}

bool hir_same_place(const RegDDRef *a, const RegDDRef *b) {
    if (a->type != b->type || a->dimensions != b->dimensions || !hir_canon_equal(a->base, b->base))
        return false;
    for (uint32_t d = 0; d < a->dimensions; d++)
        if (!a->strides[d] || a->strides[d] != b->strides[d] ||
            !hir_canon_equal(a->subscripts[d], b->subscripts[d]))
            return false;
    return true;
}

bool hir_is_edge_in(const dd_graph *g, const dd_edge *e, const HLLoop *loop) {
    const HLNode *top = &loop->node.node;
    return e->kind != DD_INPUT && (e->level == 0 || e->level >= loop->level) &&
           hir_is_in(g->refs.at[e->source].node, top) && hir_is_in(g->refs.at[e->sink].node, top);
}

static void replace(HLInst *old, HLInst *new) {
    new->node.node.where = old->node.node.where;
    hir_insert_before(&old->node.node, &new->node.node);
    hir_unlink(&old->node.node);
}

bool hir_use_temp(hir *h, const hir_access *access, hir_temp t) {
    HLInst *old = access->inst, *new;
    RegDDRef *value = access->writes ? hir_ref_copy(h, old->node.refs[1]) : hir_ref_of_temp(h, t);
    hir_temp to = access->writes ? t : hir_ref_temp(h, old->node.refs[0]);
    new = value && to ? hir_assign_ref(h, to, value) : NULL;
    if (new)
        replace(old, new);
    return new != NULL;
}

bool hir_keep_in_temp(hir *h, const hir_access *access, hir_temp t) {
    HLInst *copy = hir_assign_ref(h, t, hir_ref_copy(h, access->inst->node.refs[1]));
    RegDDRef *value = copy ? hir_ref_of_temp(h, t) : NULL;
    if (!value)
        return false;
    copy->node.node.where = access->inst->node.node.where;
    hir_insert_before(&access->inst->node.node, &copy->node.node);
    hir_set_ref(&access->inst->node, 1, value);
    return true;
}

/* A copy with a temp at that position. */
static HLInst *with_temp(hir *h, const hir_access *access, uint32_t index, hir_temp t) {
    HLInst *inst = (HLInst *)hir_clone(h, &access->inst->node.node);
    RegDDRef *ref = inst ? hir_ref_of_temp(h, t) : NULL;
    if (!ref)
        return NULL;
    ref->is_lval = index == 0;
    hir_set_ref(&inst->node, index, ref);
    return inst;
}

HLInst *hir_load_into(hir *h, const hir_access *load, hir_temp t) {
    return with_temp(h, load, 0, t);
}

HLInst *hir_store_from(hir *h, const hir_access *store, hir_temp t) {
    return with_temp(h, store, 1, t);
}
