/* Memory that does not move with a loop lives in a temp while the loop runs.
 *
 * A location is what loads and stores with the same reference lead to. All of them use the temp
 * then, which is read before the loop and written after it; in between nothing else may touch the
 * location. The loop runs at least once, so what each iteration does is done anyway: a location is
 * read before the loop only if that is the first thing that each iteration does with it, and
 * written after it only if each iteration writes it. */
#include "hir/transform/loop_parts.h"

enum { MAX_ACCESSES = 1000, MAX_PLACES = 64 };

typedef struct place {
    size_t first; /* access */
    size_t store; /* one that is always executed, or SIZE_MAX */
    bool writes;
    bool blocked;
    uint32_t edge;
} place;

typedef struct motion {
    const dd_graph *g;
    hir *h;
    HLLoop *loop;
    hir_access_list accesses;
    VEC(place) places;
    VEC(uint32_t) place_of; /* by access, IR_NONE */
    dd_reply reply;
    bool refused; /* a location; the reply says why */
} motion;

static bool is_fixed(const motion *m, const RegDDRef *ref) {
    for (uint32_t level = m->loop->level; level <= m->g->region->max_level; level++) {
        if (!hir_is_invariant_at(ref->base, level))
            return false;
        for (uint32_t d = 0; d < ref->dimensions; d++)
            if (!hir_is_invariant_at(ref->subscripts[d], level) ||
                hir_blob_level(m->h, ref->strides[d], m->g->region) >= level)
                return false;
    }
    return true;
}

static uint32_t find_place(const motion *m, const hir_access *access) {
    for (uint32_t p = 0; p < m->places.len; p++)
        if (hir_same_place(m->accesses.at[m->places.at[p].first].ref, access->ref))
            return p;
    return IR_NONE;
}

static void find_places(motion *m) {
    for (size_t i = 0; i < m->accesses.len; i++) {
        const hir_access *access = &m->accesses.at[i];
        uint32_t p = is_fixed(m, access->ref) ? find_place(m, access) : IR_NONE;
        bool is_new = p == IR_NONE && is_fixed(m, access->ref) && m->places.len < MAX_PLACES;
        if (is_new) {
            place new = {.first = i, .store = SIZE_MAX, .edge = DD_NO_EDGE};
            p = (uint32_t)m->places.len;
            vec_push(m->h->ctx, &m->places, new);
        }
        vec_push(m->h->ctx, &m->place_of, p);
        if (p >= m->places.len)
            continue;
        m->places.at[p].writes |= access->writes;
        if (access->writes && access->always)
            m->places.at[p].store = i;
    }
}

/* IR_NONE if the ref is not an access to one. */
static uint32_t place_of(const motion *m, uint32_t ref) {
    uint32_t access = hir_find_access(&m->accesses, m->g, ref);
    return access == IR_NONE ? IR_NONE : m->place_of.at[access];
}

static void block_places(motion *m) {
    for (uint32_t i = 0; i < m->g->edges.len; i++) {
        const dd_edge *e = &m->g->edges.at[i];
        if (m->g->refs.at[e->source].kind == DD_REF_SCALAR || !hir_is_edge_in(m->g, e, m->loop))
            continue;
        uint32_t at[2] = {place_of(m, e->source), place_of(m, e->sink)};
        for (int k = 0; k < 2 && at[0] != at[1]; k++)
            if (at[k] != IR_NONE && !m->places.at[at[k]].blocked) {
                m->places.at[at[k]].blocked = true;
                m->places.at[at[k]].edge = i;
            }
    }
}

static bool can_move(motion *m, const place *p) {
    dd_reply why = hir_decline(HIR_WHY_DEP_ALIAS_INVARIANT);
    why.edge = p->edge;
    if (!p->blocked && m->accesses.at[p->first].always && (!p->writes || p->store != SIZE_MAX))
        return true;
    if (!p->blocked)
        why = hir_decline(HIR_WHY_CONDITIONAL_INVARIANT);
    if (!m->refused)
        m->reply = why;
    m->refused = true;
    return false;
}

static bool move(motion *m, uint32_t number) {
    const place *p = &m->places.at[number];
    const hir_access *first = &m->accesses.at[p->first];
    HLNode *loop = &m->loop->node.node;
    hir_temp t = hir_temp_new(m->h, "%kept", first->ref->type, NULL);
    HLInst *load = t && !first->writes ? hir_load_into(m->h, first, t) : NULL;
    HLInst *store = t && p->writes ? hir_store_from(m->h, &m->accesses.at[p->store], t) : NULL;
    if (!t || (!first->writes && !load) || (p->writes && !store))
        return false;
    if (load)
        hir_insert_before(loop, &load->node.node);
    if (store)
        hir_insert_after(loop, &store->node.node);
    for (size_t i = p->first; i < m->accesses.len; i++)
        if (m->place_of.at[i] == number && !hir_use_temp(m->h, &m->accesses.at[i], t))
            return false;
    return true;
}

static void run(motion *m) {
    if (!hir_find_accesses(m->h, m->loop, &m->accesses))
        return;
    if (m->accesses.len > MAX_ACCESSES) {
        m->reply = hir_decline(HIR_WHY_LARGE_REFERENCES);
        return;
    }
    find_places(m);
    block_places(m);
    bool moved = false;
    m->reply = hir_decline(HIR_WHY_NO_INVARIANT);
    for (uint32_t p = 0; p < m->places.len && ctx_ok(m->h->ctx); p++)
        if (can_move(m, &m->places.at[p]))
            moved |= move(m, p);
    if (!moved)
        return;
    m->reply = dd_yes();
    hir_note_change(m->g);
}

dd_reply hir_licm(const dd_graph *g, HLLoop *loop) {
    motion m = {.g = g, .h = g->h, .loop = loop, .reply = hir_check_body(g, loop)};
    if (!m.reply.yes)
        return m.reply;
    run(&m);
    hir_free_accesses(g->h, &m.accesses);
    vec_free(g->h->ctx, &m.places);
    vec_free(g->h->ctx, &m.place_of);
    return ctx_ok(g->h->ctx) ? m.reply : hir_decline(HIR_WHY_OUT_OF_MEMORY);
}
