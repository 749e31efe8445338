/* Frequencies by propagation (Wu, Larus: Static Branch Frequency and Program Profile Analysis,
 * 1994). Loops are solved from the inside out. Within a loop the header runs once and the loops
 * inside it act as one node each, so every edge is looked at on one level only; what comes back to
 * the header gives how often the loop turns. The absolute frequencies follow from the outside in.
 *
 * A level with edges against the order that lead to no header (an irreducible region) is swept
 * several times, until it settles or the limit is reached.
 */
#include "ir/freq.h"

#include <math.h>

/* An endless loop, or one whose profile says so, turns this often. */
#define MOST_TURNS 4096.0
/* Nests deeper than this bound is worth make no difference to anyone, but must stay finite. */
#define MOST_RUNS 1e18
#define SETTLED 1e-6
enum { MOST_SWEEPS = 256 };

/* Invariant: level i < l->count is the body of loop i, level l->count is the function. A level's
 * nodes are its own blocks and the headers of the loops directly inside it, standing for those
 * loops, in reverse post-order. */
typedef struct solver {
    const ir_loops *l;
    const ir_cfg *cfg;
    double *share;   /* probability of each edge, in step with cfg->preds */
    bool *irregular; /* whether a level holds an irreducible region */
    uint32_t *start, *nodes;
    double *local; /* of each block: runs per turn of its innermost loop */
    double *turns; /* of each loop: turns per turn of the loop around it */
} solver;

static uint32_t level_of(const solver *s, uint32_t loop) {
    return loop == IR_NONE ? s->l->count : loop;
}

/* The loop that b stands for as a node of the level, or IR_NONE if it is a block there. */
static uint32_t loop_of_node(const solver *s, uint32_t level, uint32_t b) {
    uint32_t loop = s->l->innermost[b];
    return level_of(s, loop) == level ? IR_NONE : loop;
}

static void add_node(solver *s, uint32_t level, uint32_t b) {
    if (s->nodes)
        s->nodes[--s->start[level]] = b;
    else
        s->start[level]++;
}

static void visit_nodes(solver *s) {
    for (uint32_t i = s->cfg->rpo_count; i-- > 0;) {
        uint32_t b = s->cfg->rpo[i], loop = s->l->innermost[b];
        add_node(s, level_of(s, loop), b);
        if (loop != IR_NONE && s->l->loops[loop].header == b)
            add_node(s, level_of(s, s->l->loops[loop].parent), b);
    }
}

static bool list_nodes(solver *s, arena *a) {
    uint32_t levels = s->l->count + 1;
    s->start = arena_array(a, (size_t)levels + 1, uint32_t);
    if (!s->start)
        return false;
    visit_nodes(s);
    for (uint32_t i = 0, sum = 0; i <= levels; i++) {
        sum += s->start[i];
        s->start[i] = sum;
    }
    s->nodes = arena_array(a, s->start[levels], uint32_t);
    if (!s->nodes)
        return false;
    visit_nodes(s);
    return true;
}

/* In the order in which ir_cfg sorts its edges by target. */
static bool sort_shares(solver *s, arena *a, const double *probability) {
    const ir_cfg *cfg = s->cfg;
    uint32_t *end = arena_array(a, cfg->count, uint32_t);
    s->share = arena_array(a, cfg->edge_count, double);
    if (!end || !s->share)
        return false;
    for (uint32_t b = 0; b < cfg->count; b++)
        end[b] = cfg->pred_start[b + 1];
    for (uint32_t e = cfg->edge_count; e-- > 0;)
        s->share[--end[cfg->succs[e]]] = probability[e];
    return true;
}

static bool mark_irregular(solver *s, arena *a) {
    s->irregular = arena_array(a, (size_t)s->l->count + 1, bool);
    for (uint32_t i = 0; s->irregular && i < s->l->region_count; i++)
        s->irregular[level_of(s, s->l->regions[i].loop)] = true;
    return s->irregular != NULL;
}

/* Runs of b per turn of the level's loop, which is around b. */
static double runs_at_level(const solver *s, uint32_t level, uint32_t b) {
    double runs = s->local[b];
    uint32_t loop = s->l->innermost[b];
    for (; level_of(s, loop) != level; loop = s->l->loops[loop].parent)
        runs *= s->turns[loop];
    return runs;
}

