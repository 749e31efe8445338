/* s = M; for k { s = s + …; M = s } becomes for k { s = M; s = s + …; M = s }.
 *
 * What LLVM makes of M += … where M may be read in between, but not written: the sum is in M and in
 * s all the time. Nothing is stored elsewhere, or not stored; M is only read more often, where it
 * has been read and written before. */
#include "hir/transform/loop_reduce.h"

typedef struct rereader {
    const dd_graph *g;
    hir *h;
    HLLoop *loop;
    hir_temp temp;
    HLInst *load, *start; /* p = M; s = p, or both in one */
    VEC(HLNode *) reads;  /* of s, in the loop */
    VEC(HLInst *) stores; /* M = s, right after each write of s, or M = x right before s = x */
} rereader;

static bool is_load(const HLInst *inst) {
    return inst && inst->opcode == LLVMLoad && inst->node.refs[1]->kind == REF_MEMORY &&
           !inst->node.refs[1]->is_volatile && !inst->node.refs[1]->atomic;
}

/* The start of a sum among what is right before the loop: a temp that the loop assigns. */
static bool find_start(rereader *r) {
    for (HLInst *inst = hir_as_inst(r->loop->node.node.prev); inst;
         inst = hir_as_inst(inst->node.node.prev)) {
        hir_temp t = hir_assigned(r->h, inst);
        HLInst *before = hir_as_inst(inst->node.node.prev);
        if (!t || hir_temp_at(r->h, t)->defs != inst->node.refs[0] || !inst->node.refs[0]->next_def)
            continue;
        r->start = inst;
        r->temp = t;
        r->load = is_load(inst) ? inst : NULL;
        if (!inst->opcode && is_load(before) &&
            hir_ref_temp(r->h, inst->node.refs[1]) == hir_assigned(r->h, before))
            r->load = before;
        if (r->load)
            return true;
    }
    return false;
}

static bool stores_to_place(const rereader *r, const HLInst *store) {
    return store && store->opcode == LLVMStore &&
           hir_is_same_place(store->node.refs[0], r->load->node.refs[1]);
}

/* The store next to a write of the sum. */
static HLInst *store_of(const rereader *r, const HLInst *write) {
    HLInst *next = hir_as_inst(write->node.node.next), *before = hir_as_inst(write->node.node.prev);
    if (stores_to_place(r, next) && hir_ref_temp(r->h, next->node.refs[1]) == r->temp)
        return next;
    if (!write->opcode && stores_to_place(r, before) && write->node.refs[1]->kind == REF_SCALAR &&
        before->node.refs[1]->kind == REF_SCALAR &&
        hir_canon_equal(write->node.refs[1]->subscripts[0], before->node.refs[1]->subscripts[0]) &&
        !hir_mentions(write->node.refs[1], hir_temp_at(r->h, r->temp)->symbase))
        return before;
    return NULL;
}

/* All but the start is in the loop, and with each write the sum is stored. */
static dd_reply look_at_uses(rereader *r) {
    hir_symbase symbase = hir_temp_at(r->h, r->temp)->symbase;
    const HLNode *loop = &r->loop->node.node;
    for (size_t i = 0; i < r->g->refs.len && ctx_tick(r->h->ctx, 1); i++) {
        const dd_ref *ref = &r->g->refs.at[i];
        if (ref->kind != DD_REF_SCALAR || ref->symbase != symbase ||
            ref->node == &r->start->node.node)
            continue;
        if (ref->node == loop || !hir_is_in(ref->node, loop))
            return hir_decline(HIR_WHY_TEMP_SUM_USED);
        if (!ref->writes) {
            if (!r->reads.len || vec_last(&r->reads) != ref->node)
                vec_push(r->h->ctx, &r->reads, ref->node);
            continue;
        }
        HLInst *store = store_of(r, (const HLInst *)ref->node);
        if (!store)
            return hir_decline(HIR_WHY_NO_SUM_SOMETIMES);
        vec_push(r->h->ctx, &r->stores, store);
    }
    return dd_yes();
}

/* Stores themselves need not read it again. */
static bool is_own_store(const rereader *r, const HLNode *node) {
    for (size_t i = 0; i < r->stores.len; i++)
        if (&r->stores.at[i]->node.node == node)
            return true;
    return false;
}

