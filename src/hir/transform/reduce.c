/* s = x; for k { s = s + … }; M = s becomes M = x; for k { s = M; s = s + …; M = s }.
 *
 * The sums are the same, in the same order, to the bit; only where they are kept between two
 * iterations changes. Then loops around can change places with this one, for each M has its own
 * sum. M is written when the loop has run in any case; nothing in between sees it, leads elsewhere,
 * or may end the program, so writing it before makes no difference. */
#include "hir/transform/transform.h"

typedef struct reduction {
    const dd_graph *g;
    hir *h;
    HLLoop *loop;
    hir_temp temp;               /* the sum */
    HLInst *start;               /* assigns it before the loop */
    HLInst *store;               /* writes it to memory behind the loop */
    HLIf *around;                /* NULL, or: the store is behind this, and reads what … */
    HLInst *last;                /* … this assigns, the last thing in the way with the loop … */
    HLInst *other;               /* … and this, the last thing in the other way */
    VEC(HLInst *) reads, writes; /* of the sum, in the loop */
} reduction;

static dd_reply yes(void) {
    return (dd_reply){.yes = true, .edge = DD_NO_EDGE};
}

static HLInst *as_inst(HLNode *node) {
    return node && node->kind == HL_INST ? (HLInst *)node : NULL;
}

static hir_temp assigned_by(const reduction *r, const HLInst *inst) {
    return inst && inst->has_lval ? hir_ref_temp(r->h, inst->node.refs[0]) : 0;
}

static bool is_assigned_in(const reduction *r, hir_temp t, const HLNode *top) {
    for (const RegDDRef *def = hir_temp_at(r->h, t)->defs; def; def = def->next_def)
        if (hir_is_in(def->node, top))
            return true;
    return false;
}

/* A store of nothing but a temp, to a place like others. */
static hir_temp stored_by(const reduction *r, const HLInst *inst) {
    if (!inst || inst->opcode != LLVMStore || inst->node.ref_count != 2)
        return 0;
    const RegDDRef *left = inst->node.refs[0];
    return left->is_volatile || left->atomic ? 0 : hir_ref_temp(r->h, inst->node.refs[1]);
}

/* Behind the loop, with only instructions in between: M = s, where the loop assigns s. */
static HLInst *find_store(const reduction *r, HLNode *from, hir_temp wanted) {
    for (HLInst *inst = as_inst(from); inst; inst = as_inst(inst->node.node.next)) {
        hir_temp t = stored_by(r, inst);
        if (t && (wanted ? t == wanted : is_assigned_in(r, t, &r->loop->node.node)))
            return inst;
    }
    return NULL;
}

static HLInst *as_copy(HLNode *node) {
    HLInst *inst = as_inst(node);
    return inst && !inst->opcode && inst->has_lval ? inst : NULL;
}

/* The loop is in one way of an if, and the last thing in each way is to assign what is stored right
 * behind. */
static void find_store_around(reduction *r) {
    HLNode *parent = r->loop->node.node.parent;
    HLIf *around = parent->kind == HL_IF ? (HLIf *)parent : NULL;
    HLInst *store = around ? as_inst(parent->next) : NULL;
    hir_temp joined = stored_by(r, store);
    if (!joined)
        return;
    bool in_then = r->loop->node.node.list == &around->then_body;
    r->last = as_copy(r->loop->node.node.list->last);
    r->other = as_copy((in_then ? &around->else_body : &around->then_body)->last);
    if (!r->last || !r->other || assigned_by(r, r->last) != joined ||
        assigned_by(r, r->other) != joined)
        return;
    r->temp = hir_ref_temp(r->h, r->last->node.refs[1]);
    if (r->temp && is_assigned_in(r, r->temp, &r->loop->node.node)) {
        r->around = around;
        r->store = store;
    }
}

static HLInst *find_start(const reduction *r) {
    for (HLInst *inst = as_inst(r->loop->node.node.prev); inst;
         inst = as_inst(inst->node.node.prev))
        if (assigned_by(r, inst) == r->temp)
            return inst;
    return NULL;
}

