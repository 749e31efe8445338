/* One region. First loops are interchanged, one innermost loop after the other, until each has the
 * best one innermost that dependences allow; whatever hinders that is distributed,
 * hoisted or sunk. Then come blocks, for lines that stay in caches, and loops are unrolled and
 * jammed, for values that stay in registers; those that LLVM would not keep there get temps. Which
 * loop, and by how much, is the cost model's choice; whether it may be, that of the transforms. */
#include "hir/optimize/optimizer.h"
#include "hir/transform/guess.h"

/* All changes together have to gain that much by the model, which is only one. */
static const double worth_all = 0.9;
enum { MAX_MOVES = 64, MAX_LOOPS = 64 };

/* The region has changed since the graph was built: as a rule, nobody asks for the last one. */
const dd_graph *hir_o_graph(hir_optimizer *o) {
    if (o->is_stale)
        dd_graph_rebuild(&o->graph, o->memo);
    o->is_stale = false;
    return &o->graph;
}

bool hir_o_is_taboo(const hir_optimizer *o, hir_taboo_kind kind) {
    for (size_t i = 0; i < o->taboos->len; i++)
        if (o->taboos->at[i].region == o->index && o->taboos->at[i].kind == kind)
            return true;
    return false;
}

void hir_o_forbid(hir_optimizer *o, hir_taboo_kind kind) {
    vec_push(o->ctx, o->taboos, (hir_taboo){.kind = kind, .region = o->index});
}

static bool is_known(const hir_optimizer *o, const hir_opt_step *step) {
    for (size_t i = 0; i < o->steps->len && step->id; i++) {
        const hir_opt_step *old = &o->steps->at[i];
        if (old->what == step->what && old->id == step->id && old->where.line == step->where.line &&
            old->where.column == step->where.column)
            return true;
    }
    return false;
}

bool hir_o_note(hir_optimizer *o, const char *what, ir_place where, dd_reply reply) {
    hir_opt_step step = {what, reply.id, reply.reason, where};
    if (!is_known(o, &step))
        vec_push(o->ctx, o->steps, step);
    o->is_stale |= reply.yes;
    o->changes += reply.yes;
    return reply.yes && ctx_ok(o->ctx);
}

/* Loops. */

/* Whether it only runs when checks have failed. */
static bool is_spare(const HLNode *node) {
    for (; node->parent; node = node->parent) {
        const HLIf *branch = node->parent->kind == HL_IF ? (const HLIf *)node->parent : NULL;
        if (branch && branch->version && node->list == &branch->else_body)
            return true;
    }
    return false;
}

/* Loops come in lexical order: the first in another one comes right after that. */
hir_loop_search hir_o_find_loops(const hir_optimizer *o, HLNode *in, hir_loop_list *innermost) {
    hir_loop_search s = {0};
    hir_each_node (node, in) {
        HLLoop *loop = node->kind == HL_LOOP ? (HLLoop *)node : NULL;
        if (!ctx_tick(o->ctx, 1))
            break;
        if (!loop || cost_is_flat(o->h, loop) || is_spare(node))
            continue;
        s.first = s.first ? s.first : loop;
        s.all++;
        s.deepest = loop->level > s.deepest ? loop->level : s.deepest;
        if (innermost && innermost->len && vec_last(innermost) == hir_parent_loop(node))
            vec_pop(innermost);
        if (innermost)
            vec_push(o->ctx, innermost, loop);
    }
    return s;
}

void hir_o_each_innermost(hir_optimizer *o, void (*visit)(hir_optimizer *o, HLLoop *innermost)) {
    hir_loop_list all = {0};
    hir_o_find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len && ctx_ok(o->ctx); i++)
        visit(o, all.at[i]);
    vec_free(o->ctx, &all);
}

/* As it is, or with the best that unrolling and jamming may make of it. */
static double region_cycles(hir_optimizer *o, bool jammed) {
    hir_loop_list all = {0};
    double cycles = 0;
    hir_o_find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len; i++) {
        cost_nest n;
        if (cost_read(&n, hir_o_graph(o), all.at[i]))
            cycles += cost_moved(&n, 0, 0, jammed ? hir_o_safely_jammable(&n) : 0).cycles;
        cost_free(&n);
    }
    vec_free(o->ctx, &all);
    return cycles;
}

HLLoop *hir_o_around(HLLoop *innermost, uint32_t level) {
    HLLoop *loop = innermost;
    while (loop && loop->level > level)
        loop = hir_parent_loop(&loop->node.node);
    return loop;
}

/* Loops far outside are not worth the time to look at. */
uint32_t hir_o_jammable(const cost_nest *n) {
    enum { NEAR = 5 };
    uint32_t all = (1u << n->depth) - 1;
    return n->depth > NEAR ? all & ~((1u << (n->depth - NEAR)) - 1) : all;
}

