/* s = x; for k { s = s + … }; M = s becomes M = x; for k { s = M; s = s + …; M = s }.
 *
 * The sums are the same, in the same order, to the bit; only where they are kept between two
 * iterations changes. Then loops around can be interchanged with this one, for each M has its own
 * sum. M is written after the loop in any case; nothing in between sees it, leads elsewhere, or
 * may end the program, so writing it before makes no difference. Whoever else needs the sum after
 * the loop gets it from M again. */
#include "hir/transform/loop_reduce.h"

static HLInst *as_copy(HLNode *node) {
    HLInst *inst = hir_as_inst(node);
    return inst && !inst->opcode && inst->has_lval ? inst : NULL;
}

bool hir_sum_stores(const hir_sum *s, hir_temp t) {
    return hir_ref_temp(s->h, s->store->node.refs[1]) == t;
}

static hir_symbase symbase_of(const hir_sum *s, hir_temp t) {
    return hir_temp_at(s->h, t)->symbase;
}

/* The shape. */

static bool is_plain_store(const HLInst *inst) {
    return inst && inst->opcode == LLVMStore && inst->node.ref_count == 2 &&
           !inst->node.refs[0]->is_volatile && !inst->node.refs[0]->atomic;
}

/* A store of a temp as it is, with only instructions before it; `t` is 0: of any that the loop
 * assigns. */
static HLInst *find_own_store(const hir_sum *s, HLNode *from, hir_temp t) {
    for (HLInst *inst = hir_as_inst(from); inst; inst = hir_as_inst(inst->node.node.next)) {
        hir_temp stored = is_plain_store(inst) ? hir_ref_temp(s->h, inst->node.refs[1]) : 0;
        if (stored && (t ? stored == t : hir_is_assigned_in(s->h, stored, &s->loop->node.node)))
            return inst;
    }
    return NULL;
}

static bool reads_one_of(const HLInst *inst, const map *temps) {
    for (uint32_t i = inst->has_lval; i < inst->node.ref_count; i++)
        for (size_t k = 0; k < temps->len; k++)
            if (hir_mentions(inst->node.refs[i], (hir_symbase)temps->at[k].key.u))
                return true;
    return false;
}

/* A store of something that is computed from the temp. */
static HLInst *find_made_store(const hir_sum *s, HLNode *from, hir_temp t) {
    HLInst *found = NULL;
    map made;
    map_init(&made, s->h->ctx);
    map_put_u(&made, symbase_of(s, t));
    for (HLInst *inst = hir_as_inst(from); inst && !found;
         inst = hir_as_inst(inst->node.node.next)) {
        if (!reads_one_of(inst, &made))
            continue;
        hir_temp result = hir_assigned(s->h, inst);
        if (result)
            map_put_u(&made, symbase_of(s, result));
        if (is_plain_store(inst))
            found = inst;
    }
    map_free(&made);
    return found;
}

/* The loop is in one way of an if, and the last thing in each way is to assign one temp. */
static bool find_around(hir_sum *s) {
    HLNode *parent = s->loop->node.node.parent;
    HLIf *around = parent->kind == HL_IF ? (HLIf *)parent : NULL;
    if (!around)
        return false;
    bool in_then = s->loop->node.node.list == &around->then_body;
    s->last = as_copy(s->loop->node.node.list->last);
    s->other = as_copy((in_then ? &around->else_body : &around->then_body)->last);
    s->joined = hir_assigned(s->h, s->last);
    s->temp = s->joined ? hir_ref_temp(s->h, s->last->node.refs[1]) : 0;
    if (!s->temp || hir_assigned(s->h, s->other) != s->joined ||
        !hir_is_assigned_in(s->h, s->temp, &s->loop->node.node))
        return false;
    s->around = around;
    s->store = find_own_store(s, parent->next, s->joined);
    if (!s->store)
        s->store = find_made_store(s, parent->next, s->joined);
    return s->store != NULL;
}

static HLInst *find_start(const hir_sum *s, hir_temp t) {
    for (HLInst *inst = hir_as_inst(s->loop->node.node.prev); inst;
         inst = hir_as_inst(inst->node.node.prev))
        if (hir_assigned(s->h, inst) == t)
            return inst;
    return NULL;
}

/* A temp that is assigned before the loop and in it, and from which something is made that is
 * stored after it. */