static dd_reply find_shape(reduction *r) {
    r->store = find_store(r, r->loop->node.node.next, 0);
    if (r->store)
        r->temp = stored_by(r, r->store);
    else
        find_store_around(r);
    if (!r->store)
        return hir_decline("no-sum", "no temp that it assigns is stored right behind it");
    if (!(r->start = find_start(r)))
        return hir_decline("no-start", "the sum does not start right before it");
    if (hir_temp_at(r->h, r->temp)->type != r->store->node.refs[0]->type)
        return hir_decline("no-sum", "it is stored in another type");
    return yes();
}

/* Reads and writes of the sum: all are in the loop, but for the start and what is known behind. */
static void note_use(reduction *r, HLNode *node, bool writes, dd_reply *reply) {
    HLInst *inst = as_inst(node);
    bool known = inst && (inst == r->start || inst == (r->around ? r->last : r->store));
    if (inst && node != &r->loop->node.node && hir_is_in(node, &r->loop->node.node)) {
        if (writes)
            vec_push(r->h->ctx, &r->writes, inst);
        else if (!r->reads.len || vec_last(&r->reads) != inst)
            vec_push(r->h->ctx, &r->reads, inst);
    } else if (!known) {
        *reply = hir_decline("temp-crosses", "the sum is used elsewhere, too");
    }
}

static dd_reply find_uses(reduction *r) {
    dd_reply reply = yes();
    hir_symbase symbase = hir_temp_at(r->h, r->temp)->symbase;
    for (size_t i = 0; i < r->g->refs.len && ctx_tick(r->h->ctx, 1); i++) {
        const dd_ref *ref = &r->g->refs.at[i];
        if (ref->kind == DD_REF_SCALAR && ref->symbase == symbase)
            note_use(r, ref->node, ref->writes, &reply);
    }
    for (size_t i = 0; i < r->g->region->live_out.len; i++)
        if (r->g->region->live_out.at[i] == r->temp)
            return hir_decline("temp-crosses", "the sum is used behind the nest");
    for (uint32_t i = 1; i < r->start->node.ref_count && reply.yes; i++)
        if (hir_mentions(r->start->node.refs[i], symbase))
            return hir_decline("no-start", "the sum goes on from an earlier one");
    return reply;
}

/* What the store reads must be read by nothing else, and be assigned only in both ways. */
static bool is_only_joined(const reduction *r) {
    hir_temp t = stored_by(r, r->store);
    hir_symbase symbase = hir_temp_at(r->h, t)->symbase;
    for (size_t i = 0; i < r->g->refs.len; i++) {
        const dd_ref *ref = &r->g->refs.at[i];
        const HLNode *node = ref->node;
        if (ref->kind == DD_REF_SCALAR && ref->symbase == symbase && node != &r->store->node.node &&
            node != &r->last->node.node && node != &r->other->node.node)
            return false;
    }
    for (size_t i = 0; i < r->g->region->live_out.len; i++)
        if (r->g->region->live_out.at[i] == t)
            return false;
    return true;
}

/* From the start of the sum to the store. */
static HLNode *first_between(const reduction *r) {
    return r->start->node.node.next;
}

static bool is_between(const reduction *r, const HLNode *node) {
    const HLNode *end = r->around ? NULL : &r->store->node.node;
    for (const HLNode *at = first_between(r); at && at != end; at = at->next)
        if (hir_is_in(node, at))
            return true;
    return false;
}

/* Where it is: the same from the start of the sum on. */
static bool is_place_fixed(const reduction *r) {
    const RegDDRef *place = r->store->node.refs[0];
    const HLNode *top = r->around ? &r->around->node.node : NULL;
    for (uint32_t i = 0; i < place->blob_ref_count; i++) {
        hir_temp t = hir_blob_at(r->h, place->blob_refs[i].blob)->temp;
        for (const RegDDRef *def = hir_temp_at(r->h, t)->defs; def; def = def->next_def)
            if (is_between(r, def->node) || (top && hir_is_in(def->node, top)))
                return false;
    }
    return true;
}

