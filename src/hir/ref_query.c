/* How a reference moves, and where its addresses come from. */
#include "hir/node.h"

/* Whether a change of the sum is a change of the value by as much: nothing is cut off on the way to
 * the address, which is computed in the index type. */
static bool moves_linearly(const hir *h, const CanonExpr *ce, uint32_t index_width) {
    if (ce->denominator != 1)
        return false;
    if (ce->cast == HIR_CAST_NONE && hir_width(h, ce->source) == index_width)
        return true;
    return ce->exact && (ce->cast == HIR_CAST_NONE || ce->cast == HIR_CAST_SEXT);
}

/* The blob in the index type. Only for what does not wrap, so its sign is what counts. */
static hir_blob in_index_type(hir *h, hir_blob b) {
    LLVMTypeRef type = hir_index_type(h);
    if (hir_width(h, hir_blob_at(h, b)->type) == hir_width(h, type))
        return b;
    return hir_blob_make(h, BLOB_SEXT, type, &b, 1);
}

/* sum += what the sum of ce gains per iteration, times bytes. */
static bool add_movement(hir *h, CanonExpr *sum, const CanonExpr *ce, uint32_t level,
                         hir_blob bytes) {
    hir_iv_term term = hir_iv_at(ce, level);
    if (!term.coefficient)
        return true;
    if (!bytes || !moves_linearly(h, ce, hir_width(h, sum->source)))
        return false;
    CanonExpr *part = hir_canon_constant(h, sum->source, term.coefficient);
    if (!part || (term.blob && !hir_canon_multiply_by_blob(h, part, in_index_type(h, term.blob))))
        return false;
    return hir_canon_multiply_by_blob(h, part, in_index_type(h, bytes)) &&
           hir_canon_add(h, sum, part);
}

static bool varies(const RegDDRef *ref, uint32_t level) {
    for (uint32_t i = 0; i < ref->blob_ref_count; i++)
        if (ref->blob_refs[i].level >= level)
            return true;
    return false;
}

CanonExpr *hir_stride_at_level(hir *h, const RegDDRef *ref, uint32_t level) {
    if (ref->kind == REF_SCALAR || level == 0 || varies(ref, level))
        return NULL;
    LLVMTypeRef type = hir_index_type(h);
    CanonExpr *sum = hir_canon_new(h, type);
    bool known = sum && add_movement(h, sum, ref->base, level, hir_blob_constant(h, type, 1));
    for (uint32_t d = 0; known && d < ref->dimensions; d++)
        known = add_movement(h, sum, ref->subscripts[d], level, ref->strides[d]);
    if (!known)
        return NULL;
    const HLRegion *region = ref->node ? hir_parent_region(ref->node) : NULL;
    hir_canon_update_level(h, sum, region);
    return sum;
}

enum { SEARCH_LIMIT = 32, WRITER_LIMIT = 1000 };

/* Temps whose writers are to be looked at, each once. */
typedef struct search {
    const hir *h;
    const RegDDRef *from;
    hir_temp temps[SEARCH_LIMIT];
    uint32_t count;
    uint32_t writers; /* looked at so far */
    const RegDDRef *found;
} search;

static void want(search *s, const hir_blob_list *blobs) {
    for (size_t i = 0; i < blobs->len; i++) {
        hir_temp t = hir_blob_at(s->h, blobs->at[i])->temp;
        bool known = s->count == SEARCH_LIMIT;
        for (uint32_t k = 0; k < s->count; k++)
            known |= s->temps[k] == t;
        if (!known)
            s->temps[s->count++] = t;
    }
}

static void want_temps_of(search *s, const CanonExpr *ce) {
    hir_blob_list blobs = {0};
    hir_canon_collect_temp_blobs(s->h, ce, &blobs);
    want(s, &blobs);
    vec_free(s->h->ctx, &blobs);
}

static bool passes_value_on(const HLInst *inst) {
    return inst->opcode == 0 || inst->opcode == LLVMTrunc || inst->opcode == LLVMZExt ||
           inst->opcode == LLVMSExt || inst->opcode == LLVMFreeze;
}

/* Of two references the better is the last before the position, else the last of all: that of the
 * iteration before. */
static const RegDDRef *nearer(const RegDDRef *a, const RegDDRef *b, const HLNode *place) {
    if (!a || !b)
        return a ? a : b;
    bool a_before = hir_is_before(a->node, place), b_before = hir_is_before(b->node, place);
    if (a_before != b_before)
        return a_before ? a : b;
    return hir_is_before(a->node, b->node) ? b : a;
}

static void look_at_writer(search *s, const RegDDRef *written) {
    const HLInst *inst = (const HLInst *)written->node;
    if (inst->node.ref_count != 2 || !inst->node.refs[1])
        return;
    const RegDDRef *right = inst->node.refs[1];
    if (right->kind == REF_MEMORY)
        s->found = nearer(s->found, right, s->from->node);
    else if (right->kind == REF_SCALAR && passes_value_on(inst))
        want_temps_of(s, right->subscripts[0]);
}

static const RegDDRef *search_writers(search *s) {
    const HLRegion *region = s->from->node ? hir_parent_region(s->from->node) : NULL;
    for (uint32_t i = 0; i < s->count && !s->found; i++) {
        const hir_temp_info *info = hir_temp_at(s->h, s->temps[i]);
        for (RegDDRef *d = info->defs; d && s->writers++ < WRITER_LIMIT; d = d->next_def)
            if (info->region ? info->region == region : hir_parent_region(d->node) == region)
                look_at_writer(s, d);
    }
    return s->writers > WRITER_LIMIT ? NULL : s->found;
}

hir_indexing hir_ref_indexing(const hir *h, const RegDDRef *ref, const RegDDRef **index) {
    *index = NULL;
    if (ref->kind == REF_SCALAR || !ref->node)
        return HIR_NOT_INDEXED;
    search subscripts = {.h = h, .from = ref}, base = {.h = h, .from = ref};
    for (uint32_t d = 0; d < ref->dimensions; d++)
        want_temps_of(&subscripts, ref->subscripts[d]);
    if ((*index = search_writers(&subscripts)))
        return HIR_INDEXED_BY_SUBSCRIPT;
    want_temps_of(&base, ref->base);
    return (*index = search_writers(&base)) ? HIR_INDEXED_BY_BASE : HIR_NOT_INDEXED;
}
