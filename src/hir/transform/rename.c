/* Temps by other names, and which of a loop's temps may have them: see loop_clone.c. */
#include "hir/transform/loop_parts.h"

typedef struct renamer {
    hir *h;
    const map *to; /* hir_temp -> hir_temp */
    bool failed;
} renamer;

/* Its depth is bounded, see hir_blob_info. */
static hir_blob renamed_blob(renamer *r, hir_blob b) {
    const hir_blob_info info = *hir_blob_at(r->h, b);
    hir_blob operands[HIR_MAX_OPERANDS];
    bool changes = false;
    if (info.op == BLOB_TEMP) {
        const map_word *place = map_find_u(r->to, info.temp);
        return place ? hir_blob_temp(r->h, (hir_temp)place->u) : b;
    }
    for (uint32_t i = 0; i < info.operand_count; i++) {
        operands[i] = renamed_blob(r, info.operands[i]);
        changes |= operands[i] != info.operands[i];
    }
    return changes ? hir_blob_make(r->h, info.op, info.type, operands, info.operand_count) : b;
}

/* The value is the same where it is executed, so all that is known of it stays true. */
static void rename_canon(renamer *r, CanonExpr *ce) {
    CanonExpr *new = hir_canon_ext(r->h, ce->source, ce->dest, ce->cast);
    bool done = new != NULL;
    for (uint32_t i = 0; done && i < ce->iv_count; i++)
        if (ce->ivs[i].coefficient)
            done = hir_canon_add_iv(r->h, new, i + 1, ce->ivs[i].coefficient,
                                    ce->ivs[i].blob ? renamed_blob(r, ce->ivs[i].blob) : 0);
    for (uint32_t i = 0; done && i < ce->blob_count; i++)
        done = hir_canon_add_blob(r->h, new, ce->blobs[i].coefficient,
                                  renamed_blob(r, ce->blobs[i].blob));
    r->failed |= !done || !hir_canon_add_constant(r->h, new, ce->constant);
    if (r->failed)
        return;
    new->denominator = ce->denominator;
    new->is_signed = ce->is_signed;
    new->exact = ce->exact;
    *ce = *new;
}

static bool mentions(const renamer *r, const RegDDRef *ref) {
    hir_temp t = hir_ref_temp(r->h, ref);
    bool found = t && map_find_u(r->to, t);
    for (uint32_t i = 0; !found && i < ref->blob_ref_count; i++)
        found = map_find_u(r->to, hir_blob_at(r->h, ref->blob_refs[i].blob)->temp) != NULL;
    return found;
}

static void rename_ref(renamer *r, RegDDRef *ref) {
    if (!mentions(r, ref))
        return;
    if (ref->base)
        rename_canon(r, ref->base);
    for (uint32_t d = 0; d < ref->dimensions && !r->failed; d++) {
        rename_canon(r, ref->subscripts[d]);
        if (ref->strides[d])
            ref->strides[d] = renamed_blob(r, ref->strides[d]);
    }
    hir_temp t = hir_ref_temp(r->h, ref);
    if (t)
        ref->symbase = hir_temp_at(r->h, t)->symbase;
}

bool hir_rename_temps(hir *h, HLNode *top, const map *to) {
    renamer r = {.h = h, .to = to};
    hir_each_node (node, to->len ? top : NULL) {
        if (!ctx_tick(h->ctx, 1))
            break;
        hir_each_ref (ref, node)
            if (!r.failed)
                rename_ref(&r, ref);
    }
    return !r.failed && ctx_ok(h->ctx);
}

typedef struct classifier {
    const dd_graph *g;
    const HLLoop *loop;
    map *temps;
} classifier;

static void note_assigned(classifier *c, HLNode *node) {
    const HLInst *inst = hir_as_inst(node);
    hir_temp t = inst && inst->has_lval ? hir_ref_temp(c->g->h, inst->node.refs[0]) : 0;
    map_word *flags = t ? map_put_u(c->temps, t) : NULL;
    if (flags && hir_is_always_executed(node, c->loop))
        flags->u |= HIR_TEMP_ALWAYS;
}

static void note_flow(classifier *c, const dd_edge *e) {
    const dd_ref *from = &c->g->refs.at[e->source], *to = &c->g->refs.at[e->sink];
    hir_temp t = from->ref ? hir_ref_temp(c->g->h, from->ref) : 0;
    map_word *flags = t ? map_find_u(c->temps, t) : NULL;
    const HLNode *loop = &c->loop->node.node;
    if (!flags || !hir_is_in(from->node->parent, loop))
        return;
    if (!hir_is_in(to->node->parent, loop))
        flags->u |= HIR_TEMP_BEHIND;
    else if (e->level && e->level <= c->loop->level)
        flags->u |= HIR_TEMP_CARRIED;
}

static void note_behind(map *temps, hir_temp t) {
    map_word *flags = map_find_u(temps, t);
    if (flags)
        flags->u |= HIR_TEMP_BEHIND;
}

bool hir_classify_temps(const dd_graph *g, HLLoop *loop, map *temps) {
    classifier c = {g, loop, temps};
    hir_each_node (node, &loop->node.node)
        if (ctx_tick(g->h->ctx, 1))
            note_assigned(&c, node);
    for (size_t i = 0; i < g->edges.len; i++) {
        const dd_edge *e = &g->edges.at[i];
        if (e->kind == DD_FLOW && g->refs.at[e->source].kind == DD_REF_SCALAR)
            note_flow(&c, e);
    }
    for (size_t i = 0; i < g->region->live_out.len; i++)
        note_behind(temps, g->region->live_out.at[i]);
    for (size_t i = 0; i < g->region->outs.len; i++)
        note_behind(temps, g->region->outs.at[i].temp);
    return ctx_ok(g->h->ctx);
}
