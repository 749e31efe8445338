/* Needs:  a region whose levels and order are up to date.
 * Keeps:  the HIR; new blobs may be made in it.
 * Breaks: nothing.
 * Declines when: there are too many pairs, or memory ends: the graph is not complete then. */
#include "hir/dd/dd_graph.h"

#include "hir/dd/alias.h"

#include <string.h>

/* So that no region takes more than two seconds: what is asked of isl, and pairs, which cost more
 * if they must be solved. */
enum { DEFAULT_OPERATIONS = 10000, DEFAULT_QUESTIONS = 1000, DEFAULT_PAIRS = 40000, CHEAP = 8 };

typedef struct building {
    dd_graph *g;
    lathe_ctx *ctx;
    dd_region r;
    dd_alias alias;
    dd_exact *exact;
    dd_memo *memo;
    dd_accesses accesses;
    map groups;             /* symbase -> last ref with it + 1 */
    VEC(uint32_t) previous; /* by ref: the one before it with the same symbase + 1 */
    VEC(uint32_t) effects;  /* refs */
    uint64_t left;          /* pairs that may still be tested, times CHEAP */
} building;

/* Edges. */

static uint8_t turned(uint8_t directions) {
    return (uint8_t)((directions & DD_EQUAL) | (directions & DD_LESS ? DD_GREATER : 0) |
                     (directions & DD_GREATER ? DD_LESS : 0));
}

static dd_kind kind_of(const dd_ref *source, const dd_ref *sink) {
    if (source->writes)
        return sink->writes && !sink->reads ? DD_OUTPUT : sink->reads ? DD_FLOW : DD_OUTPUT;
    return sink->writes ? DD_ANTI : DD_INPUT;
}

/* A vector as seen from the sink of the pair, if it is turned. */
static void add_edge(dd_graph *g, uint32_t source, uint32_t sink, uint32_t level,
                     const dd_vector *v, bool turn, const dd_pair_result *r) {
    uint8_t *directions = arena_array(&g->mem, r->common, uint8_t);
    bool *constant = arena_array(&g->mem, r->common, bool);
    int64_t *distance = arena_array(&g->mem, r->common, int64_t);
    if (!directions || !constant || !distance)
        return;
    for (uint32_t k = 0; k < r->common; k++) {
        directions[k] = turn ? turned(v->directions[k]) : v->directions[k];
        constant[k] = v->constant[k];
        distance[k] = turn ? -v->distance[k] : v->distance[k];
    }
    dd_ref *from = &g->refs.at[source], *to = &g->refs.at[sink];
    dd_edge e = {.source = source,
                 .sink = sink,
                 .kind = kind_of(from, to),
                 .level = level,
                 .levels = r->common,
                 .directions = directions,
                 .constant = constant,
                 .distance = distance,
                 .reason = r->why,
                 .assumes_dims = r->assumed_dims,
                 .by = r->answer.by,
                 .next_out = from->first_out,
                 .next_in = to->first_in};
    if (!vec_push(g->h->ctx, &g->edges, e))
        return;
    from->first_out = to->first_in = (uint32_t)g->edges.len - 1;
}

void dd_graph_connect(dd_graph *g, uint32_t a, uint32_t b, const dd_pair_result *r) {
    if (r->answer.same.possible && a != b)
        add_edge(g, a, b, 0, &r->answer.same, false, r);
    for (uint32_t k = 1; k <= r->common; k++) {
        if (r->answer.forward[k].possible)
            add_edge(g, a, b, k, &r->answer.forward[k], false, r);
        if (r->answer.backward[k].possible && a != b)
            add_edge(g, b, a, k, &r->answer.backward[k], true, r);
    }
}

/* Refs. */

static bool push_ref(dd_graph *g, dd_ref ref, const void *key) {
    ref.first_out = ref.first_in = DD_NO_EDGE;
    map_word *place = key ? map_put(&g->ref_of, key) : NULL;
    if (!vec_push(g->h->ctx, &g->refs, ref))
        return false;
    if (place)
        place->u = g->refs.len;
    return true;
}

static void push_reg(building *b, RegDDRef *ref) {
    hir_temp t = hir_ref_temp(b->g->h, ref);
    dd_ref own = {.node = ref->node,
                  .ref = ref,
                  .symbase = ref->symbase,
                  .reads = !ref->is_lval,
                  .writes = ref->is_lval};
    for (uint32_t i = 0; i < ref->blob_ref_count && !(t && ref->is_lval); i++) {
        const BlobDDRef *blob = &ref->blob_refs[i];
        dd_ref read = {.kind = DD_REF_SCALAR,
                       .node = ref->node,
                       .ref = ref,
                       .blob = t ? NULL : blob,
                       .symbase = blob->symbase,
                       .reads = true};
        push_ref(b->g, read, t ? (const void *)ref : blob);
    }
    own.kind = ref->kind == REF_MEMORY ? DD_REF_MEMORY : DD_REF_SCALAR;
    own.ordered = ref->kind == REF_MEMORY && (ref->is_volatile || ref->atomic);
    if (ref->kind == REF_MEMORY || (t && ref->is_lval))
        push_ref(b->g, own, ref);
}

