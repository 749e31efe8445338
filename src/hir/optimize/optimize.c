/* One region. First loops change places, one innermost loop after the other, until each has the
 * best one innermost that dependences allow; whatever stands in the way of that is distributed,
 * hoisted or sunk. Then come blocks, for lines that stay in caches, and loops are unrolled and
 * jammed, for values that stay in registers; those that LLVM would not keep there get temps. Which
 * loop, and by how much, is the cost model's choice; whether it may be, that of the transforms. */
#include "hir/optimize/optimize.h"
#include "hir/optimize/cost.h"

/* A change has to gain that much by the model, which is only one. */
static const double worth_moving = 0.8, worth_jamming = 0.85, worth_tiling = 0.85,
                    worth_blocks = 0.75, worth_all = 0.9;
/* A copy and checks take code and time. */
static const double worth_checking = 0.75;
enum { MAX_MOVES = 64, MAX_LOOPS = 64 };
/* In taboos: checks are to be tried, or have come of nothing. */
enum { CHECKS = UINT32_MAX, TRIED = 1, DROPPED = 2 };

typedef VEC(HLLoop *) loop_list;

typedef struct optimizer {
    hir *h;
    lathe_ctx *ctx;
    HLRegion *region;
    uint32_t index;
    dd_graph graph;
    bool is_stale;    /* that; see graph() */
    uint32_t changes; /* made so far */
    bool checks;      /* nests get checks at run time */
    bool may_check;   /* without: they might, and gain */
    bool is_refused;  /* something that promised a gain */
    dd_reply reply;   /* why a nest that would gain can have no checks, and where that is */
    ir_place where;
    dd_memo *memo;
    hir_taboos *taboos;
    hir_opt_steps *steps;
    loop_list blocks; /* loops over blocks */
} optimizer;

/* The region has changed since the graph was built: as a rule, nobody asks for the last one. */
static const dd_graph *graph(optimizer *o) {
    if (o->is_stale)
        dd_graph_rebuild(&o->graph, o->memo);
    o->is_stale = false;
    return &o->graph;
}

static bool is_taboo(const optimizer *o, uint32_t innermost, uint32_t loop, bool in_blocks) {
    for (size_t i = 0; i < o->taboos->len; i++) {
        const hir_taboo *t = &o->taboos->at[i];
        if (t->region == o->index && t->innermost == innermost && t->loop == loop &&
            t->in_blocks <= in_blocks &&
            (t->checked == o->checks || innermost == 0 || innermost == CHECKS))
            return true;
    }
    return false;
}

static void forbid(optimizer *o, uint32_t innermost, uint32_t loop, bool in_blocks) {
    vec_push(o->ctx, o->taboos, (hir_taboo){o->index, innermost, loop, in_blocks, o->checks});
}

static bool is_known(const optimizer *o, const hir_opt_step *step) {
    for (size_t i = 0; i < o->steps->len && step->id; i++) {
        const hir_opt_step *old = &o->steps->at[i];
        if (old->what == step->what && old->id == step->id && old->where.line == step->where.line &&
            old->where.column == step->where.column)
            return true;
    }
    return false;
}

/* Notes what became of a change; what is declined time and again once. Whether it was made. */
static bool note(optimizer *o, const char *what, ir_place where, dd_reply reply) {
    hir_opt_step step = {what, reply.id, reply.reason, where};
    if (!is_known(o, &step))
        vec_push(o->ctx, o->steps, step);
    o->is_stale |= reply.yes;
    o->changes += reply.yes;
    return reply.yes && ctx_ok(o->ctx);
}

/* Loops. */

typedef struct loop_search {
    const hir *h;
    lathe_ctx *ctx;
    loop_list *innermost;
    uint32_t all, deepest;
} loop_search;

/* Whether it only runs when checks have failed. */
static bool is_spare(const HLNode *node) {
    for (; node->parent; node = node->parent) {
        const HLIf *branch = node->parent->kind == HL_IF ? (const HLIf *)node->parent : NULL;
        if (branch && branch->version && node->list == &branch->else_body)
            return true;
    }
    return false;
}

