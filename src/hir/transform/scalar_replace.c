/* Memory that is used again, in the same iteration or a later one, is in temps.
 *
 * References that differ by constants only are one family: one of them is in some iteration where
 * another is so many iterations later or earlier, its offset. Offsets without a gap make a chain
 * with a temp for each: %kept.k is what is where offset k leads to. When an iteration is over, each
 * temp takes over the value of the next; only that of the last offset is read from memory in every
 * iteration, all others once, before the loop. Stores go to both, and stay unless the same
 * iteration always overwrites them.
 *
 * What is read before the loop is what the first iteration reads. Nothing else may write what a
 * temp represents while it does; members of the family with other offsets never do. */
#include "hir/transform/loop_parts.h"

#include "ir/size.h"

enum { MAX_ACCESSES = 500, MAX_CHAIN = 8, MAX_TEMPS = 32 };

typedef struct member {
    uint32_t access, family;
    int64_t offset;
    bool is_read;                     /* a store: by others in the same iteration */
    bool blocked_here, blocked_later; /* others write there: in the same iteration, or another */
    uint32_t edge;
} member;

typedef struct replacer {
    const dd_graph *g;
    hir *h;
    HLLoop *loop;
    hir_access_list accesses;
    VEC(member) members;    /* by access; family IR_NONE: it is in none */
    VEC(uint32_t) families; /* the first access of each */
    VEC(uint32_t) order;    /* members of one family, by offset, then by position */
    uint32_t temps;
    uint32_t longest; /* chain */
    dd_reply reply;
    bool done, refused;
} replacer;

/* Families. */

static bool is_linear(const replacer *r, const RegDDRef *ref) {
    uint32_t level = r->loop->level;
    if (!hir_is_invariant_at(ref->base, level))
        return false;
    for (uint32_t d = 0; d < ref->dimensions; d++)
        if (!ref->strides[d] || hir_blob_level(r->h, ref->strides[d], r->g->region) >= level ||
            !hir_is_linear_at(ref->subscripts[d], level))
            return false;
    return true;
}

/* How far the reference moves in each iteration, if that is the same for all and no less than its
 * size; else 0. */
static int64_t step_of(const replacer *r, const RegDDRef *ref) {
    __int128 sum = 0;
    uint64_t size = ir_abi_size(r->h->target, ref->type);
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        const CanonExpr *ce = ref->subscripts[d];
        hir_iv_term term = hir_iv_at(ce, r->loop->level);
        int64_t stride = hir_dimension_const_stride(r->h, ref, d + 1);
        bool whole = ce->cast == HIR_CAST_NONE || (ce->cast == HIR_CAST_SEXT && ce->exact);
        if (!term.coefficient)
            continue;
        if (term.blob || !whole || ce->denominator != 1 || !stride)
            return 0;
        sum += (__int128)term.coefficient * stride;
    }
    bool fits = sum > -INT32_MAX && sum < INT32_MAX;
    return fits && size && (sum < 0 ? -sum : sum) >= (__int128)size ? (int64_t)sum : 0;
}

/* Whether b is so many iterations later where a is; *offset is only set then. */
static bool is_shifted(const replacer *r, const RegDDRef *a, const RegDDRef *b, int64_t *offset) {
    bool found = false;
    int64_t shift = 0;
    if (a->type != b->type || a->dimensions != b->dimensions ||
        !hir_canon_equal(a->base, b->base) || !step_of(r, a) || !step_of(r, b))
        return false;
    for (uint32_t d = 0; d < a->dimensions; d++) {
        CanonExpr same = *b->subscripts[d];
        int64_t by = hir_iv_at(&same, r->loop->level).coefficient, difference;
        if (__builtin_sub_overflow(same.constant, a->subscripts[d]->constant, &difference) ||
            difference == INT64_MIN || a->strides[d] != b->strides[d])
            return false;
        same.constant = a->subscripts[d]->constant;
        if (!hir_canon_equal(a->subscripts[d], &same) || (by ? difference % by : difference) != 0 ||
            (by && found && difference / by != shift))
            return false;
        if (by)
            shift = difference / by;
        found |= by != 0;
    }
    if (found)
        *offset = shift;
    return found;
}

static void add_member(replacer *r, uint32_t access) {
    const RegDDRef *ref = r->accesses.at[access].ref;
    member m = {.access = access, .family = IR_NONE, .edge = DD_NO_EDGE};
    for (uint32_t f = 0; is_linear(r, ref) && f < r->families.len && m.family == IR_NONE; f++) {
        const RegDDRef *first = r->accesses.at[r->families.at[f]].ref;
        if (hir_same_place(first, ref) || is_shifted(r, first, ref, &m.offset))
            m.family = f;
    }
    if (is_linear(r, ref) && m.family == IR_NONE) {
        m.family = (uint32_t)r->families.len;
        vec_push(r->h->ctx, &r->families, access);
    }
    vec_push(r->h->ctx, &r->members, m);
}