static void push_effect(building *b, HLNode *node, dd_effect effect) {
    push_ref(b->g,
             (dd_ref){.kind = DD_REF_EFFECT,
                      .node = node,
                      .reads = effect.reads,
                      .writes = effect.writes,
                      .ordered = true,
                      .errno_only = effect.errno_only,
                      .domain_only = effect.domain_only},
             NULL);
}

static bool is_atomic(const HLDDNode *dd) {
    for (uint32_t i = 0; i < dd->ref_count; i++)
        if (dd->refs[i]->kind == REF_MEMORY && dd->refs[i]->atomic)
            return true;
    return false;
}

static void collect(building *b, HLNode *node) {
    HLDDNode *dd = hir_as_dd(node);
    if (!dd || !ctx_tick(b->ctx, dd->ref_count))
        return;
    for (uint32_t i = 0; i < dd->ref_count; i++)
        if (!dd->refs[i]->is_lval)
            push_reg(b, dd->refs[i]);
    dd_effect effect = node->kind == HL_INST ? dd_effect_of((const HLInst *)node) : (dd_effect){0};
    if (is_atomic(dd))
        effect = (dd_effect){.reads = true, .writes = true};
    if (effect.reads || effect.writes)
        push_effect(b, node, effect);
    if (dd->ref_count && dd->refs[0]->is_lval)
        push_reg(b, dd->refs[0]);
}

bool dd_read_accesses(const dd_graph *g, dd_region *r, dd_accesses *a) {
    lathe_ctx *ctx = g->h->ctx;
    *a = (dd_accesses){0};
    for (uint32_t i = 0; i < g->refs.len; i++) {
        const dd_ref *ref = &g->refs.at[i];
        dd_access access;
        vec_push(ctx, &a->place_of, (uint32_t)a->all.len);
        if (ref->kind == DD_REF_MEMORY && dd_access_init(r, ref->ref, &access))
            vec_push(ctx, &a->all, access);
    }
    if (ctx_ok(ctx))
        dd_finish_accesses(r, a->all.at, a->all.len);
    return ctx_ok(ctx);
}

void dd_free_accesses(const dd_graph *g, dd_accesses *a) {
    vec_free(g->h->ctx, &a->all);
    vec_free(g->h->ctx, &a->place_of);
}

/* Effects, and which references have a symbase in common. */
static void group(building *b) {
    dd_graph *g = b->g;
    for (uint32_t i = 0; i < g->refs.len; i++) {
        dd_ref *ref = &g->refs.at[i];
        uint32_t before = 0;
        if (ref->kind == DD_REF_MEMORY) {
            map_word *place = map_put_u(&b->groups, ref->symbase);
            before = place ? (uint32_t)place->u : 0;
            if (place)
                place->u = i + 1;
        } else if (ref->kind == DD_REF_EFFECT) {
            vec_push(b->ctx, &b->effects, i);
        }
        vec_push(b->ctx, &b->previous, before);
    }
}

/* Pairs. */

static bool take(building *b, uint64_t cost) {
    if (b->left < cost) {
        b->g->complete = false;
        return false;
    }
    b->left -= cost;
    return ctx_tick(b->ctx, cost);
}

static void count_pair(building *b, const dd_pair_result *r) {
    dd_counts *c = &b->g->counts;
    bool none = dd_is_independent(&r->answer, r->common);
    c->pairs++;
    c->none += none;
    c->proved += !none && !r->why;
    c->assumed += !none && r->why;
    c->asked += r->answer.asked;
    c->gave_up += r->answer.gave_up;
    c->by[r->answer.by]++;
    b->g->gave_up |= r->answer.gave_up;
}

bool dd_is_checkable(const char *reason) {
    static const char *const ids[] = {"may-alias", "address-may-wrap", "subscript-may-wrap"};
    for (size_t i = 0; reason && i < sizeof ids / sizeof *ids; i++)
        if (!strcmp(reason, ids[i]))
            return true;
    return false;
}

static bool are_bases_apart(building *b, const dd_access *x, const dd_access *y) {
    if (x->ref->base && y->ref->base && hir_canon_equal(x->ref->base, y->ref->base))
        return false;
    return b->g->options.assume_noalias || !dd_may_alias(&b->alias, x->ref, y->ref);
}

