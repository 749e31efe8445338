/* A loop becomes several, each with some of the nodes of its body.
 *
 * A node has to stay in one loop with those that it depends on and that depend on it, within one
 * iteration or from one iteration to another; else the loop of what is needed comes first. What
 * outer loops carry stays in order anyway. Temps have edges like memory: one that is assigned in
 * each iteration ties what assigns it and what reads it together. Nothing is computed elsewhere, or
 * more often, than before; but an iteration may begin before others are done, so all that is in the
 * loop has to get to its end. */
#include "hir/transform/transform.h"

#include "ir/scc.h"

typedef struct link {
    uint32_t from, to; /* numbers of nodes */
    uint32_t edge;     /* DD_NO_EDGE: gotos */
} link;

typedef struct splitter {
    const dd_graph *g;
    HLLoop *loop;
    arena mem;
    VEC(HLNode *) nodes; /* of the loop's body */
    map number;          /* HLNode -> place among them + 1 */
    VEC(link) links;
    uint32_t *part; /* of each node, in the order that they are to run in */
    uint32_t parts;
} splitter;

static uint32_t number_of(const splitter *s, const HLNode *node) {
    while (node && node->parent != &s->loop->node.node)
        node = node->parent;
    const map_word *place = node ? map_find(&s->number, node) : NULL;
    return place ? (uint32_t)place->u - 1 : IR_NONE;
}

static void add_link(splitter *s, uint32_t from, uint32_t to, uint32_t edge) {
    if (from != to)
        vec_push(s->g->h->ctx, &s->links, (link){from, to, edge});
}

static void list_nodes(splitter *s) {
    for (HLNode *node = s->loop->body.first; node && ctx_tick(s->g->h->ctx, 1); node = node->next) {
        vec_push(s->g->h->ctx, &s->nodes, node);
        map_word *place = map_put(&s->number, node);
        if (place)
            place->u = s->nodes.len;
    }
}

static void link_edges(splitter *s) {
    for (uint32_t i = 0; i < s->g->edges.len && ctx_tick(s->g->h->ctx, 1); i++) {
        const dd_edge *e = &s->g->edges.at[i];
        if (e->kind == DD_INPUT || (e->level && e->level != s->loop->level))
            continue;
        uint32_t from = number_of(s, s->g->refs.at[e->source].node);
        uint32_t to = number_of(s, s->g->refs.at[e->sink].node);
        if (from != IR_NONE && to != IR_NONE)
            add_link(s, from, to, i);
    }
}

/* All nodes between a goto and its label stay together. */
static bool link_goto(void *data, HLNode *node) {
    splitter *s = data;
    const HLGoto *jump = node->kind == HL_GOTO ? (const HLGoto *)node : NULL;
    if (!jump || !jump->target)
        return true;
    uint32_t from = number_of(s, node), to = number_of(s, &jump->target->node);
    for (uint32_t i = from; to != IR_NONE && i < to; i++) {
        add_link(s, i, i + 1, DD_NO_EDGE);
        add_link(s, i + 1, i, DD_NO_EDGE);
    }
    return ctx_tick(s->g->h->ctx, 1);
}

static bool is_scalar(const splitter *s, const link *l) {
    return l->edge != DD_NO_EDGE &&
           s->g->refs.at[s->g->edges.at[l->edge].source].kind == DD_REF_SCALAR;
}

/* Components of the nodes by their links, or by those that are no temps. */
static bool find_components(splitter *s, bool temps, ir_scc *scc) {
    uint32_t count = (uint32_t)s->nodes.len;
    uint32_t *start = arena_array(&s->mem, count + 1, uint32_t);
    uint32_t *targets = arena_array(&s->mem, s->links.len, uint32_t);
    if (!start || !targets)
        return false;
    for (size_t i = 0; i < s->links.len; i++)
        if (temps || !is_scalar(s, &s->links.at[i]))
            start[s->links.at[i].from + 1]++;
    for (uint32_t i = 0; i < count; i++)
        start[i + 1] += start[i];
    uint32_t *next = arena_array(&s->mem, count, uint32_t);
    for (uint32_t i = 0; next && i < count; i++)
        next[i] = start[i];
    for (size_t i = 0; next && i < s->links.len; i++)
        if (temps || !is_scalar(s, &s->links.at[i]))
            targets[next[s->links.at[i].from]++] = s->links.at[i].to;
    return next && ir_scc_build(scc, &s->mem, count, start, targets);
}

static bool is_in_order(const splitter *s) {
    for (size_t i = 0; i < s->links.len; i++)
        if (s->part[s->links.at[i].from] > s->part[s->links.at[i].to])
            return false;
    return true;
}

