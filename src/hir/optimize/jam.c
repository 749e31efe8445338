/* Loops around innermost ones that are unrolled and jammed. */
#include "hir/optimize/optimizer.h"

static const double worth_jamming = 0.85;

/* What all innermost loops in a loop take now, and if it were jammed. */
typedef struct both {
    size_t loops;
    double now, jammed;
} both;

static both compare(hir_optimizer *o, HLLoop *loop, uint32_t factor) {
    both b = {0};
    hir_loop_list inside = {0};
    hir_o_find_loops(o, &loop->node.node, &inside);
    b.loops = inside.len;
    for (size_t i = 0; i < inside.len && inside.len > 1; i++) {
        cost_nest n;
        bool read = cost_read(&n, hir_o_graph(o), inside.at[i]);
        for (uint32_t k = 0; read && k < n.depth; k++)
            if (n.loops[k] == loop) {
                b.now += cost_now(&n).cycles;
                b.jammed += k + 1 < n.depth ? cost_jammed(&n, k, factor) : 0;
            }
        cost_free(&n);
    }
    vec_free(o->ctx, &inside);
    return b;
}

/* A loop with several innermost loops has all of them jammed, if that is good for them. Otherwise
 * they get loops of their own. */
static bool jam(hir_optimizer *o, HLLoop *innermost, uint32_t level, uint32_t factor) {
    HLLoop *loop = hir_o_around(innermost, level);
    ir_place where = loop->node.node.where;
    both b = compare(o, loop, factor);
    if (b.loops > 1 && b.jammed < b.now * worth_jamming) {
        dd_reply reply = hir_unroll_jam(hir_o_graph(o), loop, factor);
        if (reply.yes)
            return hir_o_note(o, "unroll-and-jam", where, reply);
    }
    if (b.loops > 1 &&
        !hir_o_note(o, "distribution", where, hir_distribute(hir_o_graph(o), loop))) {
        o->is_refused = true;
        return false;
    }
    uint32_t now = loop->level;
    hir_o_note_strip(o, loop, level);
    loop = hir_o_around(innermost, now);
    if (b.loops > 1 && compare(o, loop, factor).loops > 1)
        return false;
    dd_reply reply = hir_unroll_jam(hir_o_graph(o), loop, factor);
    o->is_refused |= !reply.yes;
    return hir_o_note(o, "unroll-and-jam", where, reply);
}

/* From the outside in. False if the first cannot be jammed, which is no longer among the allowed
 * then: others are to be chosen. */
static bool carry_out(hir_optimizer *o, HLLoop *innermost, const cost_nest *n,
                      const cost_plan *plan, uint32_t *allowed) {
    bool any = false;
    for (uint32_t k = 0; k + 1 < n->depth; k++) {
        uint32_t level = n->loops[k]->level;
        if (plan->factors[k] < 2)
            continue;
        *allowed &= ~(1u << k);
        if (!jam(o, innermost, level, plan->factors[k]))
            return any;
        any = true;
    }
    return true;
}

/* Whether it would pay if nothing else changed. That is asked of all before the first is changed:
 * each change makes the graph out of date, and larger. */
static bool may_pay(hir_optimizer *o, HLLoop *innermost) {
    cost_nest n;
    bool pays = false;
    if (cost_read(&n, hir_o_graph(o), innermost)) {
        uint32_t allowed = hir_o_jammable(&n) & ~hir_o_blocks_in(o, &n);
        pays = cost_moved(&n, 0, 0, allowed).cycles < cost_now(&n).cycles * worth_jamming;
    }
    cost_free(&n);
    return pays;
}

static void jam_around(hir_optimizer *o, HLLoop *innermost) {
    cost_nest n;
    if (cost_read(&n, hir_o_graph(o), innermost)) {
        uint32_t allowed = hir_o_jammable(&n) & ~hir_o_blocks_in(o, &n);
        double limit = cost_now(&n).cycles * worth_jamming;
        cost_plan plan = cost_moved(&n, 0, 0, allowed);
        while (plan.cycles < limit && ctx_ok(o->ctx) &&
               !carry_out(o, innermost, &n, &plan, &allowed))
            plan = cost_moved(&n, 0, 0, allowed);
    }
    cost_free(&n);
}

void hir_o_jam_all(hir_optimizer *o) {
    hir_loop_list all = {0}, wanted = {0};
    hir_o_find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len && ctx_ok(o->ctx); i++)
        if (may_pay(o, all.at[i]))
            vec_push(o->ctx, &wanted, all.at[i]);
    for (size_t i = 0; i < wanted.len && ctx_ok(o->ctx); i++)
        jam_around(o, wanted.at[i]);
    vec_free(o->ctx, &all);
    vec_free(o->ctx, &wanted);
}
