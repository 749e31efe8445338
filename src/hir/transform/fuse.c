/* Two loops that run equally often become one.
 *
 * Induction variables have the same level in both, so no expression changes. Temps that one loop
 * assigns must not occur in the other: whether a value would then come from the wrong iteration is
 * not looked at. What stands between them goes before the first, as far as it has nothing to do
 * with that; the rest goes behind the second. */
#include "hir/dd/alias.h"
#include "hir/transform/transform.h"

typedef struct mentioned {
    const hir *h;
    map assigned; /* symbases of temps that a loop assigns */
    map all;      /* and all that occur in it */
} mentioned;

static void note_blobs(mentioned *m, const RegDDRef *ref) {
    for (uint32_t i = 0; i < ref->blob_ref_count; i++)
        map_put_u(&m->all, ref->blob_refs[i].symbase);
}

static bool note_node(void *data, HLNode *node) {
    mentioned *m = data;
    HLDDNode *dd = hir_as_dd(node);
    for (uint32_t i = 0; dd && i < dd->ref_count; i++) {
        const RegDDRef *ref = dd->refs[i];
        hir_temp t = ref ? hir_ref_temp(m->h, ref) : 0;
        if (t)
            map_put_u(&m->all, hir_temp_at(m->h, t)->symbase);
        if (t && ref->is_lval)
            map_put_u(&m->assigned, hir_temp_at(m->h, t)->symbase);
        if (ref)
            note_blobs(m, ref);
    }
    return ctx_tick(m->h->ctx, 1);
}

static void note_temps(mentioned *m, const hir *h, HLNode *node) {
    m->h = h;
    map_init(&m->assigned, h->ctx);
    map_init(&m->all, h->ctx);
    hir_walk(node, &(hir_walker){.visit = note_node, .data = m});
}

static bool have_common(const map *a, const map *b) {
    for (size_t i = 0; i < a->len; i++)
        if (a->at[i].key.u && map_find_u(b, a->at[i].key.u))
            return true;
    return false;
}

static bool share_temps(const hir *h, HLNode *first, HLNode *second) {
    mentioned a, b;
    note_temps(&a, h, first);
    note_temps(&b, h, second);
    bool share = have_common(&a.assigned, &b.all) || have_common(&b.assigned, &a.all);
    map *maps[] = {&a.assigned, &a.all, &b.assigned, &b.all};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_free(maps[i]);
    return share;
}

static bool has_edge(const dd_graph *g, const HLNode *a, const HLNode *b) {
    for (size_t i = 0; i < g->edges.len; i++) {
        const dd_edge *e = &g->edges.at[i];
        const HLNode *source = g->refs.at[e->source].node, *sink = g->refs.at[e->sink].node;
        if (e->kind != DD_INPUT && ((hir_is_in(source, a) && hir_is_in(sink, b)) ||
                                    (hir_is_in(source, b) && hir_is_in(sink, a))))
            return true;
    }
    return false;
}

static bool is_plain_access(const HLInst *inst) {
    const RegDDRef *place = inst->node.refs[inst->opcode == LLVMLoad ? 1 : 0];
    return (inst->opcode == LLVMLoad || inst->opcode == LLVMStore) && !place->is_volatile &&
           !place->atomic;
}

/* Whether the node does the same on the other side of the loop. */
static bool can_pass(const dd_graph *g, HLNode *node, HLLoop *loop) {
    const HLInst *inst = node->kind == HL_INST ? (const HLInst *)node : NULL;
    return inst && (is_plain_access(inst) || hir_is_computation(inst)) && dd_always_goes_on(inst) &&
           hir_gets_to_end(&loop->node.node) && !share_temps(g->h, node, &loop->node.node) &&
           !has_edge(g, node, &loop->node.node);
}

/* How many nodes between the loops go before the first; the rest goes behind the second. False if
 * one can do neither. */
static bool find_way(const dd_graph *g, HLLoop *first, HLLoop *second, uint32_t *before) {
    HLNode *node = first->node.node.next, *end = &second->node.node;
    for (*before = 0; node != end && can_pass(g, node, first); ++*before)
        node = node->next;
    while (node != end && can_pass(g, node, second))
        node = node->next;
    return node == end && ctx_tick(g->h->ctx, g->edges.len);
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

dd_reply hir_fuse(const dd_graph *g, HLLoop *first, HLLoop *second) {
    dd_reply reply = dd_can_fuse(g, first, second);
    uint32_t before = 0;
    if (!reply.yes)
        return reply;
    if (first->iv_type != second->iv_type)
        return hir_decline("counts-differ", "they do not count in the same type");
    if (share_temps(g->h, &first->node.node, &second->node.node))
        return hir_decline("shared-temp", "a temp that one assigns occurs in the other");
    if (!find_way(g, first, second, &before))
        return hir_decline("between", "what stands between them can go nowhere else");
    if (!ctx_ok(g->h->ctx))
        return hir_decline("gave-up", "there is no memory");
    clear_way(first, second, before);
    hir_move_list(&second->body, &first->body, &first->node.node);
    hir_unlink(&second->node.node);
    first->is_other = true;
    first->must_progress &= second->must_progress;
    g->region->changed = true;
    hir_update_levels(g->h);
    return reply;
}