/* Edges from what is in between to the store, in the same iteration of the loops around. */
static dd_reply check_place(const reduction *r) {
    uint32_t number = dd_find_ref(r->g, r->store->node.refs[0]);
    if (number == IR_NONE || !is_place_fixed(r))
        return hir_decline("place-varies", "where it is stored is not known before it");
    for
        dd_each_in(r->g, i, number) {
            const dd_edge *e = &r->g->edges.at[i];
            if (e->level == 0 && is_between(r, r->g->refs.at[e->source].node)) {
                dd_reply reply =
                    hir_decline("dependence", "what it is stored to is used before it is stored");
                reply.edge = i;
                return reply;
            }
        }
    for (HLNode *node = first_between(r); node && node != &r->store->node.node; node = node->next)
        if (node->kind == HL_LABEL || !hir_gets_to_end(node))
            return hir_decline("may-not-end", "something before the store may not come to its end");
    return yes();
}

static dd_reply check(reduction *r) {
    if (!r->g->complete)
        return hir_decline("gave-up", "its region is too large");
    if (hir_is_crossed(r->g->region, &r->loop->body))
        return hir_decline("jumps", "a goto leads out of it, or into it");
    dd_reply reply = find_shape(r);
    if (reply.yes)
        reply = find_uses(r);
    if (reply.yes && r->around &&
        (!is_only_joined(r) || hir_is_crossed(r->g->region, &r->around->then_body) ||
         hir_is_crossed(r->g->region, &r->around->else_body)))
        return hir_decline("temp-crosses", "the sum is used elsewhere, too");
    return reply.yes ? check_place(r) : reply;
}

/* The change. */

static RegDDRef *temp_ref(const reduction *r, bool written) {
    RegDDRef *ref = hir_ref_scalar(r->h, hir_canon_blob(r->h, hir_blob_temp(r->h, r->temp)));
    if (ref)
        ref->is_lval = written;
    return ref;
}

/* s = M, or M = what is given: NULL without memory. */
static HLInst *new_access(const reduction *r, LLVMOpcode opcode, RegDDRef *value) {
    HLInst *inst = hir_new_inst(r->h, opcode, 2);
    RegDDRef *place = hir_ref_copy(r->h, r->store->node.refs[0]);
    if (!inst || !place || !value)
        return NULL;
    place->is_lval = opcode == LLVMStore;
    inst->has_lval = true;
    inst->node.node.where = r->store->node.node.where;
    hir_set_ref(&inst->node, 0, opcode == LLVMStore ? place : value);
    hir_set_ref(&inst->node, 1, opcode == LLVMStore ? value : place);
    return inst;
}

static HLInst *new_load(const reduction *r) {
    return new_access(r, LLVMLoad, temp_ref(r, true));
}

static HLInst *new_store(const reduction *r, const RegDDRef *value) {
    RegDDRef *copy = value ? hir_ref_copy(r->h, value) : temp_ref(r, false);
    if (copy)
        copy->is_lval = false;
    return new_access(r, LLVMStore, copy);
}

static bool are_same_place(const RegDDRef *a, const RegDDRef *b) {
    if (a->kind != b->kind || a->dimensions != b->dimensions || a->type != b->type ||
        !hir_canon_equal(a->base, b->base) || a->is_volatile || a->atomic)
        return false;
    for (uint32_t d = 0; d < a->dimensions; d++)
        if (a->strides[d] != b->strides[d] || !hir_canon_equal(a->subscripts[d], b->subscripts[d]))
            return false;
    return true;
}

/* The load that the sum starts with, if it is right before the start, and from the same place:
 * then the place has the value already. */
