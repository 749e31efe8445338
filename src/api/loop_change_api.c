/* lathe/hir_graph.h: transforms of chosen loops. Each checks its handles, asks the transform, and
 * brings the graph up to date if that has changed the nest. */
#include "api/arguments.h"
#include "api/loop_answers.h"

#include "hir/transform/transform.h"

static bool finish(dd_graph *g, dd_reply reply, lathe_deps_answer *answer) {
    lathe_ctx *ctx = g->h->ctx;
    str why;
    if (answer)
        api_give_answer(ctx, &reply, answer);
    if (!reply.yes || !ctx_ok(ctx))
        return false;
    str_init(&why, ctx);
    if (!hir_verify(g->h, &why) && ctx_ok(ctx))
        ctx_fail(ctx, LATHE_INTERNAL, "a transform of '%s' failed: %s", g->h->function,
                 str_text(&why));
    str_free(&why);
    return ctx_ok(ctx) && dd_graph_rebuild(g, NULL);
}

/* Whether the nest may still change, and the answer be given. A nest that cannot be lowered would
 * keep its change to itself.
 */
static bool is_open(dd_graph *g, const lathe_deps_answer *answer) {
    if (g->h->lowered)
        return api_wrong(g->h->ctx, "g: the function has been lowered");
    return (!answer || api_has_size(g->h->ctx, answer, "answer")) && ctx_ok(g->h->ctx);
}

typedef dd_reply change_fn(const dd_graph *g, HLLoop *loop);

static bool change_loop(dd_graph *g, HLNode *loop, change_fn *change, lathe_deps_answer *answer) {
    HLLoop *l = is_open(g, answer) ? api_loop_in(g, loop, "loop") : NULL;
    return l && finish(g, change(g, l), answer);
}

bool lathe_hir_interchange(dd_graph *g, HLNode *outer, HLNode *inner, lathe_deps_answer *answer) {
    HLLoop *out = is_open(g, answer) ? api_loop_in(g, outer, "outer") : NULL;
    HLLoop *in = out ? api_loop_in(g, inner, "inner") : NULL;
    if (!in)
        return false;
    bool perfect = out->body.first == inner && out->body.last == inner;
    return finish(g, perfect ? hir_interchange(g, out, in) : hir_decline(HIR_WHY_BODY_NOT_ONE_LOOP),
                  answer);
}

bool lathe_hir_reverse(dd_graph *g, HLNode *loop, lathe_deps_answer *answer) {
    return change_loop(g, loop, hir_reverse, answer);
}

bool lathe_hir_fuse(dd_graph *g, HLNode *first, HLNode *second, lathe_deps_answer *answer) {
    HLLoop *a = is_open(g, answer) ? api_loop_in(g, first, "first") : NULL;
    HLLoop *b = a ? api_loop_in(g, second, "second") : NULL;
    if (!b)
        return false;
    return finish(g, dd_loop_behind(a) == b ? hir_fuse(g, a, b) : hir_decline(HIR_WHY_NO_NEXT_LOOP),
                  answer);
}

bool lathe_hir_distribute(dd_graph *g, HLNode *loop, lathe_deps_answer *answer) {
    return change_loop(g, loop, hir_distribute, answer);
}

bool lathe_hir_strip_mine(dd_graph *g, HLNode *loop, unsigned size, lathe_deps_answer *answer) {
    HLLoop *l = is_open(g, answer) ? api_loop_in(g, loop, "loop") : NULL;
    if (l && (size < 2 || size > UINT16_MAX))
        return api_wrong(g->h->ctx, "size: below 2, or above 65535");
    if (!l)
        return false;
    dd_reply counted = dd_can_count(g, l);
    return finish(g, counted.yes ? hir_strip(g, l, size) : counted, answer);
}

static bool are_sizes(const dd_graph *g, const unsigned *sizes, size_t count, uint32_t loops) {
    if (!sizes || count != loops)
        return api_wrong(g->h->ctx, "count: not as many sizes as loops");
    for (size_t i = 0; i < count; i++)
        if (sizes[i] > UINT16_MAX)
            return api_wrong(g->h->ctx, "sizes: one is above 65535");
    return true;
}

/* How many loops there are from the outer one to the inner one, if each is all that is in the one
 * around it; else 0. */
static uint32_t depth_of(const HLLoop *outer, const HLLoop *inner) {
    uint32_t depth = 1;
    for (const HLNode *node = &inner->node.node; node != &outer->node.node; depth++) {
        const HLLoop *around =
            node->parent && node->parent->kind == HL_LOOP ? (const HLLoop *)node->parent : NULL;
        if (!around || around->body.first != node || around->body.last != node)
            return 0;
        node = node->parent;
    }
    return depth;
}

bool lathe_hir_tile(dd_graph *g, HLNode *outer, HLNode *inner, const unsigned *sizes, size_t count,
                    lathe_deps_answer *answer) {
    HLLoop *out = is_open(g, answer) ? api_loop_in(g, outer, "outer") : NULL;
    HLLoop *in = out ? api_loop_in(g, inner, "inner") : NULL;
    uint32_t depth = in ? depth_of(out, in) : 0;
    if (!in)
        return false;
    if (!depth)
        return finish(g, hir_decline(HIR_WHY_BODY_NOT_ONE_LOOP), answer);
    return are_sizes(g, sizes, count, depth) && finish(g, hir_tile(g, out, in, sizes), answer);
}

bool lathe_hir_unroll_jam(dd_graph *g, HLNode *loop, unsigned factor, lathe_deps_answer *answer) {
    HLLoop *l = is_open(g, answer) ? api_loop_in(g, loop, "loop") : NULL;
    if (l && (factor < 2 || factor > UINT16_MAX))
        return api_wrong(g->h->ctx, "factor: below 2, or above 65535");
    return l && finish(g, hir_unroll_jam(g, l, factor), answer);
}

bool lathe_hir_hoist_if(dd_graph *g, HLNode *loop, lathe_deps_answer *answer) {
    return change_loop(g, loop, hir_hoist_if, answer);
}

bool lathe_hir_drop_if(dd_graph *g, HLNode *loop, lathe_deps_answer *answer) {
    return change_loop(g, loop, hir_drop_if, answer);
}

bool lathe_hir_sink(dd_graph *g, HLNode *loop, lathe_deps_answer *answer) {
    return change_loop(g, loop, hir_sink, answer);
}

bool lathe_hir_reduce_in_memory(dd_graph *g, HLNode *loop, lathe_deps_answer *answer) {
    return change_loop(g, loop, hir_reduce_in_memory, answer);
}

bool lathe_hir_licm(dd_graph *g, HLNode *loop, lathe_deps_answer *answer) {
    return change_loop(g, loop, hir_licm, answer);
}

bool lathe_hir_scalar_replace(dd_graph *g, HLNode *loop, lathe_deps_answer *answer) {
    return change_loop(g, loop, hir_scalar_replace, answer);
}

bool lathe_hir_version(dd_graph *g, HLNode *loop, lathe_deps_answer *answer) {
    return change_loop(g, loop, g->options.assume_dims ? hir_version_dims : hir_version_nest,
                       answer);
}
