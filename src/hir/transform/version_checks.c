/* The checks before a nest, as statements.
 *
 * Bytes are counted modulo 2^64: two runs of less than 2^63 bytes each are disjoint if neither
 * starts in the other. That they are that short is what limits are for. The checks stand right
 * before the nest, so all that they are computed from has the value that it has there. Some of it
 * may not be used there, and be poison: they look at frozen copies. */
#include "hir/transform/version.h"

static LLVMTypeRef type_of(const versioner *v) {
    return hir_index_type(v->h);
}

static bool is_known(const versioner *v, const version_condition *c) {
    for (size_t i = 0; i < v->conditions.len; i++) {
        const version_condition *old = &v->conditions.at[i];
        if (old->predicate == c->predicate && hir_canon_equal(old->left, c->left) &&
            hir_canon_equal(old->right, c->right))
            return true;
    }
    return false;
}

bool version_add(versioner *v, CanonExpr *left, LLVMIntPredicate predicate, CanonExpr *right) {
    if (left && right && is_known(v, &(version_condition){left, right, predicate}))
        return true;
    return left && right &&
           vec_push(v->h->ctx, &v->conditions, (version_condition){left, right, predicate});
}

bool version_add_constant(versioner *v, CanonExpr *left, LLVMIntPredicate predicate,
                          int64_t right) {
    return version_add(v, left, predicate, hir_canon_constant(v->h, type_of(v), right));
}

/* Statements. */

static bool add_node(versioner *v, HLNode *node) {
    if (node)
        node->where = v->loop->node.node.where;
    return node && vec_push(v->h->ctx, &v->checks, node);
}

static HLInst *set_unsafe(versioner *v, int64_t value) {
    HLInst *inst = hir_assign(v->h, v->unsafe, hir_canon_constant(v->h, type_of(v), value));
    if (inst)
        inst->node.node.where = v->loop->node.node.where;
    return inst;
}

static bool emit(versioner *v, const version_condition *c) {
    HLInst *fails = set_unsafe(v, 1);
    HLIf *branch = hir_new_comparison(v->h, hir_canon_copy(v->h, c->left), c->predicate,
                                      hir_canon_copy(v->h, c->right), &v->loop->node.node);
    if (!branch || !fails)
        return false;
    hir_append(&branch->then_body, &branch->node.node, &fails->node.node);
    v->comparisons++;
    return add_node(v, &branch->node.node);
}

static bool emit_assign(versioner *v, const char *name, CanonExpr *value, hir_temp *t) {
    *t = value ? hir_temp_new(v->h, name, type_of(v), NULL) : 0;
    HLInst *inst = *t ? hir_assign(v->h, *t, value) : NULL;
    return inst && add_node(v, &inst->node.node);
}

/* Limits. */

bool version_limit(versioner *v, const extent_atom *atom, version_condition *c) {
    bool is_less = atom->natural && atom->most > 0 && atom->most < v->x.limit;
    uint64_t limit = (uint64_t)(is_less ? atom->most : v->x.limit);
    *c = (version_condition){0};
    if (atom->least >= (atom->natural ? 0 : -v->x.limit) && atom->most <= v->x.limit)
        return false;
    *c = (version_condition){
        hir_canon_blob(v->h, atom->blob),
        hir_canon_constant(v->h, type_of(v), (int64_t)(atom->natural ? limit : 2 * limit)),
        LLVMIntUGT};
    if (c->left && !atom->natural && !hir_canon_add_constant(v->h, c->left, (int64_t)limit))
        c->left = NULL;
    return true;
}

static bool limit_atom(versioner *v, const extent_atom *atom) {
    version_condition c;
    return !version_limit(v, atom, &c) || (c.left && emit(v, &c));
}

/* Groups. */

CanonExpr *version_extreme(versioner *v, const extent_sum *ends, uint32_t count, hir_blob_op op) {
    hir_blob all[VERSION_ENDS];
    CanonExpr *end = NULL;
    for (uint32_t i = 0; i < count; i++) {
        end = extent_canon(&v->x, &ends[i]);
        all[i] = end ? hir_canon_as_blob(v->h, end) : 0;
        if (!all[i])
            return NULL;
    }
    if (count == 1)
        return end;
    return hir_canon_blob(v->h, hir_blob_make(v->h, op, type_of(v), all, count));
}

static bool emit_group(versioner *v, version_group *g) {
    CanonExpr *low = version_extreme(v, g->low, g->lows, BLOB_SMIN);
    CanonExpr *high = version_extreme(v, g->high, g->highs, BLOB_SMAX);
    CanonExpr *start = low ? hir_canon_copy(v->h, low) : NULL;
    hir_blob pointer = hir_canon_as_blob(v->h, g->base);
    hir_blob base = hir_blob_make(v->h, BLOB_PTRTOINT, type_of(v), &pointer, 1);
    if (!low || !high || !start || !base || !hir_canon_add_blob(v->h, start, 1, base) ||
        !hir_canon_negate(v->h, low) || !hir_canon_add(v->h, high, low))
        return false;
    return emit_assign(v, "%start", start, &g->start) && emit_assign(v, "%bytes", high, &g->bytes);
}