static member *member_of(replacer *r, uint32_t ref) {
    uint32_t access = hir_find_access(&r->accesses, r->g, ref);
    member *m = access == IR_NONE ? NULL : &r->members.at[access];
    return m && m->family != IR_NONE ? m : NULL;
}

static void note_edges(replacer *r) {
    for (uint32_t i = 0; i < r->g->edges.len; i++) {
        const dd_edge *e = &r->g->edges.at[i];
        if (r->g->refs.at[e->source].kind == DD_REF_SCALAR || !hir_is_edge_in(r->g, e, r->loop))
            continue;
        member *ends[2] = {member_of(r, e->source), member_of(r, e->sink)};
        uint32_t refs[2] = {e->source, e->sink};
        if (ends[0] && ends[1] && ends[0]->family == ends[1]->family)
            continue;
        for (int k = 0; k < 2; k++) {
            bool writes = r->g->refs.at[refs[!k]].writes;
            if (!ends[k])
                continue;
            ends[k]->edge = writes ? i : ends[k]->edge;
            ends[k]->blocked_here |= writes && e->level == 0;
            ends[k]->blocked_later |= writes && e->level != 0;
            ends[k]->is_read |= e->level == 0;
        }
    }
}

/* Chains. */

typedef struct chain {
    const uint32_t *at; /* members, by offset, then by position */
    size_t count;
    uint32_t length; /* offsets */
    int64_t low;
} chain;

static const hir_access *access_at(const replacer *r, const chain *c, size_t i) {
    return &r->accesses.at[r->members.at[c->at[i]].access];
}

static uint32_t offset_at(const replacer *r, const chain *c, size_t i) {
    return (uint32_t)(r->members.at[c->at[i]].offset - c->low);
}

static bool is_first(const replacer *r, const chain *c, size_t i) {
    return i == 0 || offset_at(r, c, i) != offset_at(r, c, i - 1);
}

/* An iteration always overwrites it, and nothing else sees it before. */
static bool is_dead(const replacer *r, const chain *c, size_t i) {
    if (!access_at(r, c, i)->writes || r->members.at[c->at[i]].is_read)
        return false;
    for (size_t k = i + 1; k < c->count && offset_at(r, c, k) == offset_at(r, c, i); k++)
        if (access_at(r, c, k)->writes && access_at(r, c, k)->always)
            return true;
    return false;
}

/* Loads and stores that are no longer there. */
static size_t gain(const replacer *r, const chain *c) {
    size_t gone = 0;
    for (size_t i = 0; i < c->count; i++) {
        bool stays = is_first(r, c, i) && offset_at(r, c, i) == c->length - 1;
        gone += access_at(r, c, i)->writes ? is_dead(r, c, i) : !stays;
    }
    return gone;
}

static bool refuse(replacer *r, hir_why why, uint32_t edge) {
    if (!r->refused) {
        r->reply = hir_decline(why);
        r->reply.edge = edge;
    }
    r->refused = true;
    return false;
}

static bool can_replace(replacer *r, const chain *c) {
    if (!gain(r, c))
        return false;
    for (size_t i = 0; i < c->count; i++) {
        const member *m = &r->members.at[c->at[i]];
        if (m->blocked_here || (m->blocked_later && c->length > 1))
            return refuse(r, HIR_WHY_DEP_REUSED, m->edge);
        if (is_first(r, c, i) && !access_at(r, c, i)->always)
            return refuse(r, HIR_WHY_CONDITIONAL_REUSED, DD_NO_EDGE);
    }
    if (r->temps + c->length > MAX_TEMPS)
        return refuse(r, HIR_WHY_TOO_MANY_TEMPS, DD_NO_EDGE);
    return true;
}

/* The load as the first iteration does it. */
static bool load_before(replacer *r, const hir_access *load, hir_temp t) {
    HLInst *inst = hir_load_into(r->h, load, t);
    RegDDRef *ref = inst ? inst->node.refs[1] : NULL;
    for (uint32_t d = 0; ref && d < ref->dimensions; d++) {
        CanonExpr *ce = ref->subscripts[d], *zero = hir_canon_constant(r->h, ce->source, 0);
        bool exact = ce->exact;
        if (!zero || !hir_canon_substitute(r->h, ce, r->loop->level, zero))
            return false;
        ce->exact = exact;
    }
    if (inst)
        hir_insert_before(&r->loop->node.node, &inst->node.node);
    return inst != NULL;
}

