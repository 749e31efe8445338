/* The cost model. Everything that is assumed about machines is here: units, latencies, registers,
 * caches. Numbers are cycles, roughly those of x86-64 cores of the last ten years; only their
 * ratios matter.
 *
 * An iteration of the innermost loop takes as long as its busiest unit, or, if it waits for the one
 * before, as the latency of what it waits for. To that come the cache lines that have to be
 * fetched: a loop's lines stay for its next execution if all that is touched in between fits. */
#include "hir/optimize/cost.h"

#include <math.h>
#include <string.h>

enum { LINE = 64, UNKNOWN_STRIDE = 1 << 16, GUESSED_COUNT = 512, MOST_JAMMED = 8 };

enum { FLAT_COUNT = 12, FLAT_NODES = 48 };

static const double per_load = 0.5, per_store = 1, per_operation = 0.5;
static const double per_slot = 0.25;                               /* four instructions at a time */
static const double per_strided_load = 1, per_strided_store = 1.5; /* of one lane */
static const double per_iteration = 0.5;
static const double per_entry = 12; /* of an innermost loop */
static const double per_spill = 1;
static const double for_the_rest = 0.03; /* a loop for iterations that are left over, in code */
static const double latency_of_sum = 4, latency_of_quotient = 13;
static const uint32_t kept_registers = 3; /* for what is computed in between */

typedef struct cache {
    double bytes;
    double near, far; /* to fetch a line behind the last one, or anywhere */
} cache;
static const cache caches[] = {{32 << 10, 2, 8}, {512 << 10, 5, 20}};

/* Trip counts. */

static uint64_t guess(void *data, hir_temp t) {
    (void)data;
    (void)t;
    return GUESSED_COUNT;
}

/* In the middle of the loops around it. */
static double count_of(const hir *h, const HLLoop *loop, const uint64_t *middle) {
    hir_point at = {.iterations = middle, .temp = guess};
    if (loop->loop_kind == LOOP_WHILE)
        return GUESSED_COUNT;
    const CanonExpr *upper = loop->node.refs[0]->subscripts[0];
    int64_t last = hir_sign_extend(hir_canon_value(h, upper, &at), hir_width(h, upper->dest));
    return last < 0 ? 1 : (double)last + 1;
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
    return loop->loop_kind == LOOP_DO &&
                   hir_is_constant(loop->node.refs[0]->subscripts[0], &last) && last >= 0 &&
                   last < FLAT_COUNT
               ? last + 1
               : 0;
}

typedef struct flatness {
    lathe_ctx *ctx;
    const HLNode *top;
    int64_t nodes;
} flatness;

/* How often it stands there once all short loops are unrolled. */
static bool count_flat(void *data, HLNode *node) {
    flatness *f = data;
    int64_t times = 1;
    for (HLNode *in = node; in != f->top->parent && times; in = in->parent)
        if (in->kind == HL_LOOP)
            times *= constant_count((const HLLoop *)in);
    f->nodes = !times || f->nodes > FLAT_NODES ? FLAT_NODES + 1 : f->nodes + times;
    return ctx_tick(f->ctx, 1) && f->nodes <= FLAT_NODES;
}

bool cost_is_flat(const hir *h, HLLoop *loop) {
    flatness f = {h->ctx, &loop->node.node, 0};
    hir_walk(&loop->node.node, &(hir_walker){.visit = count_flat, .data = &f});
    return f.nodes <= FLAT_NODES;
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
            return UNKNOWN_STRIDE;
        if (!term.coefficient)
            continue;
        if (term.blob || !stride || ce->denominator != 1)
            return UNKNOWN_STRIDE;
        sum += term.coefficient * stride;
    }
    return ref->base->defined_at >= loop->level ? UNKNOWN_STRIDE : sum;
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