/* Loops come in lexical order: the first in another one comes right behind that. */
static bool note_loop(void *data, HLNode *node) {
    loop_search *s = data;
    if (node->kind == HL_LOOP && !cost_is_flat(s->h, (HLLoop *)node) && !is_spare(node)) {
        HLLoop *loop = (HLLoop *)node;
        loop_list *list = s->innermost;
        s->all++;
        s->deepest = loop->level > s->deepest ? loop->level : s->deepest;
        if (list && list->len && vec_last(list) == hir_parent_loop(node))
            vec_pop(list);
        if (list)
            vec_push(s->ctx, list, loop);
    }
    return ctx_tick(s->ctx, 1);
}

static loop_search find_loops(const optimizer *o, HLNode *in, loop_list *innermost) {
    loop_search s = {.h = o->h, .ctx = o->ctx, .innermost = innermost};
    hir_walk(in, &(hir_walker){.visit = note_loop, .data = &s});
    return s;
}

static double region_cycles(optimizer *o) {
    loop_list all = {0};
    double cycles = 0;
    find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len; i++) {
        cost_nest n;
        if (cost_read(&n, graph(o), all.at[i]))
            cycles += cost_now(&n).cycles;
        cost_free(&n);
    }
    vec_free(o->ctx, &all);
    return cycles;
}

/* Moving loops. */

static HLLoop *around(HLLoop *innermost, uint32_t level) {
    HLLoop *loop = innermost;
    while (loop && loop->level > level)
        loop = hir_parent_loop(&loop->node.node);
    return loop;
}

/* Loops from the outside in, between `loop` and the innermost one. */
static bool try_inside(optimizer *o, HLLoop *loop, HLLoop *innermost, const char *what,
                       dd_reply (*transform)(const dd_graph *, HLLoop *)) {
    for (uint32_t level = loop->level + 1; level <= innermost->level; level++) {
        HLLoop *inner = around(innermost, level);
        dd_reply reply = transform(graph(o), inner);
        if (reply.yes)
            return note(o, what, inner->node.node.where, reply);
    }
    return false;
}

/* One step further inwards for the loop: past the one that is all of its body, or at least that is
 * closer to being so. *level is where it is afterwards. */
static bool step_inwards(optimizer *o, HLLoop *innermost, uint32_t *level) {
    HLLoop *loop = around(innermost, *level);
    HLNode *only = loop->body.first;
    ir_place where = loop->node.node.where;
    bool alone = only && !only->next;
    if (alone && only->kind == HL_LOOP) {
        dd_reply reply = hir_interchange(graph(o), loop, (HLLoop *)only);
        *level += reply.yes;
        return note(o, "interchange", where, reply);
    }
    if (alone && only->kind == HL_IF)
        return note(o, "hoisting of the guard", where, hir_hoist_if(graph(o), loop));
    if (try_inside(o, loop, innermost, "reduction in memory", hir_reduce_in_memory))
        return true;
    dd_reply reply = hir_distribute(graph(o), loop);
    if (reply.yes)
        return note(o, "distribution", where, reply);
    if (try_inside(o, loop, innermost, "sinking", hir_sink) ||
        try_inside(o, loop, innermost, "hoisting of the guard", hir_hoist_if) ||
        try_inside(o, loop, innermost, "distribution", hir_distribute))
        return true;
    return note(o, "distribution", where, reply);
}

/* A loop that is to get to a level further in; NULL: none. In blocks before that, outside of
 * `outer`, if there is one. */
typedef struct move {
    HLLoop *loop, *outer;
    uint32_t level;
    cost_tiling blocks;
} move;

static void note_blocks(optimizer *o, HLLoop *outer, const cost_tiling *t) {
    HLLoop *loop = outer;
    for (uint32_t k = t->first; k < COST_DEPTH; k++)
        if (t->sizes[k] > 1 && (loop = hir_parent_loop(&loop->node.node)))
            vec_push(o->ctx, &o->blocks, loop);
}

