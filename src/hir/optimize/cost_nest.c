/* Reads nests for the cost model: how often loops run, where references are and how they move, what
 * is computed, and what dependences let be. */
#include "hir/dd/sums.h"
#include "hir/optimize/optimize_cost.h"
#include "ir/size.h"

#include <math.h>
#include <string.h>

/* Programs: loops of unknown length, unless dimensions are shorter. LLVM: what it unrolls. */
enum { GUESSED_COUNT = 512, FLAT_COUNT = 12, FLAT_NODES = 48 };

/* Trip counts. */

static uint64_t guess(void *data, hir_temp t) {
    (void)data;
    (void)t;
    return GUESSED_COUNT;
}

/* Of two numbers that are not known, one that is subtracted from the other is where a loop starts:
 * it is taken for 0, lest their distance is. */
static uint64_t value_of_starts(const hir *h, const CanonExpr *upper) {
    uint64_t sum = 0;
    if (upper->denominator != 1 || upper->cast != HIR_CAST_NONE || upper->defined_at)
        return 0;
    hir_each_term (t, upper)
        if (t.blob && !t.level && t.coefficient < 0)
            sum += (uint64_t)t.coefficient * hir_blob_value(h, t.blob, guess, NULL);
    return sum;
}

/* In the middle of the loops around it. */
static double count_of(const hir *h, const HLLoop *loop, const uint64_t *middle) {
    hir_point at = {.iterations = middle, .temp = guess};
    if (loop->loop_kind == LOOP_WHILE)
        return GUESSED_COUNT;
    const CanonExpr *upper = hir_upper(loop);
    uint64_t value = hir_canon_value(h, upper, &at) - value_of_starts(h, upper);
    int64_t last = hir_sign_extend(value, hir_width(h, upper->dest));
    return last < 0 ? 1 : (double)last + 1;
}

/* So many iterations at most keep what it accesses in its dimensions. */
static double most_in_dims(const cost_nest *n, const HLLoop *loop, HLLoop *innermost) {
    double most = HUGE_VAL;
    hir_each_node (node, &innermost->node.node)
        hir_each_ref (ref, node)
            for (uint32_t d = 0;
                 ref->kind == REF_MEMORY && d < ref->dimensions && ctx_tick(n->h->ctx, 1); d++) {
                hir_iv_term term = hir_iv_at(ref->subscripts[d], loop->level);
                double all = ref->sizes[d] && term.coefficient && !term.blob
                                 ? (double)ref->sizes[d] / fabs((double)term.coefficient)
                                 : HUGE_VAL;
                most = all < most ? all : most;
            }
    return most < 1 ? 1 : ceil(most);
}

/* All loops around count for those inside, also those that are too far out to be looked at. */
static void read_loops(cost_nest *n, HLLoop *innermost) {
    HLLoop *chain[HIR_MAX_LEVEL];
    uint64_t middle[HIR_MAX_LEVEL] = {0};
    uint32_t levels = innermost->level;
    for (HLLoop *l = innermost; l; l = hir_parent_loop(&l->node.node))
        chain[l->level - 1] = l;
    n->depth = levels < COST_DEPTH ? levels : COST_DEPTH;
    for (uint32_t i = 0; i < levels; i++) {
        double trips = count_of(n->h, chain[i], middle);
        double most = trips > 1 ? most_in_dims(n, chain[i], innermost) : trips;
        trips = most < trips ? most : trips;
        middle[i] = (uint64_t)(trips / 2);
        if (i + n->depth < levels)
            continue;
        uint32_t own = i + n->depth - levels;
        n->loops[own] = chain[i];
        n->trips[own] = trips;
    }
}

static uint32_t loops_in(const cost_nest *n, const HLDDNode *dd) {
    uint32_t loops = 0;
    for (uint32_t i = 0; i < dd->ref_count; i++)
        for (uint32_t d = 0; dd->refs[i] && d < dd->refs[i]->dimensions; d++)
            for (uint32_t k = 0; k < n->depth; k++) {
                const CanonExpr *ce = dd->refs[i]->subscripts[d];
                uint32_t level = n->loops[k]->level;
                loops |= (uint32_t)(hir_has_iv(ce, level) || ce->defined_at >= level) << k;
            }
    return loops;
}

/* By its own bound, and by ifs between it and the loop around it. */
static void read_needs(cost_nest *n) {
    for (uint32_t k = 0; k < n->depth; k++) {
        HLNode *node = &n->loops[k]->node.node;
        do {
            n->needs[k] |= hir_as_dd(node) ? loops_in(n, hir_as_dd(node)) : 0;
            node = node->parent;
        } while (node && node->kind != HL_LOOP);
        n->needs[k] &= (1u << k) - 1;
    }
}