static void add_ref(cost_nest *n, const RegDDRef *ref) {
    uint32_t width = (uint32_t)LLVMABISizeOfType(n->h->target, ref->type);
    cost_ref new = {.ref = ref, .bytes = width ? width : 1, .is_new = true};
    new.copies = times_inside(n, ref->node, ref);
    for (uint32_t i = 0; i < n->depth; i++)
        new.strides[i] = stride_of(n->h, ref, n->loops[i]);
    for (size_t i = 0; i < n->refs.len; i++) {
        cost_ref *old = &n->refs.at[i];
        if (moves_alike(n, old, &new))
            new.is_new = false;
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

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static double call_cost(cost_nest *n, const char *callee) {
    if (callee && begins(callee, "@"))
        callee++;
    if (callee && begins(callee, "llvm.fmuladd"))
        return 2;
    if (callee && begins(callee, "llvm.sqrt"))
        return 12;
    if (callee && (begins(callee, "llvm.f") || begins(callee, "llvm.m") ||
                   begins(callee, "llvm.s") || begins(callee, "llvm.u")))
        return 1;
    n->is_simple = false;
    return 50;
}

static double inst_cost(cost_nest *n, const HLInst *inst) {
    switch (inst->opcode) {
    case LLVMFDiv:
        n->latency = latency_of_quotient;
        return 8;
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
    case LLVMFRem:
        n->is_simple = false;
        return 24;
    case LLVMCall:
    case LLVMInvoke:
        return call_cost(n, inst->callee);
    case LLVMLoad:
    case LLVMStore:
    case LLVMGetElementPtr:
        return 0;
    case LLVMSelect:
        return 1 + inst->compares;
    default:
        return inst->opcode ? 1 : 0;
    }
}

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
        uint32_t bytes = (uint32_t)LLVMABISizeOfType(n->h->target, ref->type);
        r->widest = bytes > r->widest ? bytes : r->widest;
    }
}

static bool read_node(void *data, HLNode *node) {
    reader *r = data;
    HLDDNode *dd = hir_as_dd(node);
    if (node->kind != HL_LOOP && node->kind != HL_INST)
        r->nest->is_simple = false;
    if (node->kind != HL_LOOP && dd)
        read_refs(r, dd);
    return ctx_tick(r->nest->h->ctx, 1);
}

static uint32_t all_loops(const cost_nest *n) {
    return (1u << n->depth) - 1;
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
    return all_loops(n);
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
        loops |= known ? (uint32_t)known->u : inside ? all_loops(n) : 0;
    }
    hir_temp t = hir_ref_temp(n->h, ref);
    const map_word *known = t ? map_find_u(&r->loops, hir_temp_at(n->h, t)->symbase) : NULL;
    bool inside = t && hir_temp_at(n->h, t)->level >= n->loops[n->depth - 1]->level;
    return loops | (known ? (uint32_t)known->u : inside ? all_loops(n) : 0);
}

static bool read_operation(void *data, HLNode *node) {
    reader *r = data;
    cost_nest *n = r->nest;
    if (node->kind != HL_INST)
        return ctx_tick(n->h->ctx, 1);
    const HLInst *inst = (const HLInst *)node;
    const HLDDNode *dd = &inst->node;
    uint32_t loops = 0;
    for (uint32_t i = inst->has_lval; i < dd->ref_count; i++)
        loops |= loops_of_ref(r, dd->refs[i]);
    double units = inst_cost(n, inst);
    if (units > 0)
        vec_push(n->h->ctx, &n->operations,
                 (cost_operation){loops, units * times_inside(n, node, NULL)});
    hir_temp t = inst->has_lval ? hir_ref_temp(n->h, dd->refs[0]) : 0;
    map_word *place = t ? map_put_u(&r->loops, hir_temp_at(n->h, t)->symbase) : NULL;
    if (place)
        place->u = loops;
    return ctx_tick(n->h->ctx, 1);
}

/* Dependences. */

static bool is_in(const HLNode *node, const HLNode *top) {
    while (node && node != top)
        node = node->parent;
    return node != NULL;
}

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

/* Sums of integers may be taken in any order, so vectors take them side by side. */
static bool is_whole_sum(const cost_nest *n, const dd_ref *ref, uint32_t loop) {
    if (!ref->ref || LLVMGetTypeKind(ref->ref->type) != LLVMIntegerTypeKind)
        return false;
    return ref->kind == DD_REF_SCALAR || !stride_of(n->h, ref->ref, n->loops[loop]);
}

static void note_edge(cost_nest *n, const dd_graph *g, const dd_edge *e, uint32_t loop) {
    const dd_ref *from = &g->refs.at[e->source], *to = &g->refs.at[e->sink];
    uint32_t level = n->loops[loop]->level, bit = 1u << loop;
    bool is_scalar = from->kind == DD_REF_SCALAR;
    bool is_far = level <= e->levels && e->constant[level - 1] &&
                  e->distance[level - 1] >= 2 * (int64_t)n->lanes;
    if (is_scalar && e->kind != DD_FLOW)
        return;
    if (is_scalar ? e->level == level && loop + 1 < n->depth : !would_hold(e, level))
        n->sinkable &= ~bit;
    if (!would_carry(e, level) || is_far || is_whole_sum(n, from, loop))
        return;
    if (e->kind == DD_FLOW)
        n->carries |= bit;
    if (is_scalar || from->node->order >= to->node->order)
        n->vectors &= ~bit;
}

