#include "hir/dd/query.h"

#include "hir/dd/sums.h"

static dd_reply no(hir_why why, uint32_t edge) {
    dd_reply reply = hir_decline(why);
    reply.edge = edge;
    return reply;
}

static bool both_in(const dd_graph *g, const dd_edge *e, const HLNode *top) {
    return hir_is_in(g->refs.at[e->source].node->parent, top) &&
           hir_is_in(g->refs.at[e->sink].node->parent, top);
}

/* Loops that some other exit leaves, or whose count is not known, or graphs with holes. */
dd_reply dd_can_count(const dd_graph *g, const HLLoop *loop) {
    if (!g->complete)
        return no(HIR_WHY_REGION_TOO_LARGE, DD_NO_EDGE);
    if (loop->loop_kind == LOOP_WHILE)
        return no(HIR_WHY_NO_COUNT, DD_NO_EDGE);
    if (loop->loop_kind == LOOP_MULTI_EXIT)
        return no(HIR_WHY_EXITS, DD_NO_EDGE);
    return dd_yes();
}

/* Temps whose value never comes from an earlier iteration of the loops at levels low to high: each
 * iteration can have its own. */
typedef struct privates {
    map flows; /* symbases that are not so */
    map used_outside;
} privates;

static void find_privates(const dd_graph *g, const HLNode *loop, uint32_t low, uint32_t high,
                          privates *p) {
    map_init(&p->flows, g->h->ctx);
    map_init(&p->used_outside, g->h->ctx);
    for (size_t i = 0; i < g->edges.len; i++) {
        const dd_edge *e = &g->edges.at[i];
        const dd_ref *from = &g->refs.at[e->source], *to = &g->refs.at[e->sink];
        if (from->kind != DD_REF_SCALAR || e->kind != DD_FLOW)
            continue;
        bool inside = hir_is_in(to->node->parent, loop);
        if (e->level >= low && e->level <= high && inside)
            map_put_u(&p->flows, from->symbase);
        if (hir_is_in(from->node->parent, loop) && !inside)
            map_put_u(&p->used_outside, from->symbase);
    }
    for (size_t i = 0; i < g->region->live_out.len; i++)
        map_put_u(&p->used_outside, hir_temp_at(g->h, g->region->live_out.at[i])->symbase);
}

static void free_privates(privates *p) {
    map_free(&p->flows);
    map_free(&p->used_outside);
}

/* Whether the edge goes away when each iteration has a temp of its own; its last value is the same
 * if the order of iterations is. */
static bool is_private(const dd_graph *g, const dd_edge *e, const privates *p, bool keeps_last) {
    const dd_ref *ref = &g->refs.at[e->source];
    return ref->kind == DD_REF_SCALAR && !map_find_u(&p->flows, ref->symbase) &&
           (keeps_last || !map_find_u(&p->used_outside, ref->symbase));
}

/* A change of the loops from one level to another. */
typedef struct question {
    const dd_graph *g;
    uint32_t outer, inner;
    uint64_t distance; /* see dd_reply */
} question;

typedef bool blocks_fn(question *q, const dd_edge *e);

/* The first edge inside of the loop that blocks, for which privates do not count, nor sums if one
 * iteration still comes after the other, in whatever order. */
static dd_reply search(const dd_graph *g, HLLoop *top, uint32_t inner, bool reorders,
                       blocks_fn *blocks) {
    question q = {.g = g, .outer = top->level, .inner = inner};
    dd_reply reply = dd_yes();
    privates p;
    dd_sums sums = {0};
    find_privates(g, &top->node.node, q.outer, inner, &p);
    if (reorders)
        dd_sums_find(&sums, g, top);
    for (uint32_t i = 0; i < g->edges.len && reply.yes; i++) {
        const dd_edge *e = &g->edges.at[i];
        if (both_in(g, e, &top->node.node) && e->kind != DD_INPUT &&
            !is_private(g, e, &p, !reorders) && !(reorders && dd_is_of_sum(&sums, e)) &&
            blocks(&q, e))
            reply = no(HIR_WHY_DEP_CARRIED, i);
    }
    reply.distance = q.distance;
    free_privates(&p);
    if (reorders)
        dd_sums_free(&sums);
    return reply;
}

static dd_reply search_loop(const dd_graph *g, HLLoop *loop, bool reorders, blocks_fn *blocks) {
    dd_reply reply = dd_can_count(g, loop);
    return reply.yes ? search(g, loop, loop->level, reorders, blocks) : reply;
}

