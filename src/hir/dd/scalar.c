/* Edges between writes and reads of temps.
 *
 * Each temp is written by few instructions, mostly one, before it is read in the same iteration.
 * What is written in every iteration before it is read there never comes from an earlier one. */
#include "hir/dd/graph.h"

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

typedef struct temp_refs {
    uint32_t *at; /* of one symbase */
    uint32_t count;
} temp_refs;

typedef struct scalars {
    dd_graph *g;
    const dd_region *r;
} scalars;

/* The innermost level at which the value that `use` sees is never of an earlier iteration; 0 if
 * there is none. */
static uint32_t private_to(const scalars *s, const temp_refs *t, uint32_t use) {
    const HLNode *node = s->g->refs.at[use].node;
    uint32_t level = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const dd_ref *w = &s->g->refs.at[t->at[i]];
        uint32_t at = hir_node_level(w->node);
        if (w->writes && w->node != node && at > level && is_always_before(s->r, w->node, node))
            level = at;
    }
    return level;
}

/* Whether another write is always between the two. */
static bool is_overwritten(const scalars *s, const temp_refs *t, uint32_t write, uint32_t use) {
    const HLNode *from = s->g->refs.at[write].node, *to = s->g->refs.at[use].node;
    for (uint32_t i = 0; i < t->count; i++) {
        const dd_ref *w = &s->g->refs.at[t->at[i]];
        if (w->writes && w->node->order > from->order && w->node != to &&
            is_always_before(s->r, w->node, to))
            return true;
    }
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

static void add_temp(const scalars *s, const temp_refs *t, bool *written) {
    for (uint32_t i = 0; i < t->count; i++)
        *written |= s->g->refs.at[t->at[i]].writes;
    for (uint32_t i = 0; *written && i < t->count; i++)
        for (uint32_t k = i; k < t->count && ctx_tick(s->g->h->ctx, 1); k++)
            if (i != k || s->g->refs.at[t->at[i]].writes)
                connect(s, t, t->at[i], t->at[k]);
}

void dd_graph_add_scalars(dd_graph *g, const dd_region *r) {
    scalars s = {g, r};
    lathe_ctx *ctx = g->h->ctx;
    map last;
    map_init(&last, ctx);
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
        bool written = false;
        add_temp(&s, &(temp_refs){refs.at, (uint32_t)refs.len}, &written);
    }
    vec_free(ctx, &previous);
    vec_free(ctx, &refs);
    map_free(&last);
}
