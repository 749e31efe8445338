/* Blocks of iterations, so that lines are used up while they are in a cache. */
#include "hir/optimize/optimizer.h"

static const double worth_tiling = 0.85;

static void note_blocks(hir_optimizer *o, HLLoop *outer, const cost_tiling *t) {
    HLLoop *loop = outer;
    for (uint32_t k = t->first; k < COST_DEPTH; k++)
        if (t->sizes[k] > 1 && (loop = hir_parent_loop(&loop->node.node)))
            vec_push(o->ctx, &o->blocks, loop);
}

void hir_o_note_strip(hir_optimizer *o, HLLoop *loop, uint32_t level) {
    HLLoop *around = loop->level > level ? hir_parent_loop(&loop->node.node) : NULL;
    if (around)
        vec_push(o->ctx, &o->blocks, around);
}

bool hir_o_make_blocks(hir_optimizer *o, HLLoop *outer, HLLoop *inner, const cost_tiling *t) {
    ir_place where = outer->node.node.where;
    dd_reply reply = hir_tile(hir_o_graph(o), outer, inner, &t->sizes[t->first]);
    if (reply.yes)
        note_blocks(o, outer, t);
    return hir_o_note(o, "tiling", where, reply);
}

/* From the inside out up to that level, each loop around the innermost one gets rid of all else. */
static bool isolate(hir_optimizer *o, HLLoop *innermost, uint32_t level) {
    for (uint32_t outer = innermost->level; outer-- > level;) {
        HLLoop *loop = hir_o_around(innermost, outer), *inner = hir_o_around(innermost, outer + 1);
        ir_place where = loop->node.node.where;
        if (inner->node.node.parent != &loop->node.node)
            return false;
        if (!inner->node.node.prev && !inner->node.node.next)
            continue;
        bool done = hir_o_note(o, "distribution", where, hir_distribute(hir_o_graph(o), loop));
        hir_o_note_strip(o, loop, outer);
        if (!done || inner->node.node.prev || inner->node.node.next)
            return false;
    }
    return true;
}

static void tile_around(hir_optimizer *o, HLLoop *innermost) {
    cost_nest n;
    bool done = !cost_read(&n, hir_o_graph(o), innermost) || hir_o_blocks_in(o, &n);
    for (uint32_t k = 0; k + 1 < n.depth && !done && ctx_ok(o->ctx); k++) {
        cost_tiling t = {.first = k};
        if (n.tileable >> k & 1 && cost_tile(&n, hir_o_safely_jammable(&n), worth_tiling, &t))
            done = isolate(o, innermost, n.loops[k]->level) &&
                   hir_o_make_blocks(o, hir_o_around(innermost, n.loops[k]->level), innermost, &t);
    }
    cost_free(&n);
}

void hir_o_tile_all(hir_optimizer *o) {
    hir_o_each_innermost(o, tile_around);
}
