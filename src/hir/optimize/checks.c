/* Checks at run time, for nests in which something that promised a gain was refused. */
#include "hir/optimize/optimizer.h"

/* A copy and checks take code and time. */
static const double worth_checking = 0.75;

/* What a nest takes, and what it would if checks excluded what they can. As it is, LLVM checks
 * innermost loops itself. */
typedef struct promise {
    double now, checked;
} promise;

static void add_promise(hir_optimizer *o, const dd_graph *checked, HLLoop *innermost, promise *p) {
    cost_nest n;
    if (cost_read(&n, checked, innermost)) {
        p->now += cost_now(&n).cycles;
        p->checked += hir_o_best_move(o, &n);
    }
    cost_free(&n);
}

static bool promises(hir_optimizer *o, HLLoop *nest) {
    dd_graph checked;
    dd_options options = {.assume_checked = true};
    hir_loop_list inside = {0};
    promise p = {0};
    hir_o_find_loops(o, &nest->node.node, &inside);
    if (dd_graph_build(&checked, o->h, o->region, &options, o->memo) && checked.complete)
        for (size_t i = 0; i < inside.len; i++)
            add_promise(o, &checked, inside.at[i], &p);
    dd_graph_free(&checked);
    vec_free(o->ctx, &inside);
    return p.checked < p.now * worth_checking;
}

static bool is_in_doubt(hir_optimizer *o, const HLLoop *nest) {
    const dd_graph *g = hir_o_graph(o);
    for (size_t i = 0; i < g->edges.len; i++)
        if (dd_is_checkable(g->edges.at[i].reason) &&
            hir_is_in(g->refs.at[g->edges.at[i].source].node, &nest->node.node) &&
            hir_is_in(g->refs.at[g->edges.at[i].sink].node, &nest->node.node))
            return true;
    return false;
}

static void look_at_checks(hir_optimizer *o, HLLoop *nest) {
    dd_reply reply = hir_can_version(hir_o_graph(o), nest);
    if (reply.yes && hir_o_is_taboo(o, HIR_TABOO_CHECKS))
        reply = hir_decline(HIR_WHY_NO_GAIN_CHECKS);
    o->may_check |= reply.yes;
    if (!reply.yes && !o->reply.id) {
        o->reply = reply;
        o->where = nest->node.node.where;
    }
}

static void make_checks(hir_optimizer *o, HLLoop *nest) {
    ir_place where = nest->node.node.where;
    hir_o_note(o, "versioning", where, hir_version_nest(hir_o_graph(o), nest));
}

/* Nests that would gain by checks. */
static void each_promising(hir_optimizer *o, void (*visit)(hir_optimizer *o, HLLoop *nest)) {
    hir_loop_list nests = {0};
    hir_each_node (node, &o->region->node)
        if (ctx_tick(o->ctx, 1) && node->kind == HL_LOOP && !hir_parent_loop(node))
            vec_push(o->ctx, &nests, (HLLoop *)node);
    for (size_t i = 0; i < nests.len && ctx_ok(o->ctx); i++) {
        HLLoop *nest = nests.at[i];
        if (hir_o_find_loops(o, &nest->node.node, NULL).deepest > 1 && is_in_doubt(o, nest) &&
            promises(o, nest))
            visit(o, nest);
    }
    vec_free(o->ctx, &nests);
}

void hir_o_begin_checks(hir_optimizer *o) {
    each_promising(o, o->checks ? make_checks : look_at_checks);
}

static bool is_anything_refused(const hir_optimizer *o) {
    return o->is_refused || hir_o_is_taboo(o, HIR_TABOO_MOVE) ||
           hir_o_is_taboo(o, HIR_TABOO_BLOCKS);
}

bool hir_o_wants_checks(hir_optimizer *o) {
    if (o->checks || !is_anything_refused(o))
        return false;
    if (o->may_check)
        hir_o_forbid(o, HIR_TABOO_UNCHECKED);
    else if (o->reply.id)
        hir_o_note(o, "versioning", o->where, o->reply);
    return o->may_check;
}