static void read_edges(cost_nest *n, const dd_graph *g, const HLNode *innermost) {
    n->sinkable = n->vectors = all_loops(n);
    for (size_t i = 0; i < g->edges.len; i++) {
        const dd_edge *e = &g->edges.at[i];
        if (e->kind == DD_INPUT || !is_in(g->refs.at[e->source].node->parent, innermost) ||
            !is_in(g->refs.at[e->sink].node->parent, innermost))
            continue;
        for (uint32_t k = 0; k < n->depth; k++)
            note_edge(n, g, e, k);
    }
    if (!g->complete)
        n->sinkable = n->vectors = 0;
}

/* Machines. */

static bool has_feature(const hir *h, const char *name) {
    static const char key[] = "target-features";
    if (!h->fn)
        return false;
    LLVMAttributeRef text = LLVMGetStringAttributeAtIndex(
        h->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, sizeof key - 1);
    unsigned length;
    return text && strstr(LLVMGetStringAttributeValue(text, &length), name);
}

static void read_machine(cost_nest *n, uint32_t widest) {
    uint32_t vector = has_feature(n->h, "+avx2") ? 32 : 16;
    n->registers = has_feature(n->h, "+avx512f") ? 32 : 16;
    n->lanes = widest && widest < vector ? vector / widest : 1;
}

bool cost_read(cost_nest *n, const dd_graph *g, HLLoop *innermost) {
    reader r = {.nest = n};
    *n = (cost_nest){.h = g->h, .is_simple = true, .latency = latency_of_sum};
    map_init(&r.loops, g->h->ctx);
    read_loops(n, innermost);
    read_needs(n);
    hir_walk(&innermost->node.node, &(hir_walker){.visit = read_node, .data = &r});
    hir_walk(&innermost->node.node, &(hir_walker){.visit = read_operation, .data = &r});
    map_free(&r.loops);
    read_machine(n, r.widest);
    read_edges(n, g, &innermost->node.node);
    return ctx_ok(g->h->ctx);
}

void cost_free(cost_nest *n) {
    vec_free(n->h->ctx, &n->refs);
    vec_free(n->h->ctx, &n->operations);
}

/* Cycles. */

static double absolute(int64_t stride) {
    return fabs((double)stride);
}

static uint32_t innermost(const cost_nest *n, const cost_plan *p) {
    return p->order[n->depth - 1];
}

/* How often what changes with these loops stands in the body once loops are jammed. */
static double copies_of(const cost_nest *n, const cost_plan *p, uint32_t loops) {
    double copies = 1;
    for (uint32_t k = 0; k < n->depth; k++)
        copies *= loops >> k & 1 ? p->factors[k] : 1;
    return copies;
}

static uint32_t loops_of(const cost_nest *n, const cost_ref *ref) {
    uint32_t loops = 0;
    for (uint32_t k = 0; k < n->depth; k++)
        loops |= (uint32_t)(ref->strides[k] != 0) << k;
    return loops;
}

/* Of one iteration, of as many lanes as a vector has. */
typedef struct body {
    double operations, loads, stores;
    double live; /* registers for what stays the same, or is carried to the next */
    double slots;
} body;

static void add_reference(body *b, const cost_ref *ref, double copies, double step, double lanes) {
    bool packed = step == ref->bytes || lanes == 1;
    if (!step) {
        b->live += copies;
        return;
    }
    if (ref->reads) {
        b->loads += copies * (packed ? per_load : per_strided_load * lanes);
        b->slots += copies * (packed ? 1 : 2 * lanes);
    }
    if (ref->writes) {
        b->stores += copies * (packed ? per_store : per_strided_store * lanes);
        b->slots += copies * (packed ? 2 : 3 * lanes);
    }
}

static body body_of(const cost_nest *n, const cost_plan *p, double lanes) {
    body b = {0};
    for (size_t i = 0; i < n->refs.len; i++) {
        const cost_ref *ref = &n->refs.at[i];
        add_reference(&b, ref, ref->copies * copies_of(n, p, loops_of(n, ref)),
                      absolute(ref->strides[innermost(n, p)]), lanes);
    }
    for (size_t i = 0; i < n->operations.len; i++) {
        const cost_operation *op = &n->operations.at[i];
        if (op->loops >> innermost(n, p) & 1)
            b.operations += op->units * copies_of(n, p, op->loops);
    }
    b.slots += b.operations;
    return b;
}

static double largest(double a, double b) {
    return a > b ? a : b;
}

