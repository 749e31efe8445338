/* lathe/hir_graph.h: graphs of dependences by reference, and questions about loops by handle. */
#include "api/arguments.h"

#include "api/loop_answers.h"
#include "hir/dd/dd_graph.h"
#include "report/hir_deps.h"

/* Graphs and vertices. */

dd_graph *lathe_deps_graph(const lathe_deps *d, size_t function, size_t region) {
    if (function >= d->functions.len || region >= d->functions.at[function]->graphs.len)
        return NULL;
    return d->functions.at[function]->graphs.at[region];
}

dd_graph *lathe_deps_graph_of(const lathe_deps *d, const HLNode *region) {
    for (size_t i = 0; i < d->functions.len; i++)
        for (size_t k = 0; k < d->functions.at[i]->graphs.len; k++)
            if (&d->functions.at[i]->graphs.at[k]->region->node == region)
                return d->functions.at[i]->graphs.at[k];
    return NULL;
}

lathe_hir_function *lathe_ddg_function(const dd_graph *g) {
    return g->h;
}

HLNode *lathe_ddg_region(const dd_graph *g) {
    return &g->region->node;
}

bool lathe_ddg_is_complete(const dd_graph *g) {
    return g->complete;
}

lathe_status lathe_ddg_update(dd_graph *g) {
    if (ctx_ok(g->h->ctx))
        dd_graph_rebuild(g, NULL);
    return g->h->ctx->status;
}

size_t lathe_ddg_vertex_count(const dd_graph *g) {
    return g->refs.len;
}

static size_t number_of(const dd_graph *g, const void *key) {
    const map_word *place = map_find(&g->ref_of, key);
    return place && place->u ? (size_t)place->u - 1 : LATHE_DDG_NONE;
}

size_t lathe_ddg_find(const dd_graph *g, const RegDDRef *ref) {
    return number_of(g, ref);
}

size_t lathe_ddg_find_blob(const dd_graph *g, const BlobDDRef *blob) {
    return number_of(g, blob);
}

RegDDRef *lathe_ddg_vertex_ref(const dd_graph *g, size_t vertex) {
    return vertex < g->refs.len ? g->refs.at[vertex].ref : NULL;
}

const BlobDDRef *lathe_ddg_vertex_blob(const dd_graph *g, size_t vertex) {
    return vertex < g->refs.len ? g->refs.at[vertex].blob : NULL;
}

HLNode *lathe_ddg_vertex_node(const dd_graph *g, size_t vertex) {
    return vertex < g->refs.len ? g->refs.at[vertex].node : NULL;
}

/* Edges. */

static const dd_edge *edge_at(const dd_graph *g, uint32_t index) {
    return index == DD_NO_EDGE ? NULL : &g->edges.at[index];
}

const dd_edge *lathe_ddg_next_out(const dd_graph *g, size_t vertex, const dd_edge *edge) {
    if (vertex >= g->refs.len)
        return NULL;
    return edge_at(g, edge ? edge->next_out : g->refs.at[vertex].first_out);
}

const dd_edge *lathe_ddg_next_in(const dd_graph *g, size_t vertex, const dd_edge *edge) {
    if (vertex >= g->refs.len)
        return NULL;
    return edge_at(g, edge ? edge->next_in : g->refs.at[vertex].first_in);
}

size_t lathe_ddg_edge_source(const dd_edge *edge) {
    return edge->source;
}

size_t lathe_ddg_edge_sink(const dd_edge *edge) {
    return edge->sink;
}

lathe_deps_kind lathe_ddg_edge_kind(const dd_edge *edge) {
    return (lathe_deps_kind)edge->kind;
}

unsigned lathe_ddg_edge_level(const dd_edge *edge) {
    return edge->level;
}

unsigned lathe_ddg_edge_levels(const dd_edge *edge) {
    return edge->levels;
}

static bool has_level(const dd_edge *edge, unsigned level) {
    return level >= 1 && level <= edge->levels;
}

unsigned lathe_ddg_edge_direction(const dd_edge *edge, unsigned level) {
    return has_level(edge, level) ? edge->directions[level - 1] : 0;
}

bool lathe_ddg_edge_distance(const dd_edge *edge, unsigned level, int64_t *distance) {
    bool known = has_level(edge, level) && edge->constant[level - 1];
    if (known && distance)
        *distance = edge->distance[level - 1];
    return known;
}

const char *lathe_ddg_edge_reason(const dd_edge *edge) {
    return edge->reason;
}

char *lathe_ddg_edge_text(const dd_graph *g, const dd_edge *edge) {
    str out;
    str_init(&out, g->h->ctx);
    dd_edge_text(g, edge, &out);
    char *text = ctx_ok(g->h->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

static bool is_memory(const dd_graph *g, size_t vertex) {
    return vertex < g->refs.len && g->refs.at[vertex].kind == DD_REF_MEMORY;
}

lathe_status lathe_ddg_refine(dd_graph *g, size_t first, size_t second, uint64_t max_operations,
                              size_t *edges) {
    size_t left = 0;
    if (!is_memory(g, first) || !is_memory(g, second))
        api_wrong(g->h->ctx, is_memory(g, first) ? "second: not memory" : "first: not memory");
    else if (ctx_ok(g->h->ctx))
        left = dd_graph_refine(g, (uint32_t)first, (uint32_t)second, (unsigned long)max_operations);
    if (edges)
        *edges = left;
    return g->h->ctx->status;
}

/* Questions. */

HLLoop *api_loop_in(const dd_graph *g, HLNode *loop, const char *name) {
    if (loop && loop->kind == HL_LOOP && hir_is_in(loop, &g->region->node))
        return (HLLoop *)loop;
    ctx_fail(g->h->ctx, LATHE_USAGE, "%s: not a loop of the graph's region", name);
    return NULL;
}

bool api_give_answer(lathe_ctx *ctx, const dd_reply *reply, lathe_deps_answer *answer) {
    lathe_deps_answer own = {.yes = reply->yes,
                             .id = reply->id,
                             .reason = reply->reason,
                             .edge = reply->edge == DD_NO_EDGE ? SIZE_MAX : reply->edge,
                             .distance = reply->distance};
    return api_fill(ctx, answer, &own, "answer");
}

bool lathe_ddg_ask(const dd_graph *g, lathe_deps_question question, HLNode *loop, HLNode *other,
                   lathe_deps_answer *answer) {
    if (question > LATHE_DEPS_REVERSE)
        return api_wrong(g->h->ctx, "question: there is no such question");
    HLLoop *first = api_loop_in(g, loop, "loop");
    HLLoop *second = first && deps_needs_other(question) ? api_loop_in(g, other, "other") : first;
    if (!first || !second)
        return false;
    dd_reply reply = deps_ask(g, question, first, second);
    return api_give_answer(g->h->ctx, &reply, answer);
}
