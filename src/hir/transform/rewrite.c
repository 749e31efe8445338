/* Rewrites every canonical expression below a node with a function of the caller's.
 * hir_rewrite_body is all or nothing: expressions are computed on copies, and put in only if every
 * one could be made; hir_rewrite_copy changes a copy of nodes, which the caller throws away after a
 * failure. */
#include "hir/transform/parts.h"

typedef struct change {
    CanonExpr **place, *to;
} change;

typedef struct rewriter {
    hir *h;
    HLNode *top;
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

static bool visit(void *data, HLNode *node) {
    rewriter *r = data;
    HLDDNode *dd = node == r->top ? NULL : hir_as_dd(node);
    bool changes = false;
    for (uint32_t i = 0; dd && i < dd->ref_count; i++) {
        RegDDRef *ref = dd->refs[i];
        if (!ref)
            continue;
        changes |= plan_canon(r, &ref->base);
        for (uint32_t d = 0; d < ref->dimensions; d++)
            changes |= plan_canon(r, &ref->subscripts[d]);
    }
    if (changes && node->kind == HL_LOOP)
        vec_push(r->h->ctx, &r->bounds, (HLLoop *)node);
    return ctx_tick(r->h->ctx, 1);
}

bool hir_rewrite_body(hir *h, HLLoop *loop, hir_rewrite_fn *rewrite, void *data) {
    rewriter r = {.h = h, .top = &loop->node.node, .rewrite = rewrite, .data = data};
    hir_walk(r.top, &(hir_walker){.visit = visit, .data = &r});
    bool done = !r.failed && ctx_ok(h->ctx);
    for (size_t i = 0; done && i < r.changes.len; i++)
        *r.changes.at[i].place = r.changes.at[i].to;
    for (size_t i = 0; done && i < r.bounds.len; i++)
        if (!r.bounds.at[i]->node.refs[0]->subscripts[0]->exact)
            hir_loop_set(r.bounds.at[i], LOOP_EXACT_BOUND, false);
    vec_free(h->ctx, &r.changes);
    vec_free(h->ctx, &r.bounds);
    return done;
}

typedef struct direct_rewriter {
    hir *h;
    hir_rewrite_fn *rewrite;
    void *data;
    bool failed;
} direct_rewriter;

static bool rewrite_node(void *data, HLNode *node) {
    direct_rewriter *r = data;
    HLDDNode *dd = hir_as_dd(node);
    for (uint32_t i = 0; dd && i < dd->ref_count; i++) {
        RegDDRef *ref = dd->refs[i];
        r->failed |= ref->base && !r->rewrite(r->data, ref->base);
        for (uint32_t d = 0; d < ref->dimensions; d++)
            r->failed |= !r->rewrite(r->data, ref->subscripts[d]);
    }
    if (node->kind == HL_LOOP && dd->ref_count)
        hir_loop_set((HLLoop *)node, LOOP_EXACT_BOUND,
                     hir_loop_is((HLLoop *)node, LOOP_EXACT_BOUND) &&
                         dd->refs[0]->subscripts[0]->exact);
    return ctx_tick(r->h->ctx, 1);
}

bool hir_rewrite_copy(hir *h, HLNode *node, hir_rewrite_fn *rewrite, void *data) {
    direct_rewriter r = {h, rewrite, data, false};
    hir_walk(node, &(hir_walker){.visit = rewrite_node, .data = &r});
    return !r.failed && ctx_ok(h->ctx);
}