/* The checks of a nest say nothing of other iterations of loops around it. */
static void exclude_checked(const dd_access *x, const dd_access *y, dd_pair_result *r) {
    if (!hir_are_apart(x->ref, y->ref))
        return;
    const HLLoop *around = hir_parent_loop(x->ref->version->branch);
    r->answer.same.possible = false;
    for (uint32_t k = around ? around->level + 1 : 1; k <= r->common; k++)
        r->answer.forward[k].possible = r->answer.backward[k].possible = false;
}

static void test_pair(building *b, uint32_t first, uint32_t second) {
    dd_graph *g = b->g;
    const dd_access *x = dd_access_of(&b->accesses, first);
    const dd_access *y = dd_access_of(&b->accesses, second);
    dd_pair_result r;
    if (!take(b, x->base == y->base ? CHEAP : 1))
        return;
    if (first != second && are_bases_apart(b, x, y)) {
        g->counts.pairs++;
        g->counts.none++;
        g->counts.by[DD_BY_ZIV]++;
        return;
    }
    dd_test_pair(&b->r, x, y, b->exact, b->memo, &r);
    if (g->options.assume_checked && dd_is_checkable(r.why))
        return;
    if (first == second)
        r.answer.same.possible = false;
    exclude_checked(x, y, &r);
    count_pair(b, &r);
    dd_graph_connect(g, first, second, &r);
}

static void test_memory(building *b) {
    dd_graph *g = b->g;
    for (uint32_t i = 0; i < g->refs.len && ctx_ok(b->ctx); i++) {
        const dd_ref *ref = &g->refs.at[i];
        if (ref->kind != DD_REF_MEMORY)
            continue;
        if (ref->writes || g->options.input)
            test_pair(b, i, i);
        for (uint32_t k = b->previous.at[i]; k; k = b->previous.at[k - 1])
            if (ref->writes || g->refs.at[k - 1].writes || g->options.input)
                test_pair(b, k - 1, i);
    }
}

static void assume(building *b, uint32_t first, uint32_t second, const char *why) {
    dd_pair_result r;
    if (!take(b, 1))
        return;
    dd_assume_pair(&b->r, b->g->refs.at[first].node, b->g->refs.at[second].node, why, &r);
    if (first == second)
        r.answer.same.possible = false;
    count_pair(b, &r);
    dd_graph_connect(b->g, first, second, &r);
}

static bool is_touched(building *b, const dd_ref *effect, const dd_ref *ref) {
    if (effect->node->kind != HL_INST)
        return true;
    if (effect->node == ref->node)
        return false;
    dd_effect e = dd_effect_of((const HLInst *)effect->node);
    if (!e.reads && !e.writes)
        return true;
    return dd_may_touch(&b->alias, (const HLInst *)effect->node, &e, ref->ref);
}

/* Whether the order of two effects is nobody's concern: whichever comes last, errno is the same. */
static bool commute(const dd_ref *a, const dd_ref *b) {
    return a->domain_only && b->domain_only;
}

static void test_effect(building *b, uint32_t effect) {
    dd_graph *g = b->g;
    const dd_ref *e = &g->refs.at[effect];
    for (uint32_t i = 0; i < g->refs.len && ctx_ok(b->ctx); i++) {
        const dd_ref *ref = &g->refs.at[i];
        bool memory = ref->kind == DD_REF_MEMORY;
        if (ref->kind == DD_REF_SCALAR || (!e->writes && !ref->writes) || (!memory && i < effect) ||
            (!memory && commute(e, ref)) || (memory && !ref->ordered && !is_touched(b, e, ref)))
            continue;
        assume(b, i < effect ? i : effect, i < effect ? effect : i, "effect");
    }
}

/* Volatile accesses keep their order, whatever they access. */
static void test_ordered(building *b) {
    dd_graph *g = b->g;
    VEC(uint32_t) ordered = {0};
    for (uint32_t i = 0; i < g->refs.len; i++)
        if (g->refs.at[i].kind == DD_REF_MEMORY && g->refs.at[i].ordered)
            vec_push(b->ctx, &ordered, i);
    for (size_t i = 0; i < ordered.len && ctx_ok(b->ctx); i++)
        for (size_t k = i; k < ordered.len && ctx_ok(b->ctx); k++)
            assume(b, ordered.at[i], ordered.at[k], "ordered");
    vec_free(b->ctx, &ordered);
}

static void free_building(building *b) {
    dd_free_accesses(b->g, &b->accesses);
    vec_free(b->ctx, &b->previous);
    vec_free(b->ctx, &b->effects);
    map_free(&b->groups);
    dd_alias_free(&b->alias);
    dd_region_free(&b->r);
    dd_exact_free(b->exact);
}