static bool is_carried_by(question *q, const dd_edge *e) {
    return e->level == q->outer;
}

dd_reply dd_can_parallelize(const dd_graph *g, HLLoop *loop) {
    return search_loop(g, loop, false, is_carried_by);
}

dd_reply dd_can_reverse(const dd_graph *g, HLLoop *loop) {
    return search_loop(g, loop, true, is_carried_by);
}

/* Carried from what comes first to what comes later, all iterations of a vector do the one before
 * the other. Else the distance limits how many there may be. */
static bool blocks_vector(question *q, const dd_edge *e) {
    uint32_t level = q->outer;
    const HLNode *from = q->g->refs.at[e->source].node, *to = q->g->refs.at[e->sink].node;
    if (e->level != level || from->order < to->order)
        return false;
    if (!e->constant[level - 1] || e->distance[level - 1] < 2)
        return true;
    uint64_t distance = (uint64_t)e->distance[level - 1];
    if (!q->distance || distance < q->distance)
        q->distance = distance;
    return false;
}

dd_reply dd_can_vectorize(const dd_graph *g, HLLoop *loop) {
    dd_reply reply = dd_can_count(g, loop);
    if (reply.yes && !hir_is_innermost(loop))
        return no(HIR_WHY_NOT_INNERMOST, DD_NO_EDGE);
    return search_loop(g, loop, false, blocks_vector);
}

/* Nests. */

/* From inner outwards, each loop is all that is in the next one. */
static bool is_perfect(const HLLoop *outer, const HLLoop *inner) {
    const HLNode *node = &inner->node.node;
    while (node != &outer->node.node) {
        if (!node->parent || node->parent->kind != HL_LOOP || node->prev || node->next)
            return false;
        node = node->parent;
    }
    return true;
}

static dd_reply check_nest(const dd_graph *g, HLLoop *outer, HLLoop *inner) {
    if (outer->level > inner->level || !hir_is_in(&inner->node.node, &outer->node.node))
        return no(HIR_WHY_NOT_NESTED, DD_NO_EDGE);
    for (HLLoop *l = inner;; l = hir_parent_loop(&l->node.node)) {
        dd_reply reply = dd_can_count(g, l);
        if (!reply.yes || l == outer)
            return !reply.yes || is_perfect(outer, inner) ? reply
                                                          : no(HIR_WHY_NOT_PERFECT, DD_NO_EDGE);
    }
}

/* Whether a vector that was positive may be negative when the levels were interchanged. */
static bool blocks_swap(question *q, const dd_edge *e) {
    if (e->level == 0 || e->level > q->inner || e->level < q->outer)
        return false;
    for (uint32_t k = 1; k <= e->levels; k++) {
        uint32_t level = k == q->outer ? q->inner : k == q->inner ? q->outer : k;
        uint8_t directions = level <= e->levels ? e->directions[level - 1] : DD_ANY;
        if (directions & DD_GREATER)
            return true;
        if (directions == DD_LESS)
            return false;
    }
    return false;
}

static dd_reply search_band(const dd_graph *g, HLLoop *outer, HLLoop *inner, blocks_fn *blocks) {
    dd_reply reply = check_nest(g, outer, inner);
    return reply.yes ? search(g, outer, inner->level, true, blocks) : reply;
}

dd_reply dd_can_permute(const dd_graph *g, HLLoop *outer, HLLoop *inner) {
    return search_band(g, outer, inner, blocks_swap);
}

static bool blocks_tiles(question *q, const dd_edge *e) {
    if (e->level == 0 || e->level < q->outer || e->level > q->inner)
        return false;
    for (uint32_t level = q->outer; level <= q->inner; level++)
        if (level > e->levels || e->directions[level - 1] & DD_GREATER)
            return true;
    return false;
}

dd_reply dd_can_tile(const dd_graph *g, HLLoop *outer, HLLoop *inner) {
    return search_band(g, outer, inner, blocks_tiles);
}

/* Fusion: pairs of both loops are tested again as if the loops were one. */

typedef struct fusing {
    const dd_graph *g;
    HLLoop *first, *second;
    dd_region r;
    dd_accesses accesses;
    dd_exact *exact;
} fusing;

static dd_reply check_memory(fusing *f, uint32_t a, uint32_t b) {
    dd_pair_result r;
    dd_test_fused(&f->r, dd_access_of(&f->accesses, a), dd_access_of(&f->accesses, b), f->exact,
                  f->first->level, &r);
    return r.answer.backward[f->first->level].possible ? no(HIR_WHY_DEP_FUSED, DD_NO_EDGE)
                                                       : dd_yes();
}

