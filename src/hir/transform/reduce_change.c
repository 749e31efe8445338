/* A sum, all of whose uses are known, goes to memory. */
#include "hir/transform/loop_reduce.h"

static HLInst *new_access(hir *h, const HLInst *like, LLVMOpcode opcode, RegDDRef *to,
                          RegDDRef *from) {
    HLInst *inst = hir_new_assign(h, opcode, to, from);
    if (inst)
        inst->node.node.where = like->node.node.where;
    return inst;
}

HLInst *hir_new_load(hir *h, const HLInst *like, const RegDDRef *place, hir_temp to) {
    return new_access(h, like, LLVMLoad, hir_ref_of_temp(h, to), hir_ref_copy(h, place));
}

HLInst *hir_new_store(hir *h, const HLInst *like, const RegDDRef *place, const RegDDRef *value) {
    return new_access(h, like, LLVMStore, hir_ref_copy(h, place), hir_ref_copy(h, value));
}

bool hir_is_same_place(const RegDDRef *a, const RegDDRef *b) {
    return a->kind == REF_MEMORY && b->kind == REF_MEMORY && !a->is_volatile && !a->atomic &&
           hir_same_place(a, b);
}

/* All that is new, made before anything changes. */
typedef struct news {
    VEC(HLInst *) loads, stores; /* for reads and writes in the loop */
    HLInst *first;               /* M = x; NULL if it is there already */
    HLInst *other;               /* the same in the other way of the if around */
    HLInst *behind;              /* s = M after the loop, or NULL */
    HLInst *joined;              /* the same after the if, or NULL */
    bool done;
} news;

static HLInst *keep(news *n, HLInst *inst) {
    n->done &= inst != NULL;
    return inst;
}

static HLInst *new_load(const hir_sum *s, news *n, hir_temp to) {
    return keep(n, hir_new_load(s->h, s->store, s->store->node.refs[0], to));
}

static HLInst *new_store(const hir_sum *s, news *n, const RegDDRef *value) {
    RegDDRef *own = value ? NULL : hir_ref_of_temp(s->h, s->temp);
    if (!value && !own)
        return keep(n, NULL);
    return keep(n, hir_new_store(s->h, s->store, s->store->node.refs[0], value ? value : own));
}

/* Whether `at` comes after the load whenever it is executed, in the same iteration. */
static bool is_behind(const HLInst *load, const HLNode *at) {
    while (at && at->list != load->node.node.list)
        at = at->parent && at->parent->kind != HL_LOOP ? at->parent : NULL;
    for (; at && at != &load->node.node; at = at->prev)
        if (at->kind == HL_LABEL)
            return false;
    return at != NULL;
}

/* Whether nothing before `at` may have changed what was loaded, or where that is. */
static bool is_still_there(const hir_sum *s, const HLInst *load, const HLNode *at) {
    const RegDDRef *place = load->node.refs[1];
    uint32_t from = load->node.node.order, number = dd_find_ref(s->g, place);
    if (number == IR_NONE || !is_behind(load, at))
        return false;
    dd_each_out (s->g, i, number) {
        const dd_edge *e = &s->g->edges.at[i];
        if (e->level == 0 && e->kind != DD_INPUT && s->g->refs.at[e->sink].node->order < at->order)
            return false;
    }
    for (uint32_t i = 0; i < place->blob_ref_count; i++) {
        hir_temp t = hir_blob_at(s->h, place->blob_refs[i].blob)->temp;
        for (const RegDDRef *def = hir_temp_at(s->h, t)->defs; def; def = def->next_def)
            if (def->node->order >= from && def->node->order < at->order)
                return false;
    }
    return true;
}