uint32_t hir_o_safely_jammable(const cost_nest *n) {
    return hir_o_jammable(n) & n->sinkable;
}

/* Loops over blocks are not jammed: iterations far from one another share nothing. */
uint32_t hir_o_blocks_in(const hir_optimizer *o, const cost_nest *n) {
    uint32_t blocks = 0;
    for (uint32_t k = 0; k < n->depth; k++)
        for (size_t i = 0; i < o->blocks.len; i++)
            blocks |= (uint32_t)(o->blocks.at[i] == n->loops[k]) << k;
    return blocks;
}

/* The region. */

/* Again, without what has come of nothing. */
static hir_opt_end give_up(hir_optimizer *o) {
    if (o->checks)
        hir_o_forbid(o, HIR_TABOO_CHECKS);
    else if (!hir_o_wants_checks(o))
        hir_o_forbid(o, HIR_TABOO_REGION);
    return HIR_OPT_AGAIN;
}

static hir_opt_end optimize(hir_optimizer *o) {
    hir_opt_end end = HIR_OPT_CHANGED;
    hir_o_begin_checks(o);
    uint32_t checks = o->changes;
    double before = region_cycles(o, false), best = region_cycles(o, true);
    for (uint32_t i = 0; i < MAX_MOVES && end == HIR_OPT_CHANGED; i++)
        end = hir_o_move_one(o);
    if (end == HIR_OPT_AGAIN)
        return end;
    uint32_t moved = o->changes;
    bool slower = moved > checks && region_cycles(o, false) > before * worth_all;
    if (slower && region_cycles(o, true) > best * worth_all)
        return give_up(o);
    hir_o_tile_all(o);
    hir_o_jam_all(o);
    if (slower && o->changes == moved)
        return give_up(o);
    if (hir_o_wants_checks(o))
        return HIR_OPT_AGAIN;
    hir_o_keep_all(o);
    if (o->checks && o->changes == checks)
        return give_up(o);
    if (hir_o_wants_checks(o))
        return HIR_OPT_AGAIN;
    return o->region->changed ? HIR_OPT_CHANGED : HIR_OPT_SAME;
}

static dd_reply may_change(const hir_optimizer *o, uint32_t loops) {
    if (loops > MAX_LOOPS)
        return hir_decline(HIR_WHY_LARGE_LOOPS);
    if (hir_o_is_taboo(o, HIR_TABOO_GAVE_UP))
        return hir_decline(HIR_WHY_TOO_MANY_ATTEMPTS);
    if (hir_o_is_taboo(o, HIR_TABOO_WITHHELD))
        return hir_decline(HIR_WHY_BISECT);
    if (hir_o_is_taboo(o, HIR_TABOO_REGION))
        return hir_decline(HIR_WHY_NO_GAIN);
    return (dd_reply){.yes = true};
}

/* A nest that relies on a guess is not to be touched unless that can be checked. */
static dd_reply plan_guess(hir_optimizer *o, dd_reply reply) {
    dd_reply guess = hir_plan_guess(&o->graph);
    return guess.yes ? reply : guess;
}

hir_opt_end hir_optimize_region(hir *h, uint32_t index, const dd_options *options, dd_memo *memo,
                                hir_taboos *taboos, hir_opt_steps *steps) {
    hir_optimizer o = {.h = h,
                       .ctx = h->ctx,
                       .region = h->regions.at[index],
                       .index = index,
                       .memo = memo,
                       .taboos = taboos,
                       .steps = steps};
    hir_loop_search loops = hir_o_find_loops(&o, &o.region->node, NULL);
    if (loops.deepest < 2 || hir_is_for_wrong_guess(o.region))
        return HIR_OPT_SAME;
    o.checks = hir_o_is_taboo(&o, HIR_TABOO_UNCHECKED) && !hir_o_is_taboo(&o, HIR_TABOO_CHECKS);
    hir_opt_end end = HIR_OPT_SAME;
    dd_reply reply = may_change(&o, loops.all);
    bool guesses = hir_has_guess(o.region);
    bool built = (reply.yes || guesses) && dd_graph_build(&o.graph, h, o.region, options, memo);
    if (built && !o.graph.complete)
        reply = hir_decline(HIR_WHY_TOO_MANY_PAIRS);
    if (built && guesses)
        reply = plan_guess(&o, reply);
    if (!reply.yes)
        hir_o_note(&o, "change", loops.first->node.node.where, reply);
    else if (built)
        end = optimize(&o);
    if (end == HIR_OPT_SAME && built && hir_keep_guess(&o.graph))
        hir_o_note(&o, "checking of stores", loops.first->node.node.where, (dd_reply){.yes = true});
    hir_o_end_checks(&o);
    vec_free(o.ctx, &o.blocks);
    vec_free(o.ctx, &o.jams);
    dd_graph_free(&o.graph);
    return end;
}
