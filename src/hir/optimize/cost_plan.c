/* Looks for the best plan for a nest by the cost model: which loop goes where, and how it is
 * unrolled and jammed. */
#include "hir/optimize/optimize_cost.h"

#include <math.h>

static const uint32_t block_sizes[] = {32, 64, 128, 256};
enum { BLOCK_SIZES = sizeof block_sizes / sizeof *block_sizes };
/* Of innermost loops, for what fetches lines ahead. */
enum { LEAST_ROW = 256, LEAST_MOVED = 48 };
static const double worth_blocking = 0.2; /* that much of the time is for fetching lines */

static cost_plan plan_for(const cost_nest *n, uint32_t from, uint32_t to) {
    cost_plan plan = {0};
    for (uint32_t k = 0; k < n->depth; k++) {
        plan.factors[k] = 1;
        plan.order[k] = k == to ? from : k + (k >= from && k < to);
    }
    return plan;
}

cost_plan cost_now(const cost_nest *n) {
    cost_plan plan = plan_for(n, 0, 0);
    cost_find_cycles(n, &plan);
    return plan;
}

double cost_jammed(const cost_nest *n, uint32_t loop, uint32_t factor) {
    cost_plan plan = plan_for(n, 0, 0);
    plan.factors[loop] = factor;
    cost_find_cycles(n, &plan);
    return plan.cycles;
}

/* Two loops by all factors, on top of `none`. */
static void consider(const cost_nest *n, const cost_plan *none, cost_plan *best, uint32_t a,
                     uint32_t b) {
    static const uint32_t factors[] = {1, 2, 3, 4, 6, 8};
    enum { FACTORS = sizeof factors / sizeof *factors };
    for (size_t i = 0; i < FACTORS; i++)
        for (size_t k = 0; k < (a == b ? 1 : FACTORS); k++) {
            cost_plan plan = *none;
            plan.factors[a] = factors[i];
            plan.factors[b] *= factors[k];
            if (plan.factors[a] > n->trips[a] || plan.factors[b] > n->trips[b] ||
                cost_copies(n, &plan, cost_all_loops(n)) * (n->copies ? n->copies : 1) >
                    COST_MOST_COPIES)
                continue;
            cost_find_cycles(n, &plan);
            if (plan.cycles < best->cycles)
                *best = plan;
        }
}

bool cost_can_move(const cost_nest *n, uint32_t from, uint32_t to) {
    for (uint32_t k = from + 1; k <= to; k++)
        if (n->needs[k] >> from & 1)
            return false;
    return true;
}

cost_plan cost_moved(const cost_nest *n, uint32_t from, uint32_t to, uint32_t jammed) {
    cost_plan none = plan_for(n, from, to);
    cost_find_cycles(n, &none);
    cost_plan best = none;
    jammed &= ~(1u << cost_innermost(n, &none));
    for (uint32_t k = 0; k < n->depth; k++)
        jammed &= ~n->needs[k];
    for (uint32_t a = 0; a < n->depth; a++)
        for (uint32_t b = a; b < n->depth; b++)
            if (jammed >> a & 1 && jammed >> b & 1)
                consider(n, &none, &best, a, b);
    return best;
}

/* Blocks. */

bool cost_is_fetching(const cost_plan *p) {
    return p->fetching >= p->cycles * worth_blocking;
}

/* By old loops, their numbers in the nest in blocks: of the loop over points, and of the one over
 * blocks, which is the same if it has none. */
typedef struct places {
    uint32_t point[COST_DEPTH], block[COST_DEPTH];
    uint32_t depth;
} places;

static places place_all(const cost_nest *n, const cost_tiling *t) {
    places p = {.depth = n->depth};
    uint32_t next = t->first;
    for (uint32_t k = t->first; k < n->depth; k++)
        p.depth += t->sizes[k] > 1;
    for (uint32_t k = 0; k < n->depth; k++) {
        p.point[k] = k < t->first ? k : k + p.depth - n->depth;
        p.block[k] = k >= t->first && t->sizes[k] > 1 ? next++ : p.point[k];
    }
    return p;
}

static uint32_t map_loops(const cost_nest *n, const places *p, uint32_t loops, bool blocks) {
    uint32_t mapped = 0;
    for (uint32_t k = 0; k < n->depth; k++)
        if (loops >> k & 1)
            mapped |= 1u << p->point[k] | (blocks ? 1u << p->block[k] : 0);
    return mapped;
}

static void map_refs(const cost_nest *n, const places *p, const cost_tiling *t, cost_nest *to) {
    for (size_t i = 0; i < n->refs.len; i++) {
        cost_ref ref = n->refs.at[i];
        for (uint32_t k = 0; k < n->depth; k++) {
            ref.strides[p->block[k]] = n->refs.at[i].strides[k] * t->sizes[k];
            ref.strides[p->point[k]] = n->refs.at[i].strides[k];
        }
        ref.disturbed = map_loops(n, p, ref.disturbed, false);
        vec_push(n->h->ctx, &to->refs, ref);
    }
    for (size_t i = 0; i < n->operations.len; i++) {
        cost_operation op = n->operations.at[i];
        op.loops = map_loops(n, p, op.loops, true);
        vec_push(n->h->ctx, &to->operations, op);
    }
}