/* In the order of their first nodes, if that is legal; else from what needs nothing on. */
static bool order_parts(splitter *s, const ir_scc *scc) {
    uint32_t *seen = arena_array(&s->mem, scc->count, uint32_t), known = 0;
    s->part = arena_array(&s->mem, s->nodes.len, uint32_t);
    if (!seen || !s->part)
        return false;
    for (size_t i = 0; i < s->nodes.len; i++) {
        if (!seen[scc->component[i]])
            seen[scc->component[i]] = ++known;
        s->part[i] = seen[scc->component[i]] - 1;
    }
    bool in_order = is_in_order(s);
    for (size_t i = 0; i < s->nodes.len && !in_order; i++)
        s->part[i] = scc->count - 1 - scc->component[i];
    s->parts = scc->count;
    return true;
}

/* A link from what stands later to what stands before. */
static uint32_t blocking_edge(const splitter *s) {
    for (size_t i = 0; i < s->links.len; i++)
        if (s->links.at[i].from > s->links.at[i].to && !is_scalar(s, &s->links.at[i]))
            return s->links.at[i].edge;
    return DD_NO_EDGE;
}

static dd_reply why_together(splitter *s) {
    ir_scc scc;
    if (!find_components(s, false, &scc))
        return hir_decline("gave-up", "there is no memory");
    if (scc.count > 1)
        return hir_decline("temp-crosses", "a temp goes from each part of it to another");
    dd_reply reply = hir_decline("dependence", "all that is in it needs one another");
    reply.edge = blocking_edge(s);
    return reply;
}

static dd_reply find_parts(splitter *s) {
    ir_scc scc;
    list_nodes(s);
    link_edges(s);
    hir_walk(&s->loop->node.node, &(hir_walker){.visit = link_goto, .data = s});
    if (!find_components(s, true, &scc) || !order_parts(s, &scc) || !ctx_ok(s->g->h->ctx))
        return hir_decline("gave-up", "there is no memory");
    return s->parts > 1 ? (dd_reply){.yes = true, .edge = DD_NO_EDGE} : why_together(s);
}

/* Nodes keep their order in each part. The loop itself has the first. */
static bool split(splitter *s) {
    HLLoop **loops = arena_array(&s->mem, s->parts, HLLoop *);
    for (uint32_t i = 0; loops && i < s->parts; i++)
        if (!(loops[i] = i ? hir_loop_like(s->g->h, s->loop) : s->loop))
            return false;
    for (uint32_t i = 1; loops && i < s->parts; i++)
        hir_insert_after(&loops[i - 1]->node.node, &loops[i]->node.node);
    for (size_t i = 0; loops && i < s->nodes.len; i++) {
        HLLoop *to = loops[s->part[i]];
        if (to == s->loop)
            continue;
        hir_unlink(s->nodes.at[i]);
        hir_append(&to->body, &to->node.node, s->nodes.at[i]);
    }
    return loops != NULL;
}

static dd_reply check(const dd_graph *g, HLLoop *loop) {
    if (!g->complete)
        return hir_decline("gave-up", "its region is too large");
    if (loop->loop_kind == LOOP_WHILE)
        return hir_decline("no-count", "it is not known how often it runs");
    if (loop->loop_kind == LOOP_MULTI_EXIT)
        return hir_decline("exits", "a goto may leave it");
    if (!loop->body.first || !loop->body.first->next)
        return hir_decline("one-part", "there is only one thing in it");
    if (loop->node.refs[0]->subscripts[0]->defined_at >= loop->level)
        return hir_decline("bound-varies", "its bound is assigned in it");
    if (hir_is_crossed(g->region, &loop->body))
        return hir_decline("jumps", "a goto leads out of it, or into it");
    if (!hir_gets_to_end(&loop->node.node))
        return hir_decline("may-not-end", "something in it may not come to its end");
    return (dd_reply){.yes = true, .edge = DD_NO_EDGE};
}

dd_reply hir_distribute(const dd_graph *g, HLLoop *loop) {
    splitter s = {.g = g, .loop = loop};
    dd_reply reply = check(g, loop);
    if (!reply.yes)
        return reply;
    arena_init(&s.mem, g->h->ctx);
    map_init(&s.number, g->h->ctx);
    reply = find_parts(&s);
    if (reply.yes && !split(&s))
        reply = hir_decline("gave-up", "there is no memory");
    if (reply.yes) {
        g->region->changed = true;
        hir_update_levels(g->h);
    }
    map_free(&s.number);
    vec_free(g->h->ctx, &s.nodes);
    vec_free(g->h->ctx, &s.links);
    arena_free(&s.mem);
    return reply;
}