/* Blocks of loops from outer to inner. */
static bool make_blocks(optimizer *o, HLLoop *outer, HLLoop *inner, const cost_tiling *t) {
    ir_place where = outer->node.node.where;
    dd_reply reply = hir_tile(graph(o), outer, inner, &t->sizes[t->first]);
    if (reply.yes)
        note_blocks(o, outer, t);
    return note(o, "tiling", where, reply);
}

/* HIR_OPT_SAME: it did not even begin. */
static hir_opt_end make_move(optimizer *o, HLLoop *innermost, move m) {
    uint32_t number = m.loop->node.node.number, moves = 0;
    if (m.outer && make_blocks(o, m.outer, m.loop, &m.blocks))
        moves++;
    if (moves || !m.outer) {
        uint32_t level = m.loop->level, last = m.level + moves;
        while (level < last && moves < MAX_MOVES && step_inwards(o, innermost, &level))
            moves++;
        if (level == last)
            return HIR_OPT_CHANGED;
    }
    forbid(o, innermost->node.node.number, number, m.outer != NULL);
    return moves ? HIR_OPT_AGAIN : HIR_OPT_SAME;
}

/* Loops far outside are not worth the time to look at. */
static uint32_t jammable(const cost_nest *n) {
    enum { NEAR = 5 };
    uint32_t all = (1u << n->depth) - 1;
    return n->depth > NEAR ? all & ~((1u << (n->depth - NEAR)) - 1) : all;
}

/* Loops over blocks are not jammed: iterations far from one another share nothing. */
static uint32_t blocks_in(const optimizer *o, const cost_nest *n) {
    uint32_t blocks = 0;
    for (uint32_t k = 0; k < n->depth; k++)
        for (size_t i = 0; i < o->blocks.len; i++)
            blocks |= (uint32_t)(o->blocks.at[i] == n->loops[k]) << k;
    return blocks;
}

/* Blocks of the loop that is to be innermost, outside of any loop that it is all of. Rows get
 * shorter by that, so it has to be clearly better than to have it innermost as it is. */
static void consider_blocks(optimizer *o, const cost_nest *n, uint32_t from, double limit,
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
        double cycles = cost_moved_in_blocks(n, from, jammable(n), &t);
        if (cycles >= *least || cycles >= limit)
            continue;
        *least = cycles;
        *best = (move){n->loops[from], n->loops[k], n->loops[last]->level, t};
    }
}

static void consider(optimizer *o, const cost_nest *n, uint32_t from, uint32_t to, double *least,
                     move *best) {
    uint32_t last = n->depth - 1;
    HLLoop *loop = n->loops[from];
    if (is_taboo(o, n->loops[last]->node.node.number, loop->node.node.number, false) ||
        !cost_can_move(n, from, to))
        return;
    cost_plan plan = cost_moved(n, from, to, jammable(n));
    if (plan.cycles < *least) {
        *least = plan.cycles;
        *best = (move){.loop = loop, .level = n->loops[to]->level};
    }
    if (to == last && last + 1 < COST_DEPTH && cost_is_fetching(&plan) && !blocks_in(o, n))
        consider_blocks(o, n, from, plan.cycles * worth_blocks, least, best);
}

/* Another loop innermost, if that takes less. */
static move best_innermost(optimizer *o, const cost_nest *n, double *least) {
    uint32_t last = n->depth - 1;
    move best = {0};
    for (uint32_t k = last; k-- > 0;)
        if (n->sinkable >> k & 1)
            consider(o, n, k, last, least, &best);
    return best;
}

/* If the innermost loop is as it should be, those around it. */
static move best_move(optimizer *o, const cost_nest *n, double *least) {
    move best = best_innermost(o, n, least);
    for (uint32_t k = 0; k + 2 < n->depth && !best.loop; k++)
        consider(o, n, k, k + 1, least, &best);
    return best;
}