static bool replace_access(replacer *r, const chain *c, size_t i, const hir_temp *temps) {
    const hir_access *access = access_at(r, c, i);
    uint32_t offset = offset_at(r, c, i);
    hir_temp t = temps[offset];
    if (access->writes)
        return is_dead(r, c, i) ? hir_use_temp(r->h, access, t) : hir_keep_in_temp(r->h, access, t);
    if (is_first(r, c, i) && offset == c->length - 1) {
        HLInst *load = hir_load_into(r->h, access, t);
        if (!load)
            return false;
        hir_insert_before(&access->inst->node.node, &load->node.node);
    } else if (is_first(r, c, i) && !load_before(r, access, t)) {
        return false;
    }
    return hir_use_temp(r->h, access, t);
}

static bool pass_on(replacer *r, const chain *c, const hir_temp *temps) {
    for (uint32_t k = 0; k + 1 < c->length; k++) {
        HLInst *copy = hir_assign_ref(r->h, temps[k], hir_ref_of_temp(r->h, temps[k + 1]));
        if (!copy)
            return false;
        copy->node.node.where = r->loop->node.node.where;
        hir_append(&r->loop->body, &r->loop->node.node, &copy->node.node);
    }
    return true;
}

static void replace_chain(replacer *r, const chain *c) {
    hir_temp temps[MAX_CHAIN];
    bool done = can_replace(r, c);
    if (!done)
        return;
    for (uint32_t k = 0; k < c->length; k++)
        temps[k] = hir_temp_new(r->h, "%kept", access_at(r, c, 0)->ref->type, NULL);
    for (size_t i = 0; done && i < c->count; i++)
        done = replace_access(r, c, i, temps);
    r->temps += c->length;
    r->done |= done && pass_on(r, c, temps);
}

/* Members of a family, by offset; there are few. */
static void sort_members(replacer *r, uint32_t family) {
    vec_clear(&r->order);
    for (uint32_t i = 0; i < r->members.len; i++) {
        if (r->members.at[i].family != family || !vec_push(r->h->ctx, &r->order, i))
            continue;
        size_t at = r->order.len - 1;
        for (; at > 0 && r->members.at[r->order.at[at - 1]].offset > r->members.at[i].offset; at--)
            r->order.at[at] = r->order.at[at - 1];
        r->order.at[at] = i;
    }
}

static void replace_family(replacer *r, uint32_t family) {
    sort_members(r, family);
    for (size_t first = 0, end; first < r->order.len && ctx_ok(r->h->ctx); first = end) {
        int64_t low = r->members.at[r->order.at[first]].offset, high = low;
        for (end = first + 1; end < r->order.len; end++) {
            int64_t next = r->members.at[r->order.at[end]].offset;
            if (next > high + 1 || next - low >= r->longest)
                break;
            high = next;
        }
        replace_chain(r,
                      &(chain){r->order.at + first, end - first, (uint32_t)(high - low + 1), low});
    }
}

static void run(replacer *r) {
    if (!hir_find_accesses(r->h, r->loop, &r->accesses))
        return;
    if (r->accesses.len > MAX_ACCESSES) {
        r->reply = hir_decline(HIR_WHY_LARGE_REFERENCES);
        return;
    }
    for (uint32_t i = 0; i < r->accesses.len; i++)
        add_member(r, i);
    if (!ctx_ok(r->h->ctx))
        return;
    note_edges(r);
    r->reply = hir_decline(HIR_WHY_NO_REUSE);
    for (uint32_t f = 0; f < r->families.len; f++)
        replace_family(r, f);
    if (!r->done)
        return;
    r->reply = dd_yes();
    hir_note_change(r->g);
}

static dd_reply replace(const dd_graph *g, HLLoop *loop, uint32_t longest) {
    replacer r = {.g = g, .h = g->h, .loop = loop, .longest = longest};
    r.reply = hir_check_body(g, loop);
    if (!r.reply.yes)
        return r.reply;
    if (!hir_is_innermost(loop))
        return hir_decline(HIR_WHY_NOT_INNERMOST);
    run(&r);
    hir_free_accesses(g->h, &r.accesses);
    vec_free(g->h->ctx, &r.members);
    vec_free(g->h->ctx, &r.families);
    vec_free(g->h->ctx, &r.order);
    return ctx_ok(g->h->ctx) ? r.reply : hir_decline(HIR_WHY_OUT_OF_MEMORY);
}

dd_reply hir_scalar_replace(const dd_graph *g, HLLoop *loop) {
    return replace(g, loop, MAX_CHAIN);
}

dd_reply hir_scalar_replace_within(const dd_graph *g, HLLoop *loop) {
    return replace(g, loop, 1);
}