static bool is_inside(const solver *s, uint32_t level, uint32_t b) {
    return ir_cfg_reachable(s->cfg, b) &&
           (level == s->l->count || ir_loop_has_block(s->l, level, b));
}

/* What flows to b within the level, but for edges from inside the loop `except`. */
static double flow_into(const solver *s, uint32_t level, uint32_t b, uint32_t except) {
    const ir_cfg *cfg = s->cfg;
    double sum = 0;
    for (uint32_t i = cfg->pred_start[b]; i < cfg->pred_start[b + 1]; i++) {
        uint32_t p = cfg->preds[i];
        if (is_inside(s, level, p) && (except == IR_NONE || !ir_loop_has_block(s->l, except, p)))
            sum += s->share[i] * runs_at_level(s, level, p);
    }
    return sum;
}

/* One turn of the level; the largest change of a node relative to its size. */
static double sweep(solver *s, uint32_t level, const double *gain) {
    double change = 0;
    for (uint32_t i = s->start[level]; i < s->start[level + 1]; i++) {
        uint32_t b = s->nodes[i], loop = loop_of_node(s, level, b);
        bool first = i == s->start[level];
        double runs = first ? 1 : flow_into(s, level, b, loop);
        double *place = loop == IR_NONE ? &s->local[b] : &s->turns[loop];
        if (loop != IR_NONE)
            runs *= gain[loop];
        runs = fmin(runs, MOST_RUNS);
        change = fmax(change, fabs(runs - *place) / fmax(runs, 1e-300));
        *place = runs;
    }
    return change;
}

/* How often the loop turns each time it is entered. */
static double gain_of(const solver *s, uint32_t loop) {
    double back = flow_into(s, loop, s->l->loops[loop].header, IR_NONE);
    return back < 1 - 1 / MOST_TURNS ? 1 / (1 - back) : MOST_TURNS;
}

static bool solve_level(solver *s, uint32_t level, double *gain) {
    uint64_t size = s->start[level + 1] - s->start[level];
    unsigned sweeps = s->irregular[level] ? MOST_SWEEPS : 1;
    while (sweeps-- > 0)
        if (!ctx_tick(s->cfg->ctx, size + 1) || sweep(s, level, gain) < SETTLED)
            break;
    if (level < s->l->count)
        gain[level] = gain_of(s, level);
    return ctx_ok(s->cfg->ctx);
}

/* Parents have smaller numbers, so their frequency is known when their children ask. */
static void make_absolute(solver *s, ir_freq *freq) {
    for (uint32_t i = 0; i < s->l->count; i++) {
        uint32_t parent = s->l->loops[i].parent;
        if (parent != IR_NONE)
            s->turns[i] = fmin(s->turns[i] * s->turns[parent], MOST_RUNS);
    }
    for (uint32_t b = 0; b < s->cfg->count; b++) {
        uint32_t loop = s->l->innermost[b];
        double around = loop == IR_NONE ? 1 : s->turns[loop];
        freq->block[b] = fmin(s->local[b] * around, MOST_RUNS);
    }
}

bool ir_freq_build(ir_freq *freq, arena *a, const ir_loops *loops) {
    const ir_cfg *cfg = loops->cfg;
    ir_branch branch;
    *freq = (ir_freq){.block = arena_array(a, cfg->count, double)};
    double *gain = arena_array(a, loops->count, double);
    solver s = {.l = loops,
                .cfg = cfg,
                .local = arena_array(a, cfg->count, double),
                .turns = arena_array(a, loops->count, double)};
    if (!freq->block || !gain || !s.local || !s.turns || !ir_branch_build(&branch, a, loops) ||
        !list_nodes(&s, a) || !sort_shares(&s, a, branch.probability) || !mark_irregular(&s, a))
        return false;
    freq->profiled = branch.profiled;
    for (uint32_t i = loops->count; i-- > 0;)
        if (!solve_level(&s, i, gain))
            return false;
    if (!solve_level(&s, loops->count, gain))
        return false;
    make_absolute(&s, freq);
    return ctx_ok(cfg->ctx);
}
