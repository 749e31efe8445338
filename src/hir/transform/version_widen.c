/* Subscripts that are sums of fewer bits than an address, with a value of run time as a factor:
 * a[zext(%n * i1 + i2)]. Where it is checked that the sum does not wrap, it is one of numbers, and
 * %n a dimension: a[i1][i2], if i2 stays below %n, which is checked, too. Without that, rows are
 * not known to be disjoint, and neither loop may move. */
#include "hir/transform/version.h"

/* The sum, split: outer * factor + inner. */
typedef struct split {
    hir *h;
    CanonExpr *outer, *inner;
    hir_blob factor; /* of the sum's type */
} split;

static bool find_factor(split *s, const CanonExpr *ce) {
    hir_each_term (t, ce)
        if (t.level && t.blob) {
            if (s->factor && s->factor != t.blob)
                return false;
            s->factor = t.blob;
        }
    return s->factor != 0;
}

/* Blobs are signed numbers of the sum's type, since the sum is exact. */
static hir_blob extended(hir *h, hir_blob b) {
    return b ? hir_blob_make(h, BLOB_SEXT, hir_index_type(h), &b, 1) : 0;
}

static bool add_split(split *s, const hir_term *t) {
    if (t->blob == s->factor)
        return hir_canon_add_term(s->h, s->outer, t->level, t->coefficient, 0);
    hir_blob wide = extended(s->h, t->blob);
    return (!t->blob || wide) && hir_canon_add_term(s->h, s->inner, t->level, t->coefficient, wide);
}

static bool split_sum(split *s, const CanonExpr *ce) {
    s->outer = hir_canon_new(s->h, hir_index_type(s->h));
    s->inner = hir_canon_new(s->h, hir_index_type(s->h));
    if (!s->outer || !s->inner || !find_factor(s, ce))
        return false;
    hir_each_term (t, ce)
        if (!add_split(s, &t))
            return false;
    return hir_canon_add_constant(s->h, s->inner, ce->constant);
}

static bool is_exact_then(const versioner *v, const CanonExpr *ce) {
    for (size_t i = 0; i < v->x.exact.len; i++)
        if (v->x.exact.at[i] == ce)
            return true;
    return ce->exact;
}

/* The reference with two dimensions, at the same node, which has the old one; NULL if it is not
 * such a sum. */
static RegDDRef *widened(versioner *v, const RegDDRef *ref) {
    const CanonExpr *ce = ref->subscripts[0];
    int64_t stride = hir_dimension_const_stride(v->h, ref, 1);
    split s = {.h = v->h};
    if (ref->dimensions != 1 || stride <= 0 || ce->denominator != 1 ||
        (ce->cast != HIR_CAST_ZEXT && ce->cast != HIR_CAST_SEXT) || !is_exact_then(v, ce) ||
        !split_sum(&s, ce))
        return NULL;
    CanonExpr *pitch = hir_canon_new(v->h, hir_index_type(v->h));
    hir_blob factor = extended(v->h, s.factor);
    RegDDRef *new = hir_ref_memory(v->h, ref->kind, hir_canon_copy(v->h, ref->base), 2);
    if (!new || !pitch || !factor || !hir_canon_add_blob(v->h, pitch, stride, factor))
        return NULL;
    /* Products are exact with the factor, which is not 0 if anything is inside of it. */
    s.outer->exact = s.inner->exact = true;
    new->subscripts[0] = s.inner;
    new->subscripts[1] = s.outer;
    new->strides[0] = ref->strides[0];
    new->strides[1] = hir_canon_as_blob(v->h, pitch);
    new->type = ref->type;
    new->node = ref->node;
    return new->strides[1] && hir_ref_update_in(v->h, new, v->g->region) ? new : NULL;
}

void version_widen(versioner *v) {
    hir_why before = v->x.why;
    for (size_t i = 0; i < v->refs.len && ctx_tick(v->h->ctx, 1); i++) {
        const version_group *g = &v->groups[v->group_of.at[i]];
        /* Only of these it is checked that sums with zeros in front are not negative. */
        RegDDRef *wide = g->met || g->wraps ? widened(v, v->refs.at[i]) : NULL;
        if (wide && version_check_dimension(v, wide, 0))
            vec_push(v->h->ctx, &v->wide, (version_wide){v->refs.at[i], wide});
        v->x.why = before;
    }
}

void version_use_wide(versioner *v) {
    for (size_t i = 0; i < v->wide.len; i++) {
        RegDDRef *old = v->wide.at[i].narrow, *new = v->wide.at[i].wide, own = *new;
        HLDDNode *node = hir_as_dd(old->node);
        uint32_t at = 0;
        while (at < node->ref_count && node->refs[at] != old)
            at++;
        if (at == node->ref_count)
            continue;
        *new = *old;
        new->base = own.base;
        new->subscripts = own.subscripts;
        new->strides = own.strides;
        new->sizes = own.sizes;
        new->dimensions = own.dimensions;
        new->in_bounds = false;
        new->in_dims = true;
        hir_set_ref(node, at, new);
    }
}