/* The nest as it is in blocks, to be freed as one that was read. */
static cost_nest nest_of(const cost_nest *n, places *p, const cost_tiling *t) {
    *p = place_all(n, t);
    cost_nest to = *n;
    to.depth = p->depth;
    to.refs.at = NULL, to.refs.len = to.refs.cap = 0;
    to.operations.at = NULL, to.operations.len = to.operations.cap = 0;
    for (uint32_t k = 0; k < n->depth; k++) {
        uint32_t block = p->block[k], point = p->point[k];
        to.loops[block] = to.loops[point] = n->loops[k];
        to.needs[block] = 0;
        to.needs[point] = map_loops(n, p, n->needs[k], true);
        to.trips[block] = ceil(n->trips[k] / t->sizes[k]);
        to.trips[point] = block == point ? n->trips[k] : t->sizes[k];
    }
    to.carries = map_loops(n, p, n->carries, false);
    to.sinkable = to.tileable = 0;
    to.vectors = map_loops(n, p, n->vectors, false);
    map_refs(n, p, t, &to);
    return to;
}

/* With the factors of the plan. */
static cost_plan blocked_plan(const cost_nest *n, const cost_tiling *t, const cost_plan *plan) {
    places p;
    cost_nest to = nest_of(n, &p, t);
    cost_plan blocked = plan_for(&to, 0, 0);
    for (uint32_t k = 0; k < n->depth; k++)
        blocked.factors[p.point[k]] = plan->factors[k];
    cost_find_cycles(&to, &blocked);
    cost_free(&to);
    return blocked;
}

/* A little less, if blocks are all full then. */
static uint32_t even_size(double trips, uint32_t size) {
    for (uint32_t s = size; s > size / 2; s -= 4)
        if (fmod(trips, s) == 0)
            return s;
    return size;
}

static bool can_block(const cost_nest *n, const cost_tiling *t, uint32_t loop, uint32_t size) {
    if (loop + 1 == n->depth && size < LEAST_ROW)
        return false;
    return n->trips[loop] >= 2 * size && !(n->needs[loop] >> t->first);
}

/* Two loops by all sizes, or one. */
static void consider_blocks(const cost_nest *n, const cost_plan *plan, uint32_t a, uint32_t b,
                            cost_tiling *best, double *least) {
    for (size_t i = 0; i < BLOCK_SIZES; i++)
        for (size_t k = 0; k < (a == b ? 1 : BLOCK_SIZES); k++) {
            cost_tiling t = {.first = best->first};
            for (uint32_t l = 0; l < n->depth; l++)
                t.sizes[l] = 1;
            t.sizes[b] = even_size(n->trips[b], block_sizes[k]);
            t.sizes[a] = even_size(n->trips[a], block_sizes[i]);
            if (!can_block(n, &t, a, t.sizes[a]) || !can_block(n, &t, b, t.sizes[b]))
                continue;
            double cycles = blocked_plan(n, &t, plan).cycles;
            if (cycles >= *least)
                continue;
            *least = cycles;
            *best = t;
        }
}

static double best_in_blocks(const cost_nest *n, const cost_tiling *t, uint32_t jammed) {
    places p;
    cost_nest to = nest_of(n, &p, t);
    double cycles = cost_moved(&to, 0, 0, map_loops(n, &p, jammed, false)).cycles;
    cost_free(&to);
    return cycles;
}

bool cost_tile(const cost_nest *n, uint32_t jammed, double worth, cost_tiling *t) {
    cost_plan plan = cost_moved(n, 0, 0, jammed);
    double least = plan.cycles;
    if (!cost_is_fetching(&plan) || n->depth + 2 > COST_DEPTH)
        return false;
    for (uint32_t a = t->first; a < n->depth; a++)
        for (uint32_t b = a; b < n->depth; b++)
            consider_blocks(n, &plan, a, b, t, &least);
    return least < plan.cycles && best_in_blocks(n, t, jammed) < plan.cycles * worth;
}

double cost_moved_in_blocks(const cost_nest *n, uint32_t from, uint32_t jammed, cost_tiling *t) {
    double least = INFINITY;
    uint32_t best = 1;
    for (size_t i = 0; i < BLOCK_SIZES; i++) {
        uint32_t size = even_size(n->trips[from], block_sizes[i]);
        for (uint32_t k = 0; k < n->depth; k++)
            t->sizes[k] = k == from ? size : 1;
        if (size < LEAST_MOVED || n->trips[from] < 2 * size || n->needs[from] >> t->first)
            continue;
        places p;
        cost_nest to = nest_of(n, &p, t);
        double cycles =
            cost_moved(&to, p.point[from], to.depth - 1, map_loops(n, &p, jammed, false)).cycles;
        cost_free(&to);
        best = cycles < least ? size : best;
        least = cycles < least ? cycles : least;
    }
    t->sizes[from] = best;
    return least;
}
