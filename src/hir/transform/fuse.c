/* Two loops that run equally often become one.
 *
 * Induction variables have the same level in both, so no expression changes. Temps that one loop
 * assigns must not occur in the other: whether a value would then come from the wrong iteration is
 * not looked at. */
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

static void note_loop(mentioned *m, const hir *h, HLLoop *loop) {
    m->h = h;
    map_init(&m->assigned, h->ctx);
    map_init(&m->all, h->ctx);
    hir_walk(&loop->node.node, &(hir_walker){.visit = note_node, .data = m});
}

static bool have_common(const map *a, const map *b) {
    for (size_t i = 0; i < a->len; i++)
        if (a->at[i].key.u && map_find_u(b, a->at[i].key.u))
            return true;
    return false;
}

static bool share_temps(const hir *h, HLLoop *first, HLLoop *second) {
    mentioned a, b;
    note_loop(&a, h, first);
    note_loop(&b, h, second);
    bool share = have_common(&a.assigned, &b.all) || have_common(&b.assigned, &a.all);
    map *maps[] = {&a.assigned, &a.all, &b.assigned, &b.all};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_free(maps[i]);
    return share;
}

dd_reply hir_fuse(const dd_graph *g, HLLoop *first, HLLoop *second) {
    dd_reply reply = dd_can_fuse(g, first, second);
    if (!reply.yes)
        return reply;
    if (first->iv_type != second->iv_type)
        return hir_decline("counts-differ", "they do not count in the same type");
    if (share_temps(g->h, first, second))
        return hir_decline("shared-temp", "a temp that one assigns occurs in the other");
    if (!ctx_ok(g->h->ctx))
        return hir_decline("gave-up", "there is no memory");
    for (HLNode *node = second->body.first, *next; node; node = next) {
        next = node->next;
        hir_unlink(node);
        hir_append(&first->body, &first->node.node, node);
    }
    hir_unlink(&second->node.node);
    first->is_other = true;
    g->region->changed = true;
    hir_update_levels(g->h);
    return reply;
}
