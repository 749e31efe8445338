/* Loops around innermost ones that are unrolled and jammed. */
#include "hir/optimize/optimizer.h"

static const double worth_jamming = 0.85;

/* Of the body of an innermost loop, by loops around it. */
static uint32_t copies_of(const hir_optimizer *o, HLLoop *innermost) {
    uint32_t copies = 1;
    for (size_t i = 0; i < o->jams.len; i++)
        if (hir_is_in(&innermost->node.node, &o->jams.at[i].loop->node.node))
            copies *= o->jams.at[i].factor;
    return copies;
}

/* What all innermost loops in a loop take now, and if it were jammed. */
typedef struct both {
    size_t loops;
    double now, jammed;
    bool is_large; /* one of them has too many copies then */
} both;

static both compare(hir_optimizer *o, HLLoop *loop, uint32_t factor) {
    both b = {0};
    hir_loop_list inside = {0};
    hir_o_find_loops(o, &loop->node.node, &inside);
    b.loops = inside.len;
    for (size_t i = 0; i < inside.len && inside.len > 1; i++) {
        cost_nest n;
        bool read = cost_read(&n, hir_o_graph(o), inside.at[i]);
        b.is_large |= copies_of(o, inside.at[i]) * factor > COST_MOST_COPIES;
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

static dd_reply try_jam(hir_optimizer *o, HLLoop *loop, uint32_t factor) {
    dd_reply reply = hir_unroll_jam(hir_o_graph(o), loop, factor);
    if (reply.yes)
        vec_push(o->ctx, &o->jams, (hir_jam){loop, factor});
    return reply;
}

/* A loop with several innermost loops has all of them jammed, if that is good for them. Otherwise
 * they get loops of their own. */
static bool jam(hir_optimizer *o, HLLoop *innermost, uint32_t level, uint32_t factor) {
    HLLoop *loop = hir_o_around(innermost, level);
    ir_place where = loop->node.node.where;
    both b = compare(o, loop, factor);
    if (b.is_large)
        return false;
    if (b.loops > 1 && b.jammed < b.now * worth_jamming) {
        dd_reply reply = try_jam(o, loop, factor);
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
    dd_reply reply = try_jam(o, loop, factor);
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

typedef struct gain {
    HLLoop *innermost;
    double cycles;
} gain;
typedef VEC(gain) gains;

/* What it would gain if nothing else changed. That is asked of all before the first is changed:
 * each change makes the graph out of date, and larger. Those that gain most come first. */
static void add_gain(hir_optimizer *o, HLLoop *innermost, gains *all) {
    cost_nest n;
    gain new = {.innermost = innermost};
    if (cost_read(&n, hir_o_graph(o), innermost)) {
        uint32_t allowed = hir_o_jammable(&n) & ~hir_o_blocks_in(o, &n);
        double now = cost_now(&n).cycles, then = cost_moved(&n, 0, 0, allowed).cycles;
        new.cycles = then < now * worth_jamming ? now - then : 0;
    }
    cost_free(&n);
    if (!(new.cycles > 0) || !vec_push(o->ctx, all, new))
        return;
    size_t place = all->len - 1;
    for (; place > 0 && all->at[place - 1].cycles < new.cycles; place--)
        all->at[place] = all->at[place - 1];
    all->at[place] = new;
}

static void jam_around(hir_optimizer *o, HLLoop *innermost) {
    cost_nest n;
    if (cost_read(&n, hir_o_graph(o), innermost)) {
        uint32_t allowed = hir_o_jammable(&n) & ~hir_o_blocks_in(o, &n);
        double limit = cost_now(&n).cycles * worth_jamming;
        n.copies = copies_of(o, innermost);
        cost_plan plan = cost_moved(&n, 0, 0, allowed);
        while (plan.cycles < limit && ctx_ok(o->ctx) &&
               !carry_out(o, innermost, &n, &plan, &allowed))
            plan = cost_moved(&n, 0, 0, allowed);
    }
    cost_free(&n);
}

void hir_o_jam_all(hir_optimizer *o) {
    hir_loop_list all = {0};
    gains wanted = {0};
    hir_o_find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len && ctx_ok(o->ctx); i++)
        add_gain(o, all.at[i], &wanted);
    for (size_t i = 0; i < wanted.len && ctx_ok(o->ctx); i++)
        jam_around(o, wanted.at[i].innermost);
    vec_free(o->ctx, &all);
    vec_free(o->ctx, &wanted);
}