static int64_t constant_count(const HLLoop *loop) {
    int64_t last;
    return loop->loop_kind == LOOP_DO && hir_is_constant(hir_upper(loop), &last) && last >= 0 &&
                   last < FLAT_COUNT
               ? last + 1
               : 0;
}

/* How often it stands in the loop once all short loops are unrolled; 0 if one is not short. */
static int64_t count_flat(const HLNode *node, const HLLoop *loop) {
    int64_t times = 1;
    for (const HLNode *in = node; in != loop->node.node.parent && times; in = in->parent)
        if (in->kind == HL_LOOP)
            times *= constant_count((const HLLoop *)in);
    return times;
}

bool cost_is_flat(const hir *h, HLLoop *loop) {
    int64_t nodes = 0;
    hir_each_node (node, &loop->node.node) {
        int64_t times = count_flat(node, loop);
        nodes += times;
        if (!times || nodes > FLAT_NODES || !ctx_tick(h->ctx, 1))
            return false;
    }
    return true;
}

/* How many times a node is executed in one iteration of the innermost loop that is looked at. Only
 * loops that move a reference make several of it, if there is one. */
static double times_inside(const cost_nest *n, const HLNode *node, const RegDDRef *ref) {
    double times = 1;
    for (; node != &n->loops[n->depth - 1]->node.node; node = node->parent) {
        const HLLoop *loop = (const HLLoop *)node;
        bool moves = node->kind == HL_LOOP && !ref;
        for (uint32_t d = 0; node->kind == HL_LOOP && ref && d < ref->dimensions; d++)
            moves |= hir_has_iv(ref->subscripts[d], loop->level);
        times *= moves ? (double)constant_count(loop) : 1;
    }
    return times;
}

/* References. */

static int64_t stride_of(const hir *h, const RegDDRef *ref, const HLLoop *loop) {
    int64_t sum = 0;
    for (uint32_t d = 1; d <= ref->dimensions; d++) {
        const CanonExpr *ce = ref->subscripts[d - 1];
        hir_iv_term term = hir_iv_at(ce, loop->level);
        int64_t stride = hir_dimension_const_stride(h, ref, d);
        if (ce->defined_at >= loop->level)
            return COST_UNKNOWN_STRIDE;
        if (!term.coefficient)
            continue;
        if (term.blob || !stride || ce->denominator != 1)
            return COST_UNKNOWN_STRIDE;
        sum += term.coefficient * stride;
    }
    return ref->base->defined_at >= loop->level ? COST_UNKNOWN_STRIDE : sum;
}

static bool same_place(const RegDDRef *a, const RegDDRef *b) {
    if (a->dimensions != b->dimensions || !hir_canon_equal(a->base, b->base))
        return false;
    for (uint32_t d = 0; d < a->dimensions; d++)
        if (a->strides[d] != b->strides[d] || !hir_canon_equal(a->subscripts[d], b->subscripts[d]))
            return false;
    return true;
}

static bool moves_alike(const cost_nest *n, const cost_ref *a, const cost_ref *b) {
    return hir_canon_equal(a->ref->base, b->ref->base) &&
           memcmp(a->strides, b->strides, n->depth * sizeof *a->strides) == 0;
}

/* Bytes between the two are a constant. */
static bool is_near(const cost_nest *n, const RegDDRef *a, const RegDDRef *b) {
    for (uint32_t d = 0; d < a->dimensions; d++) {
        CanonExpr *x = a->subscripts[d], *y = b->subscripts[d];
        CanonExpr same = *y;
        same.constant = x->constant;
        if (!hir_canon_equal(x, &same) ||
            (x->constant != y->constant && !hir_dimension_const_stride(n->h, a, d + 1)))
            return false;
    }
    return true;
}

static void add_ref(cost_nest *n, const RegDDRef *ref) {
    uint32_t width = (uint32_t)ir_abi_size(n->h->target, ref->type);
    cost_ref new = {.ref = ref, .bytes = width ? width : 1, .is_new = true, .has_address = true};
    new.copies = times_inside(n, ref->node, ref);
    for (uint32_t i = 0; i < n->depth; i++)
        new.strides[i] = stride_of(n->h, ref, n->loops[i]);
    for (size_t i = 0; i < n->refs.len; i++) {
        cost_ref *old = &n->refs.at[i];
        if (moves_alike(n, old, &new)) {
            new.is_new = false;
            new.has_address &=
                !(old->ref->dimensions == ref->dimensions && is_near(n, old->ref, ref));
        }
        if (same_place(old->ref, ref)) {
            old->reads |= !ref->is_lval && !old->writes;
            old->writes |= ref->is_lval;
            return;
        }
    }
    new.reads = !ref->is_lval;
    new.writes = ref->is_lval;
    vec_push(n->h->ctx, &n->refs, new);
}