static void begin_tests(building *b, unsigned long operations) {
    dd_graph *g = b->g;
    map_init(&b->groups, b->ctx);
    dd_alias_init(&b->alias, g->h, g->region, g->options.classes);
    b->exact = dd_exact_new(operations ? operations : DEFAULT_OPERATIONS, DEFAULT_QUESTIONS);
    dd_region_init(&b->r, g->h, g->region, g->options.assume_dims);
    dd_read_accesses(g, &b->r, &b->accesses);
}

static bool build(dd_graph *g, dd_memo *memo) {
    building b = {.g = g, .ctx = g->h->ctx, .memo = memo};
    const dd_options *o = &g->options;
    b.left = CHEAP * (o->max_pairs ? o->max_pairs : DEFAULT_PAIRS);
    map_init(&b.groups, b.ctx);
    dd_alias_init(&b.alias, g->h, g->region, o->classes);
    if (!o->no_exact)
        b.exact =
            dd_exact_new(o->operations ? o->operations : DEFAULT_OPERATIONS, DEFAULT_QUESTIONS);
    if (o->no_exact_distances)
        dd_exact_skip_values(b.exact);
    g->complete = true;
    dd_region_init(&b.r, g->h, g->region, o->assume_dims);
    hir_each_node (node, &g->region->node)
        if (ctx_tick(b.ctx, 1))
            collect(&b, node);
    dd_read_accesses(g, &b.r, &b.accesses);
    group(&b);
    if (!o->assume_independent)
        test_memory(&b);
    for (size_t i = 0; i < b.effects.len && ctx_ok(b.ctx); i++)
        test_effect(&b, b.effects.at[i]);
    test_ordered(&b);
    dd_graph_add_scalars(g, &b.r);
    free_building(&b);
    return ctx_ok(g->h->ctx);
}

/* Whether a test of the two has led to the edge. */
static bool is_tested(const dd_edge *e, uint32_t a, uint32_t b) {
    bool between = (e->source == a && e->sink == b) || (e->source == b && e->sink == a);
    return between &&
           !(e->reason && (!strcmp(e->reason, "effect") || !strcmp(e->reason, "ordered")));
}

static void drop_tested(dd_graph *g, uint32_t a, uint32_t b) {
    size_t kept = 0;
    for (uint32_t i = 0; i < g->refs.len; i++)
        g->refs.at[i].first_out = g->refs.at[i].first_in = DD_NO_EDGE;
    for (size_t i = 0; i < g->edges.len; i++) {
        dd_edge e = g->edges.at[i];
        if (is_tested(&e, a, b))
            continue;
        dd_ref *from = &g->refs.at[e.source], *to = &g->refs.at[e.sink];
        e.next_out = from->first_out;
        e.next_in = to->first_in;
        from->first_out = to->first_in = (uint32_t)kept;
        g->edges.at[kept++] = e;
    }
    g->edges.len = kept;
}

uint32_t dd_graph_refine(dd_graph *g, uint32_t first, uint32_t second, unsigned long operations) {
    building b = {.g = g, .ctx = g->h->ctx, .left = CHEAP};
    uint32_t early = first < second ? first : second, late = first < second ? second : first;
    begin_tests(&b, operations);
    drop_tested(g, early, late);
    test_pair(&b, early, late);
    free_building(&b);
    uint32_t left = 0;
    for (size_t i = 0; i < g->edges.len; i++)
        left += is_tested(&g->edges.at[i], early, late);
    return left;
}

bool dd_graph_build(dd_graph *g, hir *h, HLRegion *region, const dd_options *options,
                    dd_memo *memo) {
    *g = (dd_graph){.h = h, .region = region, .options = *options};
    arena_init(&g->mem, h->ctx);
    map_init(&g->ref_of, h->ctx);
    return build(g, memo);
}

bool dd_graph_rebuild(dd_graph *g, dd_memo *memo) {
    hir *h = g->h;
    HLRegion *region = g->region;
    dd_options options = g->options;
    dd_graph_free(g);
    return dd_graph_build(g, h, region, &options, memo);
}

void dd_graph_free(dd_graph *g) {
    if (!g->h)
        return;
    vec_free(g->h->ctx, &g->refs);
    vec_free(g->h->ctx, &g->edges);
    map_free(&g->ref_of);
    arena_free(&g->mem);
}

uint32_t dd_find_ref(const dd_graph *g, const RegDDRef *ref) {
    const map_word *place = map_find(&g->ref_of, ref);
    return place && place->u ? (uint32_t)place->u - 1 : IR_NONE;
}