static move choose_move(optimizer *o, HLLoop *innermost) {
    cost_nest n;
    move best = {0};
    if (cost_read(&n, graph(o), innermost)) {
        double least = cost_moved(&n, 0, 0, jammable(&n)).cycles * worth_moving;
        best = best_move(o, &n, &least);
    }
    cost_free(&n);
    return best;
}

/* Each move may change which loops there are. */
static hir_opt_end move_one(optimizer *o) {
    loop_list all = {0};
    hir_opt_end end = HIR_OPT_SAME;
    find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len && end == HIR_OPT_SAME && ctx_ok(o->ctx); i++) {
        move m = choose_move(o, all.at[i]);
        if (m.loop)
            end = make_move(o, all.at[i], m);
        i -= m.loop && end == HIR_OPT_SAME; /* the next best */
    }
    vec_free(o->ctx, &all);
    return end;
}

/* Blocks. */

/* From the inside out up to that level, each loop around the innermost one gets rid of all else. */
static bool isolate(optimizer *o, HLLoop *innermost, uint32_t level) {
    for (uint32_t outer = innermost->level; outer-- > level;) {
        HLLoop *loop = around(innermost, outer), *inner = around(innermost, outer + 1);
        ir_place where = loop->node.node.where;
        if (inner->node.node.parent != &loop->node.node)
            return false;
        if (!inner->node.node.prev && !inner->node.node.next)
            continue;
        if (!note(o, "distribution", where, hir_distribute(graph(o), loop)) ||
            inner->node.node.prev || inner->node.node.next)
            return false;
    }
    return true;
}

static void tile_around(optimizer *o, HLLoop *innermost) {
    cost_nest n;
    bool done = !cost_read(&n, graph(o), innermost) || blocks_in(o, &n);
    for (uint32_t k = 0; k + 1 < n.depth && !done && ctx_ok(o->ctx); k++) {
        cost_tiling t = {.first = k};
        if (n.tileable >> k & 1 && cost_tile(&n, jammable(&n), worth_tiling, &t))
            done = isolate(o, innermost, n.loops[k]->level) &&
                   make_blocks(o, around(innermost, n.loops[k]->level), innermost, &t);
    }
    cost_free(&n);
}

static void tile_all(optimizer *o) {
    loop_list all = {0};
    find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len && ctx_ok(o->ctx); i++)
        tile_around(o, all.at[i]);
    vec_free(o->ctx, &all);
}

/* Jamming. */

/* What all innermost loops in a loop take now, and if it were jammed. */
typedef struct both {
    size_t loops;
    double now, jammed;
} both;

