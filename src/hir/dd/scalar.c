/* Edges between writes and reads of temps.
 *
 * Each temp is written by few instructions, mostly one, before it is read in the same iteration.
 * What is written in every iteration before it is read there never comes from an earlier one. A
 * node writes a temp, too, if it does so whichever way is taken through it. */
#include "hir/dd/dd_graph.h"

/* An ancestor of the node, or itself, that is in the list. */
static const HLNode *in_list(const HLNode *node, const hir_list *list) {
    while (node && node->list != list)
        node = node->parent;
    return node;
}

/* Whether `write` has been executed whenever `node` is, in the same iteration of all loops around
 * the write: it stands before it in a list, and no label is in between. */
static bool is_always_before(const dd_region *r, const HLNode *write, const HLNode *node) {
    const HLNode *at = in_list(node, write->list);
    if (!at || at == write || r->wild)
        return false;
    for (const HLNode *up = node; up != at; up = up->parent)
        if (map_find(&r->entered, up->list))
            return false;
    for (; at && at != write; at = at->prev)
        if (at->kind == HL_LABEL)
            return false;
    return at == write;
}

/* Whether each iteration of its innermost loop gets to the write: no goto leads past it. */
static bool is_in_every_iteration(const dd_region *r, const HLNode *write) {
    if (!write->parent || write->parent->kind != HL_LOOP || r->wild ||
        ((const HLLoop *)write->parent)->loop_kind != LOOP_DO)
        return false;
    for (const HLNode *node = write->next; node; node = node->next)
        if (node->kind == HL_LABEL)
            return false;
    return true;
}

typedef VEC(const HLNode *) node_list;

typedef struct temp_refs {
    uint32_t *at; /* of one symbase */
    uint32_t count;
    node_list writers; /* nodes that write it: the refs', then those around */
    size_t plain;      /* so many are the refs' */
} temp_refs;

typedef struct scalars {
    dd_graph *g;
    const dd_region *r;
    VEC(uint32_t) labels; /* their positions in lexical order */
} scalars;

/* What leaves a node before it writes lands at a label. */
static bool is_label_between(const scalars *s, const HLNode *a, const HLNode *b) {
    for (size_t i = 0; i < s->labels.len; i++)
        if (s->labels.at[i] > a->order && s->labels.at[i] < b->order)
            return true;
    return false;
}

static bool is_writer_before(const scalars *s, const temp_refs *t, size_t i, const HLNode *node) {
    const HLNode *w = t->writers.at[i];
    return w != node && is_always_before(s->r, w, node) &&
           (i < t->plain || !is_label_between(s, w, node));
}

static uint32_t lists_of(const HLNode *node) {
    if (node->kind == HL_LOOP && ((const HLLoop *)node)->loop_kind == LOOP_DO)
        return 1;
    if (node->kind == HL_SWITCH)
        return ((const HLSwitch *)node)->case_count + 1;
    return node->kind == HL_IF ? 2 : 0;
}

/* A DO loop runs at least once; of an if and a switch each list has to write. */
static void find_writers(const scalars *s, temp_refs *t) {
    lathe_ctx *ctx = s->g->h->ctx;
    map lists;
    map_init(&lists, ctx);
    for (uint32_t i = 0; i < t->count; i++)
        if (s->g->refs.at[t->at[i]].writes)
            vec_push(ctx, &t->writers, s->g->refs.at[t->at[i]].node);
    t->plain = t->writers.len;
    for (size_t i = 0; i < t->writers.len && ctx_tick(ctx, 1); i++) {
        const HLNode *node = t->writers.at[i], *parent = node->parent;
        if (!map_add(&lists, node->list) || !parent)
            continue;
        map_word *count = map_put(&lists, parent);
        if (count && ++count->u == lists_of(parent))
            vec_push(ctx, &t->writers, parent);
    }
    map_free(&lists);
}

/* The innermost level at which the value that `use` sees is never of an earlier iteration; 0 if
 * there is none. */
static uint32_t private_to(const scalars *s, const temp_refs *t, uint32_t use) {
    const HLNode *node = s->g->refs.at[use].node;
    uint32_t level = 0;
    for (size_t i = 0; i < t->writers.len; i++) {
        uint32_t at = hir_node_level(t->writers.at[i]);
        if (at > level && is_writer_before(s, t, i, node))
            level = at;
    }
    return level;
}

