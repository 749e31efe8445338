/* Two loops that run equally often become one.
 *
 * Induction variables have the same level in both, so no expression changes. Temps that one loop
 * assigns must not occur in the other: whether a value would then come from the wrong iteration is
 * not looked at. What is between them goes before the first, as far as it has nothing to do
 * with that; the rest goes after the second. */
#include "hir/dd/alias.h"
#include "hir/transform/transform.h"

typedef struct mentioned {
    const hir *h;
    map assigned; /* symbases of temps that a loop assigns */
    map all;      /* and all that occur in it */
} mentioned;

static void note_ref(mentioned *m, const RegDDRef *ref) {
    hir_temp t = hir_ref_temp(m->h, ref);
    if (t)
        map_put_u(&m->all, hir_temp_at(m->h, t)->symbase);
    if (t && ref->is_lval)
        map_put_u(&m->assigned, hir_temp_at(m->h, t)->symbase);
    for (uint32_t i = 0; i < ref->blob_ref_count; i++)
        map_put_u(&m->all, ref->blob_refs[i].symbase);
}

static void note_temps(mentioned *m, const hir *h, HLNode *top) {
    m->h = h;
    map_init(&m->assigned, h->ctx);
    map_init(&m->all, h->ctx);
    hir_each_node (node, top)
        if (ctx_tick(h->ctx, 1))
            hir_each_ref (ref, node)
                note_ref(m, ref);
}

static bool have_common(const map *a, const map *b) {
    for (size_t i = 0; i < a->len; i++)
        if (a->at[i].key.u && map_find_u(b, a->at[i].key.u))
            return true;
    return false;
}

static void forget_temps(mentioned *m) {
    map_free(&m->assigned);
    map_free(&m->all);
}

static bool share_temps(const mentioned *a, const mentioned *b) {
    return have_common(&a->assigned, &b->all) || have_common(&b->assigned, &a->all);
}

/* A loop that others are to get past. */
typedef struct passed {
    const HLNode *loop;
    mentioned temps;
    bool ends; /* what comes after it is surely executed */
} passed;

static void passed_init(passed *p, const dd_graph *g, HLLoop *loop) {
    p->loop = &loop->node.node;
    p->ends = hir_gets_to_end(&loop->node.node);
    note_temps(&p->temps, g->h, &loop->node.node);
}

static bool leads_into(const dd_graph *g, const dd_edge *e, uint32_t end, const HLNode *loop) {
    return e->kind != DD_INPUT && hir_is_in(g->refs.at[end].node, loop);
}

static bool has_edge(const dd_graph *g, const HLInst *inst, const HLNode *loop) {
    for (uint32_t i = 0; i < inst->node.ref_count; i++) {
        uint32_t ref = dd_find_ref(g, inst->node.refs[i]);
        if (ref == IR_NONE)
            continue;
        dd_each_out (g, e, ref)
            if (leads_into(g, &g->edges.at[e], g->edges.at[e].sink, loop))
                return true;
        dd_each_in (g, e, ref)
            if (leads_into(g, &g->edges.at[e], g->edges.at[e].source, loop))
                return true;
    }
    return false;
}

static bool is_plain_access(const HLInst *inst) {
    if (inst->opcode != LLVMLoad && inst->opcode != LLVMStore)
        return false;
    const RegDDRef *place = inst->node.refs[inst->opcode == LLVMLoad];
    return !place->is_volatile && !place->atomic;
}

/* Whether the node does the same on the other side of the loop. */
static bool can_pass(const dd_graph *g, HLNode *node, const passed *p) {
    const HLInst *inst = node->kind == HL_INST ? (const HLInst *)node : NULL;
    if (!inst || !p->ends || !(is_plain_access(inst) || hir_is_computation(inst)) ||
        !dd_always_goes_on(inst) || has_edge(g, inst, p->loop))
        return false;
    mentioned own;
    note_temps(&own, g->h, node);
    bool share = share_temps(&own, &p->temps);
    forget_temps(&own);
    return !share;
}

/* How many nodes between the loops go before the first; the rest goes after the second. False if
 * one can do neither. */
static bool find_way(const dd_graph *g, HLLoop *first, HLLoop *second, const passed loops[2],
                     uint32_t *before) {
    HLNode *node = first->node.node.next, *end = &second->node.node;
    for (*before = 0; node != end && can_pass(g, node, &loops[0]); ++*before)
        node = node->next;
    while (node != end && can_pass(g, node, &loops[1]))
        node = node->next;
    return node == end;
}

static void clear_way(HLLoop *first, HLLoop *second, uint32_t before) {
    HLNode *last = &second->node.node;
    for (HLNode *node = first->node.node.next, *next; node != &second->node.node; node = next) {
        next = node->next;
        hir_unlink(node);
        if (before) {
            hir_insert_before(&first->node.node, node);
            before--;
        } else {
            hir_insert_after(last, node);
            last = node;
        }
    }
}

static dd_reply check(const dd_graph *g, HLLoop *first, HLLoop *second, uint32_t *before) {
    dd_reply reply = dd_can_fuse(g, first, second);
    if (!reply.yes)
        return reply;
    if (first->iv_type != second->iv_type)
        return hir_decline(HIR_WHY_COUNTS_DIFFER_TYPE);
    passed loops[2];
    passed_init(&loops[0], g, first);
    passed_init(&loops[1], g, second);
    if (share_temps(&loops[0].temps, &loops[1].temps))
        reply = hir_decline(HIR_WHY_SHARED_TEMP);
    else if (!find_way(g, first, second, loops, before))
        reply = hir_decline(HIR_WHY_BETWEEN);
    forget_temps(&loops[0].temps);
    forget_temps(&loops[1].temps);
    return ctx_ok(g->h->ctx) ? reply : hir_decline(HIR_WHY_OUT_OF_MEMORY);
}

dd_reply hir_fuse(const dd_graph *g, HLLoop *first, HLLoop *second) {
    uint32_t before = 0;
    dd_reply reply = check(g, first, second, &before);
    if (!reply.yes)
        return reply;
    clear_way(first, second, before);
    hir_move_list(&second->body, &first->body, &first->node.node);
    hir_unlink(&second->node.node);
    hir_loop_set(first, LOOP_OTHER_BODY, true);
    if (!hir_loop_is(second, LOOP_MUST_PROGRESS))
        hir_loop_set(first, LOOP_MUST_PROGRESS, false);
    hir_note_change(g);
    return reply;
}
