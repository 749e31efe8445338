/* Loop interchange: each innermost loop gets the one innermost that is best by the model,
 * then those around it are put in order. */
#include "hir/optimize/optimizer.h"

static const double worth_moving = 0.8, worth_blocks = 0.75;
enum { MAX_MOVES = 64 };

static bool is_taboo(const hir_optimizer *o, uint32_t innermost, uint32_t loop, bool in_blocks) {
    for (size_t i = 0; i < o->taboos->len; i++) {
        const hir_taboo *t = &o->taboos->at[i];
        if (t->region == o->index && t->innermost == innermost && t->loop == loop &&
            t->checked == o->checks &&
            (t->kind == HIR_TABOO_MOVE || (t->kind == HIR_TABOO_BLOCKS && in_blocks)))
            return true;
    }
    return false;
}

static void forbid(hir_optimizer *o, uint32_t innermost, uint32_t loop, bool in_blocks) {
    hir_taboo_kind kind = in_blocks ? HIR_TABOO_BLOCKS : HIR_TABOO_MOVE;
    vec_push(o->ctx, o->taboos, (hir_taboo){kind, o->index, innermost, loop, o->checks});
}

/* Loops from the outside in, between `loop` and the innermost one. */
static bool try_inside(hir_optimizer *o, HLLoop *loop, HLLoop *innermost, const char *what,
                       dd_reply (*transform)(const dd_graph *, HLLoop *)) {
    for (uint32_t level = loop->level + 1; level <= innermost->level; level++) {
        HLLoop *inner = hir_o_around(innermost, level);
        dd_reply reply = transform(hir_o_graph(o), inner);
        hir_o_note_strip(o, inner, level);
        if (reply.yes)
            return hir_o_note(o, what, inner->node.node.where, reply);
    }
    return false;
}

/* One step further inwards for the loop: past the one that is all of its body, or at least that is
 * closer to being so. *level is where it is afterwards. */
static bool step_inwards(hir_optimizer *o, HLLoop *innermost, uint32_t *level) {
    HLLoop *loop = hir_o_around(innermost, *level);
    HLNode *only = loop->body.first;
    ir_place where = loop->node.node.where;
    bool alone = only && !only->next;
    if (alone && only->kind == HL_LOOP) {
        dd_reply reply = hir_interchange(hir_o_graph(o), loop, (HLLoop *)only);
        *level += reply.yes;
        return hir_o_note(o, "interchange", where, reply);
    }
    if (alone && only->kind == HL_IF)
        return hir_o_note(o, "hoisting of the guard", where, hir_hoist_if(hir_o_graph(o), loop));
    if (try_inside(o, loop, innermost, "reduction in memory", hir_reduce_in_memory))
        return true;
    dd_reply reply = hir_distribute(hir_o_graph(o), loop);
    hir_o_note_strip(o, loop, *level);
    *level = loop->level;
    if (reply.yes)
        return hir_o_note(o, "distribution", where, reply);
    if (try_inside(o, loop, innermost, "sinking", hir_sink) ||
        try_inside(o, loop, innermost, "hoisting of the guard", hir_hoist_if) ||
        try_inside(o, loop, innermost, "distribution", hir_distribute))
        return true;
    return hir_o_note(o, "distribution", where, reply);
}

/* A loop that is to get to a level further in; NULL: none. In blocks before that, outside of
 * `outer`, if there is one. */
typedef struct move {
    HLLoop *loop, *outer;
    uint32_t level;
    cost_tiling blocks;
} move;

/* HIR_OPT_SAME: it did not even begin. */
static hir_opt_end make_move(hir_optimizer *o, HLLoop *innermost, move m) {
    uint32_t number = m.loop->node.node.number, moves = 0;
    if (m.outer && hir_o_make_blocks(o, m.outer, m.loop, &m.blocks))
        moves++;
    if (moves || !m.outer) {
        uint32_t level = m.loop->level, below = innermost->level - (m.level + moves);
        while (level + below < innermost->level && moves < MAX_MOVES &&
               step_inwards(o, innermost, &level))
            moves++;
        if (level + below == innermost->level)
            return HIR_OPT_CHANGED;
    }
    forbid(o, innermost->node.node.number, number, m.outer != NULL);
    return moves ? HIR_OPT_AGAIN : HIR_OPT_SAME;
}