static bool find_made(hir_sum *s) {
    for (HLInst *inst = hir_as_inst(s->loop->node.node.prev); inst;
         inst = hir_as_inst(inst->node.node.prev)) {
        hir_temp t = hir_assigned(s->h, inst);
        if (t && hir_is_assigned_in(s->h, t, &s->loop->node.node) &&
            (s->store = find_made_store(s, s->loop->node.node.next, t))) {
            s->temp = t;
            return true;
        }
    }
    return false;
}

static dd_reply find_shape(hir_sum *s) {
    s->store = find_own_store(s, s->loop->node.node.next, 0);
    if (s->store)
        s->temp = hir_ref_temp(s->h, s->store->node.refs[1]);
    else if (!find_around(s) && !find_made(s))
        return hir_decline(HIR_WHY_NO_SUM_STORED);
    if (!(s->start = find_start(s, s->temp)))
        return hir_decline(HIR_WHY_NO_START);
    if (hir_temp_at(s->h, s->temp)->type != s->store->node.refs[0]->type)
        return hir_decline(HIR_WHY_NO_SUM_TYPE);
    return dd_yes();
}

/* Uses. */

static bool stands_between(const HLNode *node, const HLNode *from, const HLNode *to) {
    return node->list == from->list && node->order > from->order && node->order < to->order;
}

/* Between the loop and where its sum is stored, or joined. */
static bool is_behind(const hir_sum *s, const HLNode *node) {
    const HLNode *end = s->around ? &s->last->node.node : &s->store->node.node;
    return stands_between(node, &s->loop->node.node, end);
}

static void note_use(hir_sum *s, HLNode *node, bool writes, dd_reply *reply) {
    const HLNode *loop = &s->loop->node.node;
    HLInst *inst = hir_as_inst(node);
    if (node != loop && hir_is_in(node, loop)) {
        if (writes)
            vec_push(s->h->ctx, &s->writes, inst);
        else if (!s->reads.len || vec_last(&s->reads) != node)
            vec_push(s->h->ctx, &s->reads, node);
    } else if (inst == s->start) {
        if (!writes)
            *reply = hir_decline(HIR_WHY_NO_START_EARLIER);
    } else if (node == loop || stands_between(node, &s->start->node.node, loop)) {
        s->start_is_read = true;
        if (writes)
            *reply = hir_decline(HIR_WHY_NO_START_TWICE);
    } else if (writes && is_behind(s, node)) {
        *reply = hir_decline(HIR_WHY_NO_SUM_CHANGES);
    } else if (inst != (s->around ? s->last : s->store)) {
        s->is_read = true;
    }
}

static dd_reply find_uses(hir_sum *s) {
    dd_reply reply = dd_yes();
    s->is_read =
        hir_is_live_out(s->g->region, s->temp) || (!s->around && !hir_sum_stores(s, s->temp));
    for (size_t i = 0; i < s->g->refs.len && ctx_tick(s->h->ctx, 1); i++) {
        const dd_ref *ref = &s->g->refs.at[i];
        if (ref->kind == DD_REF_SCALAR && ref->symbase == symbase_of(s, s->temp))
            note_use(s, ref->node, ref->writes, &reply);
    }
    return reply;
}

/* Where the value goes that one of the ways of the if assigns. */
static void find_joined_readers(hir_sum *s, const HLInst *assigns) {
    uint32_t left = dd_find_ref(s->g, assigns->node.refs[0]);
    s->joined_is_read |= left == IR_NONE;
    if (left == IR_NONE)
        return;
    dd_each_out (s->g, i, left) {
        const dd_edge *e = &s->g->edges.at[i];
        s->joined_is_read |=
            e->kind == DD_FLOW && s->g->refs.at[e->sink].node != &s->store->node.node;
    }
}

