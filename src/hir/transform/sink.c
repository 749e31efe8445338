/* Computations right before a loop, whose results only that loop reads, go into it: the opposite of
 * what makes nests imperfect when invariant code is moved out. The loop runs at least once, so
 * nothing is executed that would not have been; what is read has to be the same in each
 * iteration. */
#include "hir/dd/alias.h"
#include "hir/transform/transform.h"

typedef struct sinker {
    const dd_graph *g;
    HLLoop *loop;
    VEC(HLInst *) found; /* that go into the loop, the last one first */
} sinker;

static HLInst *as_computation(const sinker *s, HLNode *node) {
    HLInst *inst = node && node->kind == HL_INST ? (HLInst *)node : NULL;
    bool computes = inst && hir_is_computation(inst) && hir_ref_temp(s->g->h, inst->node.refs[0]);
    return computes ? inst : NULL;
}

static hir_temp result_of(const sinker *s, const HLInst *inst) {
    return hir_ref_temp(s->g->h, inst->node.refs[0]);
}

static bool is_found(const sinker *s, const HLNode *node) {
    for (size_t i = 0; i < s->found.len; i++)
        if (&s->found.at[i]->node.node == node)
            return true;
    return false;
}

/* Where what an instruction computes is read. */
typedef struct readers {
    bool inside, outside;
} readers;

static readers readers_of(const sinker *s, const HLInst *inst) {
    const HLNode *loop = &s->loop->node.node;
    uint32_t left = dd_find_ref(s->g, inst->node.refs[0]);
    readers r = {.outside = left == IR_NONE || hir_is_live_out(s->g->region, result_of(s, inst))};
    if (left == IR_NONE)
        return r;
    dd_each_out (s->g, i, left) {
        const HLNode *node = s->g->refs.at[s->g->edges.at[i].sink].node;
        if (s->g->edges.at[i].kind != DD_FLOW)
            continue;
        bool in = (node != loop && hir_is_in(node, loop)) || is_found(s, node);
        r.inside |= in;
        r.outside |= !in;
    }
    return r;
}

/* Whether something else between the instruction and the end of the loop assigns the temp. */
static bool is_assigned(const sinker *s, const HLInst *inst, hir_temp t) {
    const HLNode *own = &inst->node.node, *loop = &s->loop->node.node;
    for (const RegDDRef *def = hir_temp_at(s->g->h, t)->defs; def; def = def->next_def) {
        bool between = def->node->list == own->list && def->node->order > own->order &&
                       def->node->order < loop->order;
        if (between || hir_is_in(def->node, loop))
            return true;
    }
    return false;
}

static bool reads_what_changes(const sinker *s, const HLInst *inst, const RegDDRef *ref) {
    for (uint32_t i = 0; i < ref->blob_ref_count; i++) {
        hir_temp t = hir_blob_at(s->g->h, ref->blob_refs[i].blob)->temp;
        if (t == result_of(s, inst) || is_assigned(s, inst, t))
            return true;
    }
    return false;
}

/* Whether the loop may write what the ref reads. */
static bool is_written(const sinker *s, const RegDDRef *ref) {
    uint32_t number = dd_find_ref(s->g, ref);
    if (number == IR_NONE)
        return true;
    dd_each_out (s->g, i, number) {
        const dd_edge *e = &s->g->edges.at[i];
        if (e->level == 0 && e->kind != DD_INPUT &&
            hir_is_in(s->g->refs.at[e->sink].node, &s->loop->node.node))
            return true;
    }
    return false;
}

static dd_reply check_computation(const sinker *s, const HLInst *inst, const readers *r) {
    hir_temp t = result_of(s, inst);
    if (r->outside)
        return hir_decline(HIR_WHY_TEMP_READ);
    if (is_assigned(s, inst, t))
        return hir_decline(HIR_WHY_TEMP_ASSIGNED);
    for (uint32_t i = 1; i < inst->node.ref_count; i++) {
        const RegDDRef *ref = inst->node.refs[i];
        if (reads_what_changes(s, inst, ref) || (ref->kind == REF_MEMORY && is_written(s, ref)))
            return hir_decline(HIR_WHY_CHANGES);
    }
    return dd_yes();
}

/* Upwards, so that what is only read by what goes into the loop follows. */
static dd_reply find_computations(sinker *s) {
    HLNode *node = s->loop->node.node.prev;
    for (HLInst *inst; (inst = as_computation(s, node)); node = node->prev) {
        readers r = readers_of(s, inst);
        if (!r.inside)
            continue;
        dd_reply reply = check_computation(s, inst, &r);
        if (!reply.yes)
            return reply;
        vec_push(s->g->h->ctx, &s->found, inst);
    }
    if (!s->found.len)
        return hir_decline(HIR_WHY_NOTHING_BEFORE);
    return dd_yes();
}

static void move_inside(sinker *s) {
    for (size_t i = 0; i < s->found.len; i++) {
        HLNode *node = &s->found.at[i]->node.node;
        hir_unlink(node);
        if (s->loop->body.first)
            hir_insert_before(s->loop->body.first, node);
        else
            hir_append(&s->loop->body, &s->loop->node.node, node);
    }
    hir_note_change(s->g);
}

dd_reply hir_sink(const dd_graph *g, HLLoop *loop) {
    sinker s = {.g = g, .loop = loop};
    if (!g->complete)
        return hir_decline(HIR_WHY_REGION_TOO_LARGE);
    if (hir_is_crossed(g->region, &loop->body))
        return hir_decline(HIR_WHY_JUMPS_CROSS);
    dd_reply reply = find_computations(&s);
    if (!ctx_ok(g->h->ctx))
        reply = hir_decline(HIR_WHY_OUT_OF_MEMORY);
    if (reply.yes)
        move_inside(&s);
    vec_free(g->h->ctx, &s.found);
    return reply;
}
