/* Rewrites every canonical expression below a node with a function of the caller's.
 * hir_rewrite_body is all or nothing: expressions are computed on copies, and put in only if every
 * one could be made; hir_rewrite_copy changes a copy of nodes, which the caller throws away after a
 * failure. */
#include "hir/transform/loop_parts.h"

typedef struct change {
    CanonExpr **place, *to;
} change;

typedef struct rewriter {
    hir *h;
    hir_rewrite_fn *rewrite;
    void *data;
    VEC(change) changes;
    VEC(HLLoop *) bounds; /* loops whose bounds change */
    bool failed;
} rewriter;

static bool plan_canon(rewriter *r, CanonExpr **place) {
    CanonExpr *copy = *place ? hir_canon_copy(r->h, *place) : NULL;
    if (!*place)
        return false;
    r->failed |= !copy || !r->rewrite(r->data, copy);
    if (r->failed || hir_canon_equal(copy, *place))
        return false;
    vec_push(r->h->ctx, &r->changes, (change){place, copy});
    return true;
}

static void plan_node(rewriter *r, HLNode *node) {
    bool changes = false;
    hir_each_ref (ref, node) {
        changes |= plan_canon(r, &ref->base);
        for (uint32_t d = 0; d < ref->dimensions; d++)
            changes |= plan_canon(r, &ref->subscripts[d]);
    }
    if (changes && node->kind == HL_LOOP)
        vec_push(r->h->ctx, &r->bounds, (HLLoop *)node);
}

bool hir_rewrite_body(hir *h, HLLoop *loop, hir_rewrite_fn *rewrite, void *data) {
    rewriter r = {.h = h, .rewrite = rewrite, .data = data};
    hir_each_node (node, &loop->node.node)
        if (node != &loop->node.node && ctx_tick(h->ctx, 1))
            plan_node(&r, node);
    bool done = !r.failed && ctx_ok(h->ctx);
    for (size_t i = 0; done && i < r.changes.len; i++)
        *r.changes.at[i].place = r.changes.at[i].to;
    for (size_t i = 0; done && i < r.bounds.len; i++)
        if (!hir_upper(r.bounds.at[i])->exact)
            hir_loop_set(r.bounds.at[i], LOOP_EXACT_BOUND, false);
    vec_free(h->ctx, &r.changes);
    vec_free(h->ctx, &r.bounds);
    return done;
}

static bool rewrite_node(HLNode *node, hir_rewrite_fn *rewrite, void *data) {
    bool done = true;
    hir_each_ref (ref, node) {
        done &= !ref->base || rewrite(data, ref->base);
        for (uint32_t d = 0; d < ref->dimensions; d++)
            done &= rewrite(data, ref->subscripts[d]);
        if (node->kind == HL_LOOP && !ref->subscripts[0]->exact)
            hir_loop_set((HLLoop *)node, LOOP_EXACT_BOUND, false);
    }
    return done;
}

bool hir_rewrite_copy(hir *h, HLNode *top, hir_rewrite_fn *rewrite, void *data) {
    bool done = true;
    hir_each_node (node, top)
        done &= ctx_tick(h->ctx, 1) && rewrite_node(node, rewrite, data);
    return done;
}
