/* Copies of subtrees.
 *
 * A copy assigns and reads the same temps: one after the other, the original and its copies do what
 * as many executions of the original would do, in that order. Where copies are interleaved, as when
 * iterations are jammed, that is no longer so: hir_classify_temps says of each temp that a loop
 * assigns whether iterations hand it on to one another. If so, all copies share it, and its edges
 * in the dependence graph decide what may be interleaved; if not, each copy gets its own by
 * hir_rename_temps. */
#include "hir/transform/transform.h"

typedef struct cloner {
    hir *h;
    HLNode *root, *copy; /* of the root */
    map copies;          /* HLNode -> HLNode */
    hir_list *list;      /* where the next copy goes, and what that is in */
    HLNode *parent;
    VEC(HLGoto *) jumps;
    bool failed;
} cloner;

static HLNode *clone_loop(hir *h, const HLLoop *from) {
    HLLoop *loop = hir_new_loop(h, from->loop_kind);
    if (!loop)
        return NULL;
    HLDDNode own = loop->node;
    *loop = *from;
    loop->node = own;
    loop->body = (hir_list){0};
    loop->header = NULL;
    return &loop->node.node;
}

static HLNode *clone_if(hir *h, const HLIf *from) {
    HLIf *branch = hir_new_if(h);
    if (!branch)
        return NULL;
    branch->is_float = from->is_float;
    branch->predicate = from->predicate;
    branch->real_predicate = from->real_predicate;
    branch->inst = from->inst;
    return &branch->node.node;
}

static HLNode *clone_switch(hir *h, const HLSwitch *from) {
    HLSwitch *choice = hir_new_switch(h, from->case_count);
    if (!choice)
        return NULL;
    for (uint32_t i = 0; i < from->case_count; i++)
        choice->cases[i].value = from->cases[i].value;
    choice->inst = from->inst;
    return &choice->node.node;
}

static HLNode *clone_inst(hir *h, const HLInst *from) {
    HLInst *inst = hir_new_inst(h, from->opcode, from->node.ref_count);
    if (!inst)
        return NULL;
    HLDDNode own = inst->node;
    *inst = *from;
    inst->node = own;
    return &inst->node.node;
}

/* Labels are distinguished by their names. */
static HLNode *clone_label(hir *h, const HLLabel *from) {
    str name;
    str_init(&name, h->ctx);
    str_printf(&name, "%s.%u", from->name, h->node_count + 1);
    HLLabel *label = hir_new_label(h, str_text(&name));
    str_free(&name);
    return label ? &label->node : NULL;
}

static HLNode *clone_goto(cloner *c, const HLGoto *from) {
    HLGoto *jump = hir_new_goto(c->h, from->name);
    if (!jump || !vec_push(c->h->ctx, &c->jumps, jump))
        return NULL;
    HLNode own = jump->node;
    *jump = *from;
    jump->node = own;
    return &jump->node;
}

static HLNode *clone_alone(cloner *c, const HLNode *node) {
    switch (node->kind) {
    case HL_LOOP:
        return clone_loop(c->h, (const HLLoop *)node);
    case HL_IF:
        return clone_if(c->h, (const HLIf *)node);
    case HL_SWITCH:
        return clone_switch(c->h, (const HLSwitch *)node);
    case HL_LABEL:
        return clone_label(c->h, (const HLLabel *)node);
    case HL_GOTO:
        return clone_goto(c, (const HLGoto *)node);
    case HL_INST:
        return clone_inst(c->h, (const HLInst *)node);
    case HL_REGION:
        break;
    }
    return NULL;
}

/* What checks in the subtree have found is true of the original; that each subscript stays where it
 * is to stay when it is executed, of the copy, too. */
static void forget_checks(const HLNode *root, RegDDRef *ref) {
    if (ref->version && hir_is_in(ref->version->branch, root))
        ref->version = NULL;
}

static bool clone_refs(hir *h, const HLNode *root, HLNode *from, HLNode *to) {
    HLDDNode *old = hir_as_dd(from), *new = hir_as_dd(to);
    for (uint32_t i = 0; old && i < old->ref_count; i++) {
        RegDDRef *ref = hir_ref_copy(h, old->refs[i]);
        if (!ref)
            return false;
        forget_checks(root, ref);
        hir_set_ref(new, i, ref);
    }
    return true;
}

static bool visit(void *data, HLNode *node) {
    cloner *c = data;
    HLNode *copy = c->failed ? NULL : clone_alone(c, node);
    map_word *place =
        copy && clone_refs(c->h, c->root, node, copy) ? map_put(&c->copies, node) : NULL;
    c->failed |= !place;
    if (!place)
        return false;
    place->p = copy;
    copy->where = node->where;
    if (node == c->root)
        c->copy = copy;
    else
        hir_append(c->list, c->parent, copy);
    return ctx_tick(c->h->ctx, 1);
}

static void enter_list(void *data, HLNode *node, uint32_t index) {
    cloner *c = data;
    c->parent = map_get(&c->copies, node);
    c->list = hir_child_list(c->parent, index);
}

static void leave(void *data, HLNode *node) {
    cloner *c = data;
    HLNode *copy = map_get(&c->copies, node);
    if (!copy || copy == c->copy)
        return;
    c->list = copy->list;
    c->parent = copy->parent;
}

static void redirect(const cloner *c) {
    for (size_t i = 0; i < c->jumps.len; i++) {
        HLGoto *jump = c->jumps.at[i];
        HLLabel *target = jump->target ? map_get(&c->copies, jump->target) : NULL;
        if (!target)
            continue;
        jump->target = target;
        jump->name = target->name;
    }
}

HLNode *hir_clone(hir *h, const HLNode *node) {
    cloner c = {.h = h, .root = (HLNode *)node};
    map_init(&c.copies, h->ctx);
    hir_walk(c.root, &(hir_walker){.visit = visit, .list = enter_list, .leave = leave, .data = &c});
    redirect(&c);
    map_free(&c.copies);
    vec_free(h->ctx, &c.jumps);
    return !c.failed && ctx_ok(h->ctx) ? c.copy : NULL;
}
