/* Temps by other names. */
#include "hir/node.h"

typedef struct renamer {
    hir *h;
    const map *to; /* hir_temp -> hir_temp */
} renamer;

/* Its depth is bounded, see hir_blob_info. */
static hir_blob renamed(void *data, hir_blob b) {
    const renamer *r = data;
    const hir_blob_info info = *hir_blob_at(r->h, b);
    hir_blob operands[HIR_MAX_OPERANDS];
    bool changes = false;
    if (info.op == BLOB_TEMP) {
        const map_word *place = map_find_u(r->to, info.temp);
        return place ? hir_blob_temp(r->h, (hir_temp)place->u) : b;
    }
    for (uint32_t i = 0; i < info.operand_count; i++) {
        operands[i] = renamed(data, info.operands[i]);
        changes |= operands[i] != info.operands[i];
    }
    return changes ? hir_blob_make(r->h, info.op, info.type, operands, info.operand_count) : b;
}

/* The value is the same where it is executed, so all that is known of it stays true. */
static bool rename_canon(renamer *r, CanonExpr **ce) {
    const CanonExpr *old = *ce;
    bool changes = false;
    hir_each_term (t, old)
        changes |= t.blob && renamed(r, t.blob) != t.blob;
    CanonExpr *new = changes ? hir_canon_with(r->h, old, old->source, renamed, r) : *ce;
    if (!new)
        return false;
    *ce = new;
    new->dest = old->dest;
    new->cast = old->cast;
    new->denominator = old->denominator;
    new->is_signed = old->is_signed;
    new->exact = old->exact;
    return true;
}

bool hir_rename_ref(hir *h, RegDDRef *ref, const map *to) {
    renamer r = {h, to};
    bool done = !ref->base || rename_canon(&r, &ref->base);
    for (uint32_t d = 0; d < ref->dimensions && done; d++) {
        done = rename_canon(&r, &ref->subscripts[d]);
        ref->strides[d] = ref->strides[d] ? renamed(&r, ref->strides[d]) : 0;
    }
    hir_temp t = hir_ref_temp(h, ref);
    if (t)
        ref->symbase = hir_temp_at(h, t)->symbase;
    return done;
}