/* Nothing else in the loop, or between the load and it, writes M: not in one run of the loop. */
static bool is_written(const rereader *r, const HLInst *access, uint32_t ref) {
    uint32_t number = dd_find_ref(r->g, access->node.refs[ref]);
    uint32_t outer = r->loop->level;
    if (number == IR_NONE)
        return true;
    for (uint32_t way = 0; way < 2; way++) {
        uint32_t i = way ? r->g->refs.at[number].first_in : r->g->refs.at[number].first_out;
        while (i != DD_NO_EDGE) {
            const dd_edge *e = &r->g->edges.at[i];
            const dd_ref *other = &r->g->refs.at[way ? e->source : e->sink];
            if (other->writes && (e->level == 0 || e->level >= outer) &&
                hir_is_in(other->node, &r->loop->node.node) && !is_own_store(r, other->node))
                return true;
            i = way ? e->next_in : e->next_out;
        }
    }
    return false;
}

/* Temps in the address are what they were at the load. */
static bool is_place_fixed(const rereader *r) {
    const RegDDRef *place = r->load->node.refs[1];
    const HLNode *loop = &r->loop->node.node;
    for (uint32_t i = 0; i < place->blob_ref_count; i++) {
        hir_temp t = hir_blob_at(r->h, place->blob_refs[i].blob)->temp;
        for (const RegDDRef *def = hir_temp_at(r->h, t)->defs; def; def = def->next_def)
            if (hir_is_in(def->node, loop) ||
                (def->node->list == loop->list && def->node->order < loop->order &&
                 def->node->order >= r->load->node.node.order))
                return false;
    }
    return true;
}

/* Between the load and the loop, instructions only compute. */
static bool only_computes(const rereader *r) {
    for (HLNode *node = &r->load->node.node; node != &r->loop->node.node; node = node->next)
        if (node->kind != HL_INST || !hir_is_computation((const HLInst *)node))
            return false;
    return true;
}

static dd_reply check(rereader *r) {
    if (!r->g->complete)
        return hir_decline(HIR_WHY_REGION_TOO_LARGE);
    if (hir_is_crossed(r->g->region, &r->loop->body))
        return hir_decline(HIR_WHY_JUMPS_CROSS);
    if (!find_start(r))
        return hir_decline(HIR_WHY_NO_SUM_LOADED);
    dd_reply reply = look_at_uses(r);
    if (!reply.yes)
        return reply;
    bool written = !only_computes(r) || is_written(r, r->load, 1);
    for (size_t i = 0; i < r->stores.len; i++)
        written |= is_written(r, r->stores.at[i], 0);
    if (written || !is_place_fixed(r) || !r->stores.len)
        return hir_decline(HIR_WHY_DEP_SUM_WRITTEN);
    return hir_is_live_out(r->g->region, r->temp) ? hir_decline(HIR_WHY_TEMP_SUM_AFTER) : dd_yes();
}

static bool change(rereader *r) {
    VEC(HLInst *) loads = {0};
    bool done = true;
    for (size_t i = 0; i < r->reads.len && done; i++) {
        HLInst *load = hir_new_load(r->h, r->load, r->load->node.refs[1], r->temp);
        done = load && vec_push(r->h->ctx, &loads, load);
    }
    if (done && r->load != r->start && hir_is_only_for(r->g, r->load, r->start, NULL))
        hir_unlink(&r->load->node.node);
    if (done)
        hir_unlink(&r->start->node.node);
    for (size_t i = 0; i < r->reads.len && done; i++)
        if (!is_own_store(r, r->reads.at[i]))
            hir_insert_before(r->reads.at[i], &loads.at[i]->node.node);
    vec_free(r->h->ctx, &loads);
    if (done) {
        hir_note_change(r->g);
    }
    return done;
}

dd_reply hir_reread(const dd_graph *g, HLLoop *loop) {
    rereader r = {.g = g, .h = g->h, .loop = loop};
    dd_reply reply = check(&r);
    if (reply.yes && !change(&r))
        reply = hir_decline(HIR_WHY_OUT_OF_MEMORY);
    vec_free(g->h->ctx, &r.reads);
    vec_free(g->h->ctx, &r.stores);
    return reply;
}