/* Nothing else in the if uses what is joined, and nothing before the store assigns it. */
static dd_reply find_joined_uses(hir_sum *s) {
    const HLNode *around = &s->around->node.node;
    s->joined_is_read = hir_is_live_out(s->g->region, s->joined) || !hir_sum_stores(s, s->joined);
    find_joined_readers(s, s->last);
    find_joined_readers(s, s->other);
    for (size_t i = 0; i < s->g->refs.len; i++) {
        const dd_ref *ref = &s->g->refs.at[i];
        const HLNode *node = ref->node;
        if (ref->kind != DD_REF_SCALAR || ref->symbase != symbase_of(s, s->joined) ||
            node == &s->last->node.node || node == &s->other->node.node)
            continue;
        if (hir_is_in(node, around) ||
            (ref->writes && stands_between(node, around, &s->store->node.node)))
            return hir_decline(HIR_WHY_TEMP_COMBINED);
    }
    if (hir_is_crossed(s->g->region, &s->around->then_body) ||
        hir_is_crossed(s->g->region, &s->around->else_body))
        return hir_decline(HIR_WHY_JUMPS_IF);
    return dd_yes();
}

/* The address. */

/* In the list of the loop from the start of the sum on; and, after an if around it, up to the
 * store. */
static bool is_between(const hir_sum *s, const HLNode *node) {
    const HLNode *store = &s->store->node.node;
    for (const HLNode *at = s->start->node.node.next; at && at != store; at = at->next)
        if (hir_is_in(node, at))
            return true;
    for (const HLNode *at = s->around ? s->around->node.node.next : NULL; at && at != store;
         at = at->next)
        if (hir_is_in(node, at))
            return true;
    return false;
}

/* Where it is: the same from the start of the sum on. */
static bool is_place_fixed(const hir_sum *s) {
    const RegDDRef *place = s->store->node.refs[0];
    const HLNode *around = s->around ? &s->around->node.node : NULL;
    for (uint32_t i = 0; i < place->blob_ref_count; i++) {
        hir_temp t = hir_blob_at(s->h, place->blob_refs[i].blob)->temp;
        for (const RegDDRef *def = hir_temp_at(s->h, t)->defs; def; def = def->next_def)
            if (is_between(s, def->node) || (around && hir_is_in(def->node, around)))
                return false;
    }
    return true;
}

static bool get_to_end(HLNode *from, const HLNode *to) {
    for (HLNode *node = from; node && node != to; node = node->next)
        if (node->kind == HL_LABEL || !hir_gets_to_end(node))
            return false;
    return true;
}

/* Edges from what is in between to the store, in the same iteration of the loops around. */
static dd_reply check_place(const hir_sum *s) {
    uint32_t number = dd_find_ref(s->g, s->store->node.refs[0]);
    const HLNode *store = &s->store->node.node;
    if (number == IR_NONE || !is_place_fixed(s))
        return hir_decline(HIR_WHY_ADDRESS_VARIES);
    dd_each_in (s->g, i, number) {
        const dd_edge *e = &s->g->edges.at[i];
        if (e->level == 0 && is_between(s, s->g->refs.at[e->source].node)) {
            dd_reply reply = hir_decline(HIR_WHY_DEP_SUM_ACCESSED);
            reply.edge = i;
            return reply;
        }
    }
    if (!get_to_end(s->start->node.node.next, store) ||
        (s->around && !get_to_end(s->around->node.node.next, store)))
        return hir_decline(HIR_WHY_MAY_NOT_END_BEFORE);
    return dd_yes();
}

static dd_reply check(hir_sum *s) {
    if (!s->g->complete)
        return hir_decline(HIR_WHY_REGION_TOO_LARGE);
    if (hir_is_crossed(s->g->region, &s->loop->body))
        return hir_decline(HIR_WHY_JUMPS_CROSS);
    dd_reply reply = find_shape(s);
    if (reply.yes)
        reply = find_uses(s);
    if (reply.yes && s->around)
        reply = find_joined_uses(s);
    return reply.yes ? check_place(s) : reply;
}

static dd_reply reduce(const dd_graph *g, HLLoop *loop) {
    hir_sum s = {.g = g, .h = g->h, .loop = loop};
    dd_reply reply = check(&s);
    if (reply.yes && !hir_sum_change(&s))
        reply = hir_decline(HIR_WHY_OUT_OF_MEMORY);
    vec_free(g->h->ctx, &s.reads);
    vec_free(g->h->ctx, &s.writes);
    return reply;
}

dd_reply hir_reduce_in_memory(const dd_graph *g, HLLoop *loop) {
    dd_reply reply = reduce(g, loop);
    return reply.yes || !hir_reread(g, loop).yes ? reply : dd_yes();
}