/* Whether another write is always between the two. */
static bool is_overwritten(const scalars *s, const temp_refs *t, uint32_t write, uint32_t use) {
    const HLNode *from = s->g->refs.at[write].node, *to = s->g->refs.at[use].node;
    for (size_t i = 0; i < t->writers.len; i++)
        if (t->writers.at[i]->order > from->order && is_writer_before(s, t, i, to))
            return true;
    return false;
}

static void clear_to(dd_vector *v, uint32_t common, uint32_t level) {
    for (uint32_t k = 1; k <= common && k <= level; k++)
        v[k].possible = false;
}

static void set_distance(dd_vector *v, uint32_t level, int64_t distance) {
    v->constant[level - 1] = true;
    v->distance[level - 1] = distance;
}

/* What is written in every iteration is read in the next one, if it is not in the same. */
static void be_precise(const scalars *s, dd_pair_result *r, const dd_ref *a, const dd_ref *b) {
    uint32_t k = r->common;
    if (k == 0)
        return;
    if (a->writes && b->reads && hir_node_level(a->node) == k &&
        is_in_every_iteration(s->r, a->node) && r->answer.forward[k].possible)
        set_distance(&r->answer.forward[k], k, 1);
    if (b->writes && a->reads && hir_node_level(b->node) == k &&
        is_in_every_iteration(s->r, b->node) && r->answer.backward[k].possible)
        set_distance(&r->answer.backward[k], k, -1);
}

static void connect(const scalars *s, const temp_refs *t, uint32_t a, uint32_t b) {
    const dd_ref *x = &s->g->refs.at[a], *y = &s->g->refs.at[b];
    dd_pair_result r;
    if (!x->writes && !y->writes)
        return;
    dd_assume_pair(s->r, x->node, y->node, NULL, &r);
    r.answer.same.possible &= x->node != y->node;
    if (y->reads && x->writes) {
        clear_to(r.answer.forward, r.common, private_to(s, t, b));
        r.answer.same.possible &= !is_overwritten(s, t, a, b);
    }
    if (x->reads && y->writes)
        clear_to(r.answer.backward, r.common, private_to(s, t, a));
    be_precise(s, &r, x, y);
    dd_graph_connect(s->g, a, b, &r);
}

static void add_temp(const scalars *s, temp_refs *t) {
    lathe_ctx *ctx = s->g->h->ctx;
    find_writers(s, t);
    for (uint32_t i = 0; t->plain && i < t->count; i++)
        for (uint32_t k = i; k < t->count && ctx_tick(ctx, 1); k++)
            if (i != k || s->g->refs.at[t->at[i]].writes)
                connect(s, t, t->at[i], t->at[k]);
    vec_free(ctx, &t->writers);
}

void dd_graph_add_scalars(dd_graph *g, const dd_region *r) {
    scalars s = {.g = g, .r = r};
    lathe_ctx *ctx = g->h->ctx;
    map last;
    map_init(&last, ctx);
    hir_each_node (node, &g->region->node)
        if (ctx_tick(ctx, 1) && node->kind == HL_LABEL)
            vec_push(ctx, &s.labels, node->order);
    VEC(uint32_t) previous = {0}, refs = {0};
    for (uint32_t i = 0; i < g->refs.len; i++) {
        map_word *place = g->refs.at[i].kind == DD_REF_SCALAR && g->refs.at[i].symbase
                              ? map_put_u(&last, g->refs.at[i].symbase)
                              : NULL;
        vec_push(ctx, &previous, place ? (uint32_t)place->u : 0);
        if (place)
            place->u = i + 1;
    }
    for (size_t i = 0; i < last.len && ctx_ok(ctx); i++) {
        vec_clear(&refs);
        for (uint32_t k = (uint32_t)last.at[i].value.u; k; k = previous.at[k - 1])
            vec_push(ctx, &refs, k - 1);
        for (size_t k = 0; k < refs.len / 2; k++) {
            uint32_t other = refs.at[k];
            refs.at[k] = refs.at[refs.len - 1 - k];
            refs.at[refs.len - 1 - k] = other;
        }
        add_temp(&s, &(temp_refs){.at = refs.at, .count = (uint32_t)refs.len});
    }
    vec_free(ctx, &previous);
    vec_free(ctx, &refs);
    vec_free(ctx, &s.labels);
    map_free(&last);
}