static HLInst *loaded_start(const reduction *r) {
    HLInst *load = r->start->opcode == LLVMLoad ? r->start : as_inst(r->start->node.node.prev);
    if (!load || load->opcode != LLVMLoad ||
        !are_same_place(load->node.refs[1], r->store->node.refs[0]))
        return NULL;
    hir_temp t = assigned_by(r, load);
    bool read =
        load == r->start || (!r->start->opcode && hir_ref_temp(r->h, r->start->node.refs[1]) == t);
    return read ? load : NULL;
}

/* Whether nothing but the start of the sum reads what was loaded. */
static bool is_only_for_start(const reduction *r, const HLInst *load) {
    uint32_t left = dd_find_ref(r->g, load->node.refs[0]);
    hir_temp t = assigned_by(r, load);
    for (size_t i = 0; i < r->g->region->live_out.len; i++)
        if (r->g->region->live_out.at[i] == t)
            return false;
    if (left == IR_NONE)
        return false;
    for
        dd_each_out(r->g, i, left) if (r->g->edges.at[i].kind == DD_FLOW &&
                                       r->g->refs.at[r->g->edges.at[i].sink].node !=
                                           &r->start->node.node) return false;
    return true;
}

/* All that is new, made before anything changes. */
typedef struct accesses {
    VEC(HLInst *) loads, stores; /* of reads, of writes */
    HLInst *first;               /* M = x; NULL if it is there already */
    HLInst *other;               /* in the other way of the if around */
} accesses;

static bool make_accesses(reduction *r, accesses *a) {
    HLInst *start = r->start;
    bool done = true;
    for (size_t i = 0; i < r->reads.len; i++)
        vec_push(r->h->ctx, &a->loads, new_load(r));
    for (size_t i = 0; i < r->writes.len; i++)
        vec_push(r->h->ctx, &a->stores, new_store(r, NULL));
    for (size_t i = 0; i < a->loads.len; i++)
        done &= a->loads.at[i] != NULL;
    for (size_t i = 0; i < a->stores.len; i++)
        done &= a->stores.at[i] != NULL;
    if (!loaded_start(r))
        done &= (a->first = new_store(r, start->opcode ? NULL : start->node.refs[1])) != NULL;
    if (r->around)
        done &= (a->other = new_store(r, r->other->node.refs[1])) != NULL;
    return done && ctx_ok(r->h->ctx);
}

static void put_start(reduction *r, const accesses *a) {
    HLNode *start = &r->start->node.node;
    HLInst *load = loaded_start(r);
    if (load && load != r->start && is_only_for_start(r, load))
        hir_unlink(&load->node.node);
    if (a->first)
        hir_insert_after(start, &a->first->node.node);
    if (load || !r->start->opcode)
        hir_unlink(start);
}

static void put_end(reduction *r, const accesses *a) {
    hir_unlink(&r->store->node.node);
    if (!r->around)
        return;
    hir_insert_after(&r->other->node.node, &a->other->node.node);
    hir_unlink(&r->other->node.node);
    hir_unlink(&r->last->node.node);
}

static void change(reduction *r, const accesses *a) {
    put_start(r, a);
    for (size_t i = 0; i < r->reads.len; i++)
        hir_insert_before(&r->reads.at[i]->node.node, &a->loads.at[i]->node.node);
    for (size_t i = 0; i < r->writes.len; i++)
        hir_insert_after(&r->writes.at[i]->node.node, &a->stores.at[i]->node.node);
    put_end(r, a);
    r->g->region->changed = true;
    hir_update_levels(r->h);
}

dd_reply hir_reduce_in_memory(const dd_graph *g, HLLoop *loop) {
    reduction r = {.g = g, .h = g->h, .loop = loop};
    accesses a = {0};
    dd_reply reply = check(&r);
    if (reply.yes && make_accesses(&r, &a))
        change(&r, &a);
    else if (reply.yes)
        reply = hir_decline("gave-up", "there is no memory");
    vec_free(g->h->ctx, &r.reads);
    vec_free(g->h->ctx, &r.writes);
    vec_free(g->h->ctx, &a.loads);
    vec_free(g->h->ctx, &a.stores);
    return reply;
}