/* The load from M that the copied value comes from, if M still has it where it is copied. */
static HLInst *find_load(const hir_sum *s, const HLInst *copy) {
    hir_temp t = copy->opcode ? 0 : hir_ref_temp(s->h, copy->node.refs[1]);
    const RegDDRef *def = t ? hir_temp_at(s->h, t)->defs : NULL;
    HLInst *load = def && !def->next_def ? (HLInst *)def->node : NULL;
    if (copy->opcode == LLVMLoad)
        load = (HLInst *)copy;
    if (!load || load->opcode != LLVMLoad ||
        !hir_is_same_place(load->node.refs[1], s->store->node.refs[0]))
        return NULL;
    return load == copy || is_still_there(s, load, &copy->node.node) ? load : NULL;
}

bool hir_is_only_for(const dd_graph *g, const HLInst *inst, const HLInst *reader,
                     const HLInst *other) {
    uint32_t left = dd_find_ref(g, inst->node.refs[0]);
    if (left == IR_NONE || hir_is_live_out(g->region, hir_assigned(g->h, inst)))
        return false;
    dd_each_out (g, i, left) {
        const HLInst *found = hir_as_inst(g->refs.at[g->edges.at[i].sink].node);
        if (g->edges.at[i].kind == DD_FLOW && (!found || (found != reader && found != other)))
            return false;
    }
    return true;
}

static bool make_news(hir_sum *s, news *n) {
    bool is_copy = !s->start->opcode && !s->start_is_read;
    n->done = true;
    for (size_t i = 0; i < s->reads.len; i++)
        vec_push(s->h->ctx, &n->loads, new_load(s, n, s->temp));
    for (size_t i = 0; i < s->writes.len; i++)
        vec_push(s->h->ctx, &n->stores, new_store(s, n, NULL));
    if (!find_load(s, s->start))
        n->first = new_store(s, n, is_copy ? s->start->node.refs[1] : NULL);
    if (s->is_read)
        n->behind = new_load(s, n, s->temp);
    if (s->around && !find_load(s, s->other))
        n->other = new_store(s, n, s->other->node.refs[1]);
    if (s->around && s->joined_is_read)
        n->joined = new_load(s, n, s->joined);
    return n->done && ctx_ok(s->h->ctx);
}

static void put_start(hir_sum *s, const news *n, bool from_m) {
    HLNode *start = &s->start->node.node;
    if (n->first)
        hir_insert_after(start, &n->first->node.node);
    if ((from_m || !s->start->opcode) && !s->start_is_read)
        hir_unlink(start);
}

static void put_other(hir_sum *s, const news *n) {
    if (n->other)
        hir_insert_after(&s->other->node.node, &n->other->node.node);
    hir_unlink(&s->other->node.node);
    hir_unlink(&s->last->node.node);
}

static void put_end(hir_sum *s, const news *n) {
    if (n->behind)
        hir_insert_after(&s->loop->node.node, &n->behind->node.node);
    if (n->joined)
        hir_insert_after(&s->around->node.node, &n->joined->node.node);
    if (hir_sum_stores(s, s->around ? s->joined : s->temp))
        hir_unlink(&s->store->node.node);
}

static void change(hir_sum *s, const news *n) {
    HLInst *load = find_load(s, s->start);
    bool needless = load && load != s->start && !s->start_is_read &&
                    hir_is_only_for(s->g, load, s->start, s->around ? s->other : NULL) &&
                    (!s->around || find_load(s, s->other) == load);
    put_start(s, n, load != NULL);
    for (size_t i = 0; i < s->reads.len; i++)
        hir_insert_before(s->reads.at[i], &n->loads.at[i]->node.node);
    for (size_t i = 0; i < s->writes.len; i++)
        hir_insert_after(&s->writes.at[i]->node.node, &n->stores.at[i]->node.node);
    put_end(s, n);
    if (s->around)
        put_other(s, n);
    if (needless)
        hir_unlink(&load->node.node);
    hir_note_change(s->g);
}

bool hir_sum_change(hir_sum *s) {
    news n = {0};
    bool done = make_news(s, &n);
    if (done)
        change(s, &n);
    vec_free(s->h->ctx, &n.loads);
    vec_free(s->h->ctx, &n.stores);
    return done;
}