/* b starts where a ends or after that, and a where b ends: that is one comparison, since neither is
 * empty, and both together are less than all addresses. */
static bool emit_apart(versioner *v, const version_group *a, const version_group *b) {
    CanonExpr *gap = hir_canon_new(v->h, type_of(v)), *most = hir_canon_new(v->h, type_of(v));
    hir_blob from = hir_blob_temp(v->h, a->start), to = hir_blob_temp(v->h, b->start);
    hir_blob own = hir_blob_temp(v->h, a->bytes), other = hir_blob_temp(v->h, b->bytes);
    if (!gap || !most || !from || !to || !own || !other || !hir_canon_add_blob(v->h, gap, 1, to) ||
        !hir_canon_add_blob(v->h, gap, -1, from) || !hir_canon_add_blob(v->h, gap, -1, own) ||
        !hir_canon_add_blob(v->h, most, -1, own) || !hir_canon_add_blob(v->h, most, -1, other))
        return false;
    return emit(v, &(version_condition){gap, most, LLVMIntUGT});
}

static bool emit_groups(versioner *v) {
    for (uint32_t i = 0; i < v->group_count; i++)
        if (v->groups[i].met && !emit_group(v, &v->groups[i]))
            return false;
    for (uint32_t i = 0; i < v->group_count; i++)
        for (uint32_t k = i + 1; k < v->group_count; k++)
            if (v->groups[i].met >> k & 1 && !emit_apart(v, &v->groups[i], &v->groups[k]))
                return false;
    return true;
}

/* Frozen copies. */

typedef struct freezer {
    versioner *v;
    map own;    /* temps of the checks */
    map frozen; /* hir_temp -> its copy */
    bool failed;
} freezer;

static void note_temps(freezer *f, HLNode *node) {
    hir *h = f->v->h;
    hir_each_ref (ref, node) {
        f->failed |= !hir_ref_update_in(h, ref, f->v->g->region);
        if (ref->is_lval)
            map_put_u(&f->own, hir_ref_temp(h, ref));
        for (uint32_t k = 0; k < ref->blob_ref_count && !ref->is_lval; k++) {
            hir_temp t = hir_blob_at(h, ref->blob_refs[k].blob)->temp;
            const hir_temp_info info = *hir_temp_at(h, t);
            if (map_find_u(&f->own, t) || map_find_u(&f->frozen, t) || info.global)
                continue;
            hir_temp copy = hir_temp_new(h, info.name, info.type, NULL);
            map_word *place = copy ? map_put_u(&f->frozen, t) : NULL;
            f->failed |= !place;
            if (place)
                place->u = copy;
        }
    }
}

static bool add_freezes(versioner *v, const map *frozen) {
    for (size_t i = 0; i < frozen->len; i++) {
        hir_temp t = (hir_temp)frozen->at[i].key.u, copy = (hir_temp)frozen->at[i].value.u;
        HLInst *inst = hir_assign_ref(v->h, copy, hir_ref_of_temp(v->h, t));
        if (!inst || !vec_push(v->h->ctx, &v->freezes, &inst->node.node))
            return false;
        inst->opcode = LLVMFreeze;
        inst->node.node.where = v->loop->node.node.where;
    }
    return true;
}

static bool freeze(versioner *v) {
    freezer f = {.v = v};
    map_init(&f.own, v->h->ctx);
    map_init(&f.frozen, v->h->ctx);
    for (size_t i = 0; i < v->checks.len; i++)
        hir_each_node (node, v->checks.at[i])
            if (ctx_tick(v->h->ctx, 1))
                note_temps(&f, node);
    bool done = !f.failed;
    for (size_t i = 0; i < v->checks.len && done; i++)
        done = hir_rename_temps(v->h, v->checks.at[i], &f.frozen);
    done = done && add_freezes(v, &f.frozen);
    map_free(&f.own);
    map_free(&f.frozen);
    return done;
}

/* Numbers of iterations of loops around the nest, where checks look at them. */
static bool assign_outer(versioner *v) {
    for (uint32_t level = 1; level < v->loop->level; level++) {
        if (!v->x.outer[level - 1])
            continue;
        CanonExpr *number = hir_canon_iv(v->h, type_of(v), level);
        HLInst *inst = number ? hir_assign(v->h, v->x.outer[level - 1], number) : NULL;
        if (!inst || !add_node(v, &inst->node.node))
            return false;
    }
    return true;
}

bool version_make_checks(versioner *v) {
    v->unsafe = hir_temp_new(v->h, "%unsafe", type_of(v), NULL);
    HLInst *first = v->unsafe ? set_unsafe(v, 0) : NULL;
    bool done = first && add_node(v, &first->node.node) && assign_outer(v);
    for (uint32_t i = 0; i < v->x.atom_count && done; i++)
        done = limit_atom(v, &v->x.atoms[i]);
    for (size_t i = 0; i < v->conditions.len && done; i++)
        done = emit(v, &v->conditions.at[i]);
    return done && emit_groups(v) && freeze(v);
}