static double iteration_cycles(const cost_nest *n, const cost_plan *p, double lanes) {
    body b = body_of(n, p, lanes);
    double cycles = largest(largest(b.operations * per_operation, b.slots * per_slot),
                            largest(b.loads, b.stores));
    if (n->carries >> innermost(n, p) & 1)
        cycles = largest(cycles, n->latency);
    double spilled = b.live + kept_registers - n->registers;
    return cycles + per_iteration + (spilled > 0 ? spilled * per_spill : 0);
}

/* Lines of one execution of the loops from that place on. Loops that move the reference by the same
 * walk over the same lines, one a little further than the other. */
static double lines_of(const cost_nest *n, const cost_plan *p, const cost_ref *ref, uint32_t from) {
    double steps[COST_DEPTH], counts[COST_DEPTH], lines = 1, least = LINE;
    uint32_t different = 0;
    for (uint32_t k = n->depth; k-- > from;) {
        uint32_t loop = p->order[k], same = 0;
        double step = absolute(ref->strides[loop]);
        while (same < different && steps[same] != step)
            same++;
        if (same < different)
            counts[same] += n->trips[loop] - 1;
        else if (step) {
            steps[different] = step;
            counts[different++] = n->trips[loop];
        }
    }
    for (uint32_t k = 0; k < different; k++) {
        lines *= counts[k];
        least = steps[k] < least ? steps[k] : least;
    }
    return largest(1, lines * least / LINE);
}

/* The first place from which all fits into the cache. */
static uint32_t fitting_place(const cost_nest *n, const cost_plan *p, double bytes) {
    for (uint32_t from = 0; from < n->depth; from++) {
        double all = 0;
        for (size_t i = 0; i < n->refs.len; i++)
            all += n->refs.at[i].is_new ? lines_of(n, p, &n->refs.at[i], from) * LINE : 0;
        if (all <= bytes)
            return from;
    }
    return n->depth;
}

/* How much more often a loop outside of what fits has lines fetched. Right outside, what one
 * iteration has fetched is still there for the next. */
static double times_fetched(const cost_nest *n, const cost_plan *p, const cost_ref *ref,
                            uint32_t place, bool is_next) {
    uint32_t loop = p->order[place];
    if (is_next)
        return lines_of(n, p, ref, place) / lines_of(n, p, ref, place + 1);
    double together = largest(1.0 / p->factors[loop], absolute(ref->strides[loop]) / LINE);
    return n->trips[loop] * (together < 1 ? together : 1);
}

static double fetch_cycles(const cost_nest *n, const cost_plan *p, const cache *c) {
    uint32_t from = fitting_place(n, p, c->bytes);
    double cycles = 0;
    for (size_t i = 0; i < n->refs.len; i++) {
        const cost_ref *ref = &n->refs.at[i];
        bool is_near = absolute(ref->strides[innermost(n, p)]) <= LINE;
        double lines = ref->is_new ? lines_of(n, p, ref, from) : 0;
        for (uint32_t k = 0; k < from; k++)
            lines *= times_fetched(n, p, ref, k, k + 1 == from);
        cycles += lines * (is_near ? c->near : c->far);
    }
    return cycles;
}

static void find_cycles(const cost_nest *n, cost_plan *p) {
    uint32_t last = innermost(n, p);
    bool vectors = n->is_simple && n->vectors >> last & 1;
    double lanes = vectors && n->trips[last] >= n->lanes ? n->lanes : 1;
    double iterations = 1;
    for (uint32_t k = 0; k < n->depth; k++)
        iterations *= n->trips[k] / p->factors[k];
    p->cycles = iterations / lanes * iteration_cycles(n, p, lanes) +
                iterations / n->trips[last] * per_entry;
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++)
        p->cycles += fetch_cycles(n, p, &caches[i]);
    for (uint32_t k = 0; k < n->depth; k++)
        p->cycles *= fmod(n->trips[k], p->factors[k]) > 0 ? 1 + for_the_rest : 1;
}

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
    find_cycles(n, &plan);
    return plan;
}

double cost_jammed(const cost_nest *n, uint32_t loop, uint32_t factor) {
    cost_plan plan = plan_for(n, 0, 0);
    plan.factors[loop] = factor;
    find_cycles(n, &plan);
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
                copies_of(n, &plan, all_loops(n)) > MOST_JAMMED)
                continue;
            find_cycles(n, &plan);
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
    find_cycles(n, &none);
    cost_plan best = none;
    jammed &= ~(1u << innermost(n, &none));
    for (uint32_t k = 0; k < n->depth; k++)
        jammed &= ~n->needs[k];
    for (uint32_t a = 0; a < n->depth; a++)
        for (uint32_t b = a; b < n->depth; b++)
            if (jammed >> a & 1 && jammed >> b & 1)
                consider(n, &none, &best, a, b);
    return best;
}