static both compare(optimizer *o, HLLoop *loop, uint32_t factor) {
    both b = {0};
    loop_list inside = {0};
    find_loops(o, &loop->node.node, &inside);
    b.loops = inside.len;
    for (size_t i = 0; i < inside.len && inside.len > 1; i++) {
        cost_nest n;
        bool read = cost_read(&n, graph(o), inside.at[i]);
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
static bool jam(optimizer *o, HLLoop *innermost, uint32_t level, uint32_t factor) {
    HLLoop *loop = around(innermost, level);
    ir_place where = loop->node.node.where;
    both b = compare(o, loop, factor);
    if (b.loops > 1 && b.jammed < b.now * worth_jamming) {
        dd_reply reply = hir_unroll_jam(graph(o), loop, factor);
        if (reply.yes)
            return note(o, "unroll-and-jam", where, reply);
    }
    if (b.loops > 1 && !note(o, "distribution", where, hir_distribute(graph(o), loop))) {
        o->is_refused = true;
        return false;
    }
    loop = around(innermost, level);
    if (b.loops > 1 && compare(o, loop, factor).loops > 1)
        return false;
    dd_reply reply = hir_unroll_jam(graph(o), loop, factor);
    o->is_refused |= !reply.yes;
    return note(o, "unroll-and-jam", where, reply);
}

/* From the outside in. False if the first cannot be jammed, which is no longer among the allowed
 * then: others are to be chosen. */
static bool carry_out(optimizer *o, HLLoop *innermost, const cost_nest *n, const cost_plan *plan,
                      uint32_t *allowed) {
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

static void jam_around(optimizer *o, HLLoop *innermost) {
    cost_nest n;
    if (cost_read(&n, graph(o), innermost)) {
        uint32_t allowed = jammable(&n) & ~blocks_in(o, &n);
        double limit = cost_now(&n).cycles * worth_jamming;
        cost_plan plan = cost_moved(&n, 0, 0, allowed);
        while (plan.cycles < limit && ctx_ok(o->ctx) &&
               !carry_out(o, innermost, &n, &plan, &allowed))
            plan = cost_moved(&n, 0, 0, allowed);
    }
    cost_free(&n);
}

static void jam_all(optimizer *o) {
    loop_list all = {0};
    find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len && ctx_ok(o->ctx); i++)
        jam_around(o, all.at[i]);
    vec_free(o->ctx, &all);
}

/* Registers. */

static void keep_in(optimizer *o, HLLoop *innermost) {
    hir_hidden hidden = hir_find_hidden(o->h, innermost);
    ir_place where = innermost->node.node.where;
    if (hidden.stays)
        note(o, "memory motion", where, hir_licm(graph(o), innermost));
    if (hidden.again)
        note(o, "scalar replacement", where, hir_scalar_replace_within(graph(o), innermost));
}

static void keep_all(optimizer *o) {
    loop_list all = {0};
    find_loops(o, &o->region->node, &all);
    for (size_t i = 0; i < all.len && ctx_ok(o->ctx); i++)
        keep_in(o, all.at[i]);
    vec_free(o->ctx, &all);
}

/* Checks at run time. */

/* What a nest takes, and what it would if checks excluded what they can. As it is, LLVM checks
 * innermost loops itself. */
typedef struct promise {
    double now, checked;
} promise;

static void add_promise(optimizer *o, const dd_graph *checked, HLLoop *innermost, promise *p) {
    cost_nest n;
    if (cost_read(&n, checked, innermost)) {
        double least = cost_moved(&n, 0, 0, jammable(&n)).cycles;
        best_move(o, &n, &least);
        p->now += cost_now(&n).cycles;
        p->checked += least;
    }
    cost_free(&n);
}

static bool promises(optimizer *o, HLLoop *nest) {
    dd_graph checked;
    dd_options options = {.assume_checked = true};
    loop_list inside = {0};
    promise p = {0};
    find_loops(o, &nest->node.node, &inside);
    if (dd_graph_build(&checked, o->h, o->region, &options, o->memo) && checked.complete)
        for (size_t i = 0; i < inside.len; i++)
            add_promise(o, &checked, inside.at[i], &p);
    dd_graph_free(&checked);
    vec_free(o->ctx, &inside);
    return p.checked < p.now * worth_checking;
}

static bool is_in_doubt(optimizer *o, const HLLoop *nest) {
    const dd_graph *g = graph(o);
    for (size_t i = 0; i < g->edges.len; i++)
        if (dd_is_checkable(g->edges.at[i].reason) &&
            hir_is_in(g->refs.at[g->edges.at[i].source].node, &nest->node.node) &&
            hir_is_in(g->refs.at[g->edges.at[i].sink].node, &nest->node.node))
            return true;
    return false;
}

typedef struct nest_search {
    lathe_ctx *ctx;
    loop_list nests;
} nest_search;

static bool note_nest(void *data, HLNode *node) {
    nest_search *s = data;
    if (node->kind == HL_LOOP)
        vec_push(s->ctx, &s->nests, (HLLoop *)node);
    return node->kind != HL_LOOP && ctx_tick(s->ctx, 1);
}

static void look_at_checks(optimizer *o, HLLoop *nest) {
    dd_reply reply = hir_can_version(graph(o), nest);
    o->may_check |= reply.yes;
    if (!reply.yes && !o->reply.id) {
        o->reply = reply;
        o->where = nest->node.node.where;
    }
}

static void make_checks(optimizer *o, HLLoop *nest) {
    ir_place where = nest->node.node.where;
    note(o, "versioning", where, hir_version_nest(graph(o), nest));
}

/* Nests that would gain by checks. */
static void each_promising(optimizer *o, void (*visit)(optimizer *o, HLLoop *nest)) {
    nest_search s = {.ctx = o->ctx};
    hir_walk(&o->region->node, &(hir_walker){.visit = note_nest, .data = &s});
    for (size_t i = 0; i < s.nests.len && ctx_ok(o->ctx); i++) {
        HLLoop *nest = s.nests.at[i];
        if (find_loops(o, &nest->node.node, NULL).deepest > 1 && is_in_doubt(o, nest) &&
            promises(o, nest))
            visit(o, nest);
    }
    vec_free(o->ctx, &s.nests);
}

static bool is_anything_refused(const optimizer *o) {
    bool refused = o->is_refused;
    for (size_t i = 0; i < o->taboos->len && !refused; i++)
        refused = o->taboos->at[i].region == o->index && o->taboos->at[i].innermost != CHECKS;
    return refused;
}

/* Whether the region is to be tried again, with checks. */
static bool wants_checks(optimizer *o) {
    if (o->checks || !is_anything_refused(o) || is_taboo(o, CHECKS, DROPPED, false))
        return false;
    if (o->may_check)
        forbid(o, CHECKS, TRIED, false);
    else if (o->reply.id)
        note(o, "versioning", o->where, o->reply);
    return o->may_check;
}

/* The region. */

/* Again, without what has come of nothing. */
static hir_opt_end give_up(optimizer *o) {
    if (o->checks)
        forbid(o, CHECKS, DROPPED, false);
    else if (!wants_checks(o))
        forbid(o, 0, 0, false);
    return HIR_OPT_AGAIN;
}

static hir_opt_end optimize(optimizer *o) {
    hir_opt_end end = HIR_OPT_CHANGED;
    each_promising(o, o->checks ? make_checks : look_at_checks);
    uint32_t checks = o->changes;
    double before = region_cycles(o);
    for (uint32_t i = 0; i < MAX_MOVES && end == HIR_OPT_CHANGED; i++)
        end = move_one(o);
    if (end == HIR_OPT_AGAIN)
        return end;
    if (o->changes > checks && region_cycles(o) > before * worth_all)
        return give_up(o);
    tile_all(o);
    jam_all(o);
    if (o->checks && o->changes == checks)
        return give_up(o);
    if (wants_checks(o))
        return HIR_OPT_AGAIN;
    keep_all(o);
    return o->region->changed ? HIR_OPT_CHANGED : HIR_OPT_SAME;
}

hir_opt_end hir_optimize_region(hir *h, uint32_t index, const dd_options *options, dd_memo *memo,
                                hir_taboos *taboos, hir_opt_steps *steps) {
    optimizer o = {.h = h,
                   .ctx = h->ctx,
                   .region = h->regions.at[index],
                   .index = index,
                   .memo = memo,
                   .taboos = taboos,
                   .steps = steps};
    hir_opt_end end = HIR_OPT_SAME;
    o.checks = is_taboo(&o, CHECKS, TRIED, false) && !is_taboo(&o, CHECKS, DROPPED, false);
    loop_search loops = find_loops(&o, &o.region->node, NULL);
    if (is_taboo(&o, 0, 0, false) || loops.deepest < 2 || loops.all > MAX_LOOPS)
        return HIR_OPT_SAME;
    if (dd_graph_build(&o.graph, h, o.region, options, memo) && o.graph.complete)
        end = optimize(&o);
    vec_free(o.ctx, &o.blocks);
    dd_graph_free(&o.graph);
    return end;
}
