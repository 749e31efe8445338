/* Temps by other names, and which of a loop's temps may have them: see loop_clone.c. */
#include "hir/transform/loop_parts.h"

bool hir_rename_temps(hir *h, HLNode *top, const map *to) {
    bool done = true;
    hir_each_node (node, to->len ? top : NULL) {
        if (!ctx_tick(h->ctx, 1))
            break;
        hir_each_ref (ref, node)
            done = done && hir_rename_ref(h, ref, to);
    }
    return done && ctx_ok(h->ctx);
}

typedef struct classifier {
    const dd_graph *g;
    const HLLoop *loop;
    map *temps;
} classifier;

static void note_assigned(classifier *c, HLNode *node) {
    const HLInst *inst = hir_as_inst(node);
    hir_temp t = inst && inst->has_lval ? hir_ref_temp(c->g->h, inst->node.refs[0]) : 0;
    map_word *flags = t ? map_put_u(c->temps, t) : NULL;
    if (flags && hir_is_always_executed(node, c->loop))
        flags->u |= HIR_TEMP_ALWAYS;
}

static void note_flow(classifier *c, const dd_edge *e) {
    const dd_ref *from = &c->g->refs.at[e->source], *to = &c->g->refs.at[e->sink];
    hir_temp t = from->ref ? hir_ref_temp(c->g->h, from->ref) : 0;
    map_word *flags = t ? map_find_u(c->temps, t) : NULL;
    const HLNode *loop = &c->loop->node.node;
    if (!flags || !hir_is_in(from->node->parent, loop))
        return;
    if (!hir_is_in(to->node->parent, loop))
        flags->u |= HIR_TEMP_BEHIND;
    else if (e->level && e->level <= c->loop->level)
        flags->u |= HIR_TEMP_CARRIED;
}

static void note_behind(map *temps, hir_temp t) {
    map_word *flags = map_find_u(temps, t);
    if (flags)
        flags->u |= HIR_TEMP_BEHIND;
}

bool hir_classify_temps(const dd_graph *g, HLLoop *loop, map *temps) {
    classifier c = {g, loop, temps};
    hir_each_node (node, &loop->node.node)
        if (ctx_tick(g->h->ctx, 1))
            note_assigned(&c, node);
    for (size_t i = 0; i < g->edges.len; i++) {
        const dd_edge *e = &g->edges.at[i];
        if (e->kind == DD_FLOW && g->refs.at[e->source].kind == DD_REF_SCALAR)
            note_flow(&c, e);
    }
    for (size_t i = 0; i < g->region->live_out.len; i++)
        note_behind(temps, g->region->live_out.at[i]);
    for (size_t i = 0; i < g->region->outs.len; i++)
        note_behind(temps, g->region->outs.at[i].temp);
    return ctx_ok(g->h->ctx);
}