/* Blocks of the loop that is to be innermost, outside of any loop that it is all of. Rows get
 * shorter by that, so it has to be clearly better than to have it innermost as it is. */
static void consider_blocks(hir_optimizer *o, const cost_nest *n, uint32_t from, double limit,
                            double *least, move *best) {
    uint32_t last = n->depth - 1;
    if (is_taboo(o, n->loops[last]->node.node.number, n->loops[from]->node.node.number, true))
        return;
    for (uint32_t k = from + 1; k-- > 0;) {
        const HLNode *inner = &n->loops[k + 1]->node.node;
        cost_tiling t = {.first = k};
        if (k < from && (inner->parent != &n->loops[k]->node.node || inner->prev || inner->next))
            return;
        if (!(n->tileable >> k & 1))
            continue;
        double cycles = cost_moved_in_blocks(n, from, hir_o_safely_jammable(n), &t);
        if (cycles >= *least || cycles >= limit)
            continue;
        *least = cycles;
        *best = (move){n->loops[from], n->loops[k], n->loops[last]->level, t};
    }
}

static void consider(hir_optimizer *o, const cost_nest *n, uint32_t from, uint32_t to,
                     double *least, move *best) {
    uint32_t last = n->depth - 1;
    HLLoop *loop = n->loops[from];
    if (is_taboo(o, n->loops[last]->node.node.number, loop->node.node.number, false) ||
        !cost_can_move(n, from, to))
        return;
    cost_plan plan = cost_moved(n, from, to, hir_o_safely_jammable(n));
    if (plan.cycles < *least) {
        *least = plan.cycles;
        *best = (move){.loop = loop, .level = n->loops[to]->level};
    }
    if (to == last && last + 1 < COST_DEPTH && cost_is_fetching(&plan) && !hir_o_blocks_in(o, n))
        consider_blocks(o, n, from, plan.cycles * worth_blocks, least, best);
}

/* Another loop innermost, if that takes less. */
static move best_innermost(hir_optimizer *o, const cost_nest *n, uint32_t first, double *least) {
    uint32_t last = n->depth - 1;
    move best = {0};
    for (uint32_t k = last; k-- > first;)
        if (n->sinkable >> k & 1)
            consider(o, n, k, last, least, &best);
    return best;
}

/* If the innermost loop is as it should be, those around it, from the `first` on. */
static move best_move(hir_optimizer *o, const cost_nest *n, uint32_t first, double *least) {
    move best = best_innermost(o, n, first, least);
    for (uint32_t k = first; k + 2 < n->depth && !best.loop; k++)
        if (!(n->stuck >> k & 1))
            consider(o, n, k, k + 1, least, &best);
    return best;
}

double hir_o_best_move(hir_optimizer *o, const cost_nest *n, const HLLoop *nest) {
    uint32_t outer = n->loops[0]->level, first = nest->level > outer ? nest->level - outer : 0;
    uint32_t jammed = hir_o_safely_jammable(n) & ~((1u << first) - 1);
    double least = cost_moved(n, first, first, jammed).cycles;
    best_move(o, n, first, &least);
    return least;
}

static move choose_move(hir_optimizer *o, HLLoop *innermost) {
    cost_nest n;
    move best = {0};
    if (cost_read(&n, hir_o_graph(o), innermost)) {
        double least = cost_moved(&n, 0, 0, hir_o_safely_jammable(&n)).cycles * worth_moving;
        best = best_move(o, &n, 0, &least);
    }
    cost_free(&n);
    return best;
}

/* Each move may change which loops there are. */
hir_opt_end hir_o_move_one(hir_optimizer *o) {
    hir_loop_list all = {0};
    hir_opt_end end = HIR_OPT_SAME;
    hir_o_find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len && end == HIR_OPT_SAME && ctx_ok(o->ctx); i++) {
        move m = choose_move(o, all.at[i]);
        if (m.loop)
            end = make_move(o, all.at[i], m);
        i -= m.loop && end == HIR_OPT_SAME; /* the next best */
    }
    vec_free(o->ctx, &all);
    return end;
}