/* Statements. */

typedef struct reader {
    cost_nest *nest;
    map loops; /* symbase of a temp -> the loops that it changes with */
    uint32_t widest;
} reader;

static void read_refs(reader *r, const HLDDNode *dd) {
    cost_nest *n = r->nest;
    for (uint32_t i = 0; i < dd->ref_count; i++) {
        const RegDDRef *ref = dd->refs[i];
        if (!ref || ref->kind != REF_MEMORY)
            continue;
        add_ref(n, ref);
        n->is_simple &= !ref->is_volatile && !ref->atomic;
        uint32_t bytes = (uint32_t)ir_abi_size(n->h->target, ref->type);
        r->widest = bytes > r->widest ? bytes : r->widest;
    }
}

static void read_node(reader *r, HLNode *node) {
    HLDDNode *dd = hir_as_dd(node);
    if (node->kind != HL_LOOP && node->kind != HL_INST)
        r->nest->is_simple = false;
    if (node->kind != HL_LOOP && dd)
        read_refs(r, dd);
}

/* What is written in the loop may be another number each time. */
static uint32_t loops_of_memory(const cost_nest *n, const RegDDRef *ref) {
    uint32_t loops = 0;
    for (size_t i = 0; i < n->refs.len; i++) {
        const cost_ref *c = &n->refs.at[i];
        if (!same_place(c->ref, ref))
            continue;
        for (uint32_t k = 0; k < n->depth; k++)
            loops |= (uint32_t)(c->strides[k] || c->writes) << k;
        return loops;
    }
    return cost_all_loops(n);
}

static uint32_t loops_of_ref(const reader *r, const RegDDRef *ref) {
    const cost_nest *n = r->nest;
    uint32_t loops = ref->kind == REF_MEMORY ? loops_of_memory(n, ref) : 0;
    for (uint32_t k = 0; k < n->depth; k++)
        for (uint32_t d = 0; d < ref->dimensions; d++)
            loops |= (uint32_t)hir_has_iv(ref->subscripts[d], n->loops[k]->level) << k;
    for (uint32_t i = 0; i < ref->blob_ref_count; i++) {
        const map_word *known = map_find_u(&r->loops, ref->blob_refs[i].symbase);
        bool inside = ref->blob_refs[i].level >= n->loops[n->depth - 1]->level;
        loops |= known ? (uint32_t)known->u : inside ? cost_all_loops(n) : 0;
    }
    hir_temp t = hir_ref_temp(n->h, ref);
    const map_word *known = t ? map_find_u(&r->loops, hir_temp_at(n->h, t)->symbase) : NULL;
    bool inside = t && hir_temp_at(n->h, t)->level >= n->loops[n->depth - 1]->level;
    return loops | (known ? (uint32_t)known->u : inside ? cost_all_loops(n) : 0);
}

static uint32_t loops_of_refs(const reader *r, const HLDDNode *dd, uint32_t from) {
    uint32_t loops = 0;
    for (uint32_t i = from; i < dd->ref_count; i++)
        loops |= dd->refs[i] ? loops_of_ref(r, dd->refs[i]) : 0;
    return loops;
}

/* A memory location that is not accessed before the condition. */
static bool is_first_in(const cost_nest *n, const RegDDRef *ref, const HLNode *condition) {
    for (size_t i = 0; i < n->refs.len; i++)
        if (same_place(n->refs.at[i].ref, ref))
            return hir_is_in(n->refs.at[i].ref->node, condition) &&
                   n->refs.at[i].ref->node != condition;
    return false;
}

/* LLVM computes both arms and selects, except where one of them accesses memory that the other way
 * would not. */
static bool stays_jump(const cost_nest *n, HLNode *condition) {
    hir_each_node (node, condition)
        hir_each_ref (ref, node)
            if (ref->kind == REF_MEMORY && ctx_tick(n->h->ctx, 1) && is_first_in(n, ref, condition))
                return true;
    return false;
}

