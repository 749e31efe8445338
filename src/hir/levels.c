/* Levels: of loops by how they are nested, of temps by where they are written, of CanonExprs by the
 * temps in them. */
#include "hir/node.h"

typedef struct level_walk {
    hir *h;
    HLRegion *region;
    uint32_t level;      /* loops around the node */
    RegDDRef **last_def; /* by temp */
} level_walk;

static void forget_levels(hir *h) {
    for (size_t t = 0; t < h->temps.len; t++) {
        h->temps.at[t].level = 0;
        h->temps.at[t].region = NULL;
        h->temps.at[t].defs = NULL;
    }
}

static void note_def(level_walk *w, RegDDRef *ref) {
    hir_temp t = hir_ref_temp(w->h, ref);
    if (!t)
        return;
    hir_temp_info *info = &w->h->temps.at[t];
    bool first = !info->defs;
    info->region = first || info->region == w->region ? w->region : NULL;
    info->level = info->level > w->level ? info->level : w->level;
    *(first ? &info->defs : &w->last_def[t]->next_def) = ref;
    ref->next_def = NULL;
    w->last_def[t] = ref;
}

static void enter_loop(level_walk *w, HLLoop *loop) {
    loop->level = ++w->level;
    if (w->region->max_level < w->level)
        w->region->max_level = w->level;
}

static bool visit_defs(void *data, HLNode *node) {
    level_walk *w = data;
    if (node->kind == HL_LOOP)
        enter_loop(w, (HLLoop *)node);
    HLInst *inst = node->kind == HL_INST ? (HLInst *)node : NULL;
    if (inst && inst->has_lval && inst->node.ref_count && inst->node.refs[0])
        note_def(w, inst->node.refs[0]);
    return ctx_tick(w->h->ctx, 1);
}

static void leave_loop(void *data, HLNode *node) {
    level_walk *w = data;
    if (node->kind == HL_LOOP)
        w->level--;
}

bool hir_update_levels(hir *h) {
    arena scratch;
    arena_init(&scratch, h->ctx);
    level_walk w = {.h = h, .last_def = arena_array(&scratch, h->temps.len, RegDDRef *)};
    forget_levels(h);
    for (size_t i = 0; w.last_def && i < h->regions.len; i++) {
        w.region = h->regions.at[i];
        w.region->max_level = 0;
        hir_walk(&w.region->node,
                 &(hir_walker){.visit = visit_defs, .leave = leave_loop, .data = &w});
        hir_number_nodes(w.region);
    }
    for (size_t i = 0; w.last_def && i < h->regions.len; i++)
        hir_each_node (node, &h->regions.at[i]->node)
            if (ctx_tick(h->ctx, 1))
                hir_each_ref (ref, node)
                    hir_ref_update_in(h, ref, h->regions.at[i]);
    arena_free(&scratch);
    return ctx_ok(h->ctx);
}
