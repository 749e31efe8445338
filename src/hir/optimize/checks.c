/* Checks at run time, for nests in which something that promised a gain was refused. */
#include "hir/optimize/optimizer.h"

/* A copy and checks take code and time. */
static const double worth_checking = 0.75;
static const double per_comparison = 2;

/* What a nest takes, and what it would if checks excluded what they can. As it is, LLVM checks
 * innermost loops itself, but not whether what stays where it is could be kept in a register. */
typedef struct promise {
    double now, checked;
    double times; /* that the nest is executed */
} promise;

static double times_of(const cost_nest *n, const HLLoop *nest) {
    double times = 1;
    for (uint32_t k = 0; k < n->depth && n->loops[k]->level < nest->level; k++)
        times *= n->trips[k];
    return times;
}

static void add_promise(hir_optimizer *o, const dd_graph *checked, const HLLoop *nest,
                        HLLoop *innermost, promise *p) {
    cost_nest n = {.h = o->h}, now = {.h = o->h};
    if (cost_read(&n, checked, innermost) && cost_read(&now, hir_o_graph(o), innermost)) {
        p->checked += hir_o_best_move(o, &n, nest);
        p->times = times_of(&n, nest);
        cost_disturb(&n, &now);
        p->now += cost_now(&n).cycles;
    }
    cost_free(&n);
    cost_free(&now);
}

static void forget_checked(hir_optimizer *o, bool dims) {
    if (o->checked_at[dims])
        dd_graph_free(&o->checked[dims]);
    o->checked_at[dims] = 0;
}

/* All nests of a region are asked; NULL if it is not complete. */
static const dd_graph *checked_graph(hir_optimizer *o, bool dims) {
    dd_options options = {.assume_checked = true, .assume_dims = dims, .no_exact_distances = true};
    dd_graph *g = &o->checked[dims];
    if (o->checked_at[dims] != o->changes + 1) {
        forget_checked(o, dims);
        o->checked_at[dims] = o->changes + 1;
        dd_graph_build(g, o->h, o->region, &options, o->memo);
    }
    return ctx_ok(o->ctx) && g->complete ? g : NULL;
}

static promise find_promise(hir_optimizer *o, HLLoop *nest, bool dims) {
    const dd_graph *checked = checked_graph(o, dims);
    hir_loop_list inside = {0};
    promise p = {.times = 1};
    hir_o_find_loops(o, &nest->node.node, &inside);
    for (size_t i = 0; checked && i < inside.len; i++)
        add_promise(o, checked, nest, inside.at[i], &p);
    vec_free(o->ctx, &inside);
    return p;
}

static bool pays(const promise *p, uint32_t comparisons) {
    return p->checked + p->times * comparisons * per_comparison < p->now * worth_checking;
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

static void note_refused(hir_optimizer *o, const HLLoop *nest, dd_reply reply) {
    if (!o->reply.id) {
        o->reply = reply;
        o->where = nest->node.node.where;
    }
}

static bool make_checks(hir_optimizer *o, HLLoop *nest, bool dims) {
    ir_place where = nest->node.node.where;
    const dd_graph *g = hir_o_graph(o);
    return hir_o_note(o, "versioning", where,
                      dims ? hir_version_dims(g, nest) : hir_version_nest(g, nest));
}

/* Whether the nest has checks now, or is to have them. Whether dimensions are left is a comparison
 * for each, so they are checked with the rest. */
static bool visit_nest(hir_optimizer *o, HLLoop *nest) {
    bool dims = hir_may_leave_dims(hir_o_graph(o), nest);
    uint32_t comparisons = 0;
    if (!dims && !is_in_doubt(o, nest))
        return false;
    promise p = find_promise(o, nest, dims);
    if (!pays(&p, 0))
        return false;
    dd_reply reply = hir_can_version(hir_o_graph(o), nest, dims, &comparisons);
    if (reply.yes && (hir_o_is_taboo(o, HIR_TABOO_CHECKS) || !pays(&p, comparisons)))
        reply = hir_decline(HIR_WHY_NO_GAIN_CHECKS);
    if (!reply.yes)
        note_refused(o, nest, reply);
    else if (o->checks)
        return make_checks(o, nest, dims);
    o->may_check |= reply.yes;
    return reply.yes;
}

static void find_nests(hir_optimizer *o, HLNode *in, const HLLoop *around, hir_loop_list *nests) {
    hir_each_node (node, in)
        if (ctx_tick(o->ctx, 1) && node->kind == HL_LOOP && hir_parent_loop(node) == around)
            vec_push(o->ctx, nests, (HLLoop *)node);
}

/* The outermost nests that would gain by checks and can have them: beside a call, those in the loop
 * around it. */
static void visit_nests(hir_optimizer *o, HLNode *in, const HLLoop *around) {
    hir_loop_list nests = {0};
    find_nests(o, in, around, &nests);
    for (size_t i = 0; i < nests.len && ctx_ok(o->ctx); i++) {
        HLLoop *nest = nests.at[i];
        HLNode *node = &nest->node.node;
        if (hir_o_find_loops(o, node, NULL).deepest > nest->level && !visit_nest(o, nest))
            visit_nests(o, node, nest);
    }
    vec_free(o->ctx, &nests);
}

/* The same column of another row in each iteration of the loop right around. */
static bool walks_column(const RegDDRef *ref) {
    const HLLoop *loop = hir_parent_loop(ref->node);
    bool outer = false;
    if (ref->kind != REF_MEMORY || !loop || ref->base->defined_at != loop->level)
        return false;
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        if (hir_has_iv(ref->subscripts[d], loop->level))
            return false;
        outer |= ref->subscripts[d]->iv_count != 0;
    }
    return outer;
}

static bool walks_columns(hir_optimizer *o, HLLoop *nest) {
    hir_each_node (node, &nest->node.node)
        hir_each_ref (ref, node)
            if (ctx_tick(o->ctx, 1) && walks_column(ref))
                return true;
    return false;
}

/* Tables of rows. Whether it pays can only be seen once it is done; what goes down their columns
 * promises something. */
static void look_at_rows(hir_optimizer *o, HLLoop *nest) {
    if (hir_o_is_taboo(o, HIR_TABOO_CHECKS) || !hir_can_version_rows(hir_o_graph(o), nest).yes)
        return;
    o->may_check = true;
    o->is_refused |= walks_columns(o, nest);
}

static void make_rows(hir_optimizer *o, HLLoop *nest) {
    if (hir_can_version_rows(hir_o_graph(o), nest).yes)
        hir_o_note(o, "versioning by rows", nest->node.node.where,
                   hir_version_rows(hir_o_graph(o), nest));
}

static void each_nest(hir_optimizer *o, void (*visit)(hir_optimizer *o, HLLoop *nest)) {
    hir_loop_list nests = {0};
    hir_each_node (node, &o->region->node)
        if (ctx_tick(o->ctx, 1) && node->kind == HL_LOOP && !hir_parent_loop(node) &&
            hir_o_find_loops(o, node, NULL).deepest > 1)
            vec_push(o->ctx, &nests, (HLLoop *)node);
    for (size_t i = 0; i < nests.len && ctx_ok(o->ctx); i++)
        visit(o, nests.at[i]);
    vec_free(o->ctx, &nests);
}

void hir_o_begin_checks(hir_optimizer *o) {
    each_nest(o, o->checks ? make_rows : look_at_rows);
    visit_nests(o, &o->region->node, NULL);
}

void hir_o_end_checks(hir_optimizer *o) {
    forget_checked(o, false);
    forget_checked(o, true);
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