static void add_operation(reader *r, const HLNode *node, cost_operation op) {
    double times = times_inside(r->nest, node, NULL);
    op.units *= times;
    op.jumps *= times;
    if (op.units > 0 || op.jumps > 0)
        vec_push(r->nest->h->ctx, &r->nest->operations, op);
}

static void read_operation(reader *r, HLNode *node) {
    cost_nest *n = r->nest;
    if (node->kind == HL_IF || node->kind == HL_SWITCH)
        add_operation(
            r, node,
            (cost_operation){loops_of_refs(r, hir_as_dd(node), 0), 0, stays_jump(n, node)});
    const HLInst *inst = hir_as_inst(node);
    if (!inst)
        return;
    const HLDDNode *dd = &inst->node;
    uint32_t loops = loops_of_refs(r, dd, inst->has_lval);
    add_operation(r, node, (cost_operation){loops, cost_of_inst(n, inst), 0});
    hir_temp t = inst->has_lval ? hir_ref_temp(n->h, dd->refs[0]) : 0;
    map_word *place = t ? map_put_u(&r->loops, hir_temp_at(n->h, t)->symbase) : NULL;
    if (place)
        place->u = loops;
}

/* Dependences. */

/* If the loop were innermost: whether it would carry the edge. */
static bool would_carry(const dd_edge *e, uint32_t level) {
    if (e->level != level)
        return false;
    for (uint32_t k = level + 1; k <= e->levels; k++)
        if (!(e->directions[k - 1] & DD_EQUAL))
            return false;
    return true;
}

/* If the loop were innermost: whether the edge would still lead forwards. */
static bool would_hold(const dd_edge *e, uint32_t level) {
    for (uint32_t k = 1; k <= e->levels; k++) {
        if (k == level)
            continue;
        if (e->directions[k - 1] & DD_GREATER)
            return false;
        if (e->directions[k - 1] == DD_LESS)
            return true;
    }
    return level > e->levels || !(e->directions[level - 1] & DD_GREATER);
}

/* Whether it leads forwards in all loops from the one on that carries it. */
static bool stays_forwards(const dd_edge *e) {
    for (uint32_t k = e->level; k <= e->levels; k++)
        if (e->directions[k - 1] & DD_GREATER)
            return false;
    return true;
}

/* A loop-invariant memory location holds a sum, as a rule: LLVM keeps it in a register. Those of
 * integers may be taken in any order, so vectors take them side by side. */
static bool is_whole_sum(const cost_nest *n, const dd_ref *ref, uint32_t loop) {
    return ref->kind == DD_REF_MEMORY && LLVMGetTypeKind(ref->ref->type) == LLVMIntegerTypeKind &&
           !stride_of(n->h, ref->ref, n->loops[loop]);
}

static cost_ref *find_ref(cost_nest *n, const RegDDRef *ref) {
    for (size_t i = 0; i < n->refs.len; i++)
        if (same_place(n->refs.at[i].ref, ref))
            return &n->refs.at[i];
    return NULL;
}

/* If the loop were innermost: whether the edge could be in one execution of it. */
static bool would_disturb(const dd_edge *e, uint32_t level) {
    for (uint32_t k = 1; k <= e->levels; k++)
        if (k != level && !(e->directions[k - 1] & DD_EQUAL))
            return false;
    return true;
}

static void note_disturbance(cost_nest *n, const dd_graph *g, const dd_edge *e, uint32_t loop) {
    const dd_ref *from = &g->refs.at[e->source], *to = &g->refs.at[e->sink];
    if (from->kind != DD_REF_MEMORY || to->kind != DD_REF_MEMORY ||
        same_place(from->ref, to->ref) || !would_disturb(e, n->loops[loop]->level))
        return;
    cost_ref *both[2] = {find_ref(n, from->ref), find_ref(n, to->ref)};
    for (int i = 0; i < 2; i++)
        if (both[i] && !both[i]->strides[loop])
            both[i]->disturbed |= 1u << loop;
}

static void note_edge(cost_nest *n, const dd_graph *g, const dd_edge *e, uint32_t loop,
                      const dd_sums *sums) {
    const dd_ref *from = &g->refs.at[e->source], *to = &g->refs.at[e->sink];
    uint32_t level = n->loops[loop]->level, bit = 1u << loop;
    bool is_scalar = from->kind == DD_REF_SCALAR;
    bool is_far = level <= e->levels && e->constant[level - 1] &&
                  e->distance[level - 1] >= 2 * (int64_t)n->lanes;
    if ((is_scalar && e->kind != DD_FLOW) || dd_is_of_sum(sums, e))
        return;
    if (e->level >= level && !stays_forwards(e))
        n->tileable &= ~bit;
    if (is_scalar ? e->level == level && loop + 1 < n->depth : !would_hold(e, level))
        n->sinkable &= ~bit;
    if (!would_carry(e, level) || is_far || is_whole_sum(n, from, loop))
        return;
    if (e->kind == DD_FLOW) {
        n->carries |= bit;
        if (from->ref)
            cost_carry(n, from->ref->type);
    }
    if (is_scalar || from->node->order >= to->node->order)
        n->vectors &= ~bit;
}