static bool is_live_in(const dd_graph *g, hir_symbase t) {
    for (size_t i = 0; i < g->region->live_in.len; i++)
        if (hir_temp_at(g->h, g->region->live_in.at[i])->symbase == t)
            return true;
    return false;
}

/* Whether what the ref reads may be from before the loop. */
static bool comes_from_before(const dd_graph *g, uint32_t ref, const HLNode *loop) {
    bool from_inside = false;
    for (uint32_t i = g->refs.at[ref].first_in; i != DD_NO_EDGE; i = g->edges.at[i].next_in) {
        const dd_edge *e = &g->edges.at[i];
        bool inside = hir_is_in(g->refs.at[e->source].node->parent, loop);
        if (e->kind == DD_FLOW && !inside)
            return true;
        from_inside |= e->kind == DD_FLOW;
    }
    return !from_inside || is_live_in(g, g->refs.at[ref].symbase);
}

/* Temps: what the second reads must not come from the first; what the first reads must not come
 * from the iteration before, nor from before the loop if the second changes it; and of what both
 * write, the second's is the last in any case. */
static dd_reply check_scalar(const fusing *f, const dd_edge *e, const privates *first,
                             const privates *second) {
    hir_symbase t = f->g->refs.at[e->source].symbase;
    bool is_private = !map_find_u(&first->flows, t) && !map_find_u(&second->flows, t) &&
                      !comes_from_before(f->g, e->source, &f->first->node.node);
    bool is_last = e->kind != DD_OUTPUT || !map_find_u(&first->used_outside, t);
    if (e->kind == DD_FLOW || (e->kind == DD_ANTI && !is_private) || !is_last)
        return no(HIR_WHY_DEP_TEMP, DD_NO_EDGE);
    return dd_yes();
}

static dd_reply check_edges(fusing *f) {
    const dd_graph *g = f->g;
    privates first, second;
    dd_reply reply = dd_yes();
    uint32_t level = f->first->level;
    find_privates(g, &f->first->node.node, level, level, &first);
    find_privates(g, &f->second->node.node, level, level, &second);
    for (uint32_t i = 0; i < g->edges.len && reply.yes; i++) {
        const dd_edge *e = &g->edges.at[i];
        const dd_ref *a = &g->refs.at[e->source], *b = &g->refs.at[e->sink];
        if (e->level || e->kind == DD_INPUT || !hir_is_in(a->node->parent, &f->first->node.node) ||
            !hir_is_in(b->node->parent, &f->second->node.node))
            continue;
        if (a->kind == DD_REF_SCALAR)
            reply = check_scalar(f, e, &first, &second);
        else if (a->kind == DD_REF_EFFECT || b->kind == DD_REF_EFFECT || a->ordered)
            reply = no(HIR_WHY_EFFECT_BOTH, i);
        else
            reply = check_memory(f, e->source, e->sink);
        if (!reply.yes)
            reply.edge = i;
    }
    free_privates(&first);
    free_privates(&second);
    return reply;
}

HLLoop *dd_loop_behind(const HLLoop *loop) {
    HLNode *node = loop->node.node.next;
    while (node && node->kind == HL_INST)
        node = node->next;
    return node && node->kind == HL_LOOP ? (HLLoop *)node : NULL;
}

dd_reply dd_can_fuse(const dd_graph *g, HLLoop *first, HLLoop *second) {
    fusing f = {.g = g, .first = first, .second = second};
    dd_reply a = dd_can_count(g, first), b = dd_can_count(g, second);
    if (!a.yes || !b.yes)
        return a.yes ? b : a;
    if (dd_loop_behind(first) != second)
        return no(HIR_WHY_NOT_ADJACENT, DD_NO_EDGE);
    if (!hir_canon_equal(hir_upper(first), hir_upper(second)))
        return no(HIR_WHY_COUNTS_DIFFER, DD_NO_EDGE);
    if (!g->options.no_exact)
        f.exact = dd_exact_new(g->options.operations ? g->options.operations : 20000, 1000);
    dd_region_init(&f.r, g->h, g->region, g->options.assume_dims);
    bool read = dd_read_accesses(g, &f.r, &f.accesses);
    dd_reply reply = read ? check_edges(&f) : no(HIR_WHY_OUT_OF_MEMORY, DD_NO_EDGE);
    dd_free_accesses(g, &f.accesses);
    dd_region_free(&f.r);
    dd_exact_free(f.exact);
    return reply;
}