/* The node, or what it is in, that is right in one of the loops around the innermost one; NULL if
 * that is an if which the innermost loop is in, too. */
static const HLNode *beside_of(const cost_nest *n, const HLNode *node, uint32_t *loop) {
    uint32_t first = n->loops[0]->level;
    for (; node && node->parent; node = node->parent) {
        const HLLoop *around = node->parent->kind == HL_LOOP ? (HLLoop *)node->parent : NULL;
        *loop = around ? around->level - first : 0;
        if (around && around->level >= first && *loop < n->depth && n->loops[*loop] == around)
            return hir_is_in(&n->loops[n->depth - 1]->node.node, node) ? NULL : node;
    }
    return NULL;
}

/* Between the innermost loop and something else in a loop around it. If edges lead both ways, it
 * can neither have a loop of its own nor be jammed with the rest. */
static void note_neighbour(cost_nest *n, const dd_graph *g, const dd_edge *e, bool leaves,
                           map *ways) {
    const dd_ref *from = &g->refs.at[e->source], *to = &g->refs.at[e->sink];
    uint32_t loop;
    const HLNode *beside = beside_of(n, (leaves ? to : from)->node, &loop);
    if (!beside || from->kind != DD_REF_MEMORY || to->kind != DD_REF_MEMORY ||
        (e->level && e->level < n->loops[loop]->level))
        return;
    map_word *place = map_put(ways, beside);
    if (place)
        place->u |= leaves ? 1 : 2;
    if (place && place->u == 3)
        n->stuck |= 1u << loop;
}

static void read_edges(cost_nest *n, const dd_graph *g, const HLNode *innermost) {
    map ways;
    dd_sums sums[HIR_MAX_LEVEL];
    n->sinkable = n->vectors = n->tileable = cost_all_loops(n);
    map_init(&ways, g->h->ctx);
    for (uint32_t k = 0; k < n->depth; k++)
        dd_sums_find(&sums[k], g, n->loops[k]);
    for (size_t i = 0; i < g->edges.len; i++) {
        const dd_edge *e = &g->edges.at[i];
        bool from = hir_is_in(g->refs.at[e->source].node->parent, innermost);
        bool to = hir_is_in(g->refs.at[e->sink].node->parent, innermost);
        if (e->kind == DD_INPUT || !(from || to))
            continue;
        if (from != to) {
            note_neighbour(n, g, e, from, &ways);
            continue;
        }
        for (uint32_t k = 0; k < n->depth; k++) {
            note_edge(n, g, e, k, &sums[k]);
            note_disturbance(n, g, e, k);
        }
    }
    for (uint32_t k = 0; k < n->depth; k++)
        dd_sums_free(&sums[k]);
    map_free(&ways);
    n->sinkable &= ~n->stuck;
    if (!g->complete)
        n->sinkable = n->vectors = n->tileable = 0;
}

bool cost_read(cost_nest *n, const dd_graph *g, HLLoop *innermost) {
    reader r = {.nest = n};
    *n = (cost_nest){.h = g->h, .is_simple = true};
    map_init(&r.loops, g->h->ctx);
    read_loops(n, innermost);
    read_needs(n);
    hir_each_node (node, &innermost->node.node)
        if (ctx_tick(g->h->ctx, 1))
            read_node(&r, node);
    hir_each_node (node, &innermost->node.node)
        if (ctx_tick(g->h->ctx, 1))
            read_operation(&r, node);
    map_free(&r.loops);
    cost_read_machine(n, r.widest);
    read_edges(n, g, &innermost->node.node);
    return ctx_ok(g->h->ctx);
}

void cost_disturb(cost_nest *n, const cost_nest *as) {
    for (size_t i = 0; i < n->refs.len && i < as->refs.len; i++)
        n->refs.at[i].disturbed = as->refs.at[i].disturbed;
}

void cost_free(cost_nest *n) {
    vec_free(n->h->ctx, &n->refs);
    vec_free(n->h->ctx, &n->operations);
}
