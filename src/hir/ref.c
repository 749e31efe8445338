#include "hir/node.h"

#include <string.h>

hir_temp hir_ref_temp(const hir *h, const RegDDRef *ref) {
    if (ref->kind != REF_SCALAR || !hir_is_self_blob(h, ref->subscripts[0]))
        return 0;
    return hir_blob_at(h, ref->subscripts[0]->blobs[0].blob)->temp;
}

bool hir_is_assigned_in(const hir *h, hir_temp t, const HLNode *top) {
    for (const RegDDRef *def = hir_temp_at(h, t)->defs; def; def = def->next_def)
        if (hir_is_in(def->node, top))
            return true;
    return false;
}

bool hir_mentions(const RegDDRef *ref, hir_symbase temp) {
    for (uint32_t i = 0; i < ref->blob_ref_count; i++)
        if (ref->blob_refs[i].symbase == temp)
            return true;
    return ref->kind == REF_SCALAR && ref->symbase == temp;
}

static RegDDRef *new_ref(hir *h, hir_ref_kind kind, uint32_t dimensions) {
    RegDDRef *ref = arena_new(&h->mem, RegDDRef);
    if (!ref)
        return NULL;
    ref->kind = kind;
    ref->dimensions = dimensions;
    ref->subscripts = arena_array(&h->mem, dimensions, CanonExpr *);
    ref->strides = arena_array(&h->mem, dimensions, hir_blob);
    ref->sizes = arena_array(&h->mem, dimensions, uint64_t);
    return ref->subscripts && ref->strides && ref->sizes ? ref : NULL;
}

RegDDRef *hir_ref_scalar(hir *h, CanonExpr *ce) {
    RegDDRef *ref = ce ? new_ref(h, REF_SCALAR, 1) : NULL;
    if (!ref)
        return NULL;
    ref->subscripts[0] = ce;
    ref->type = ce->dest;
    ref->symbase = hir_temp_at(h, hir_ref_temp(h, ref))->symbase;
    return ref;
}

RegDDRef *hir_ref_of_temp(hir *h, hir_temp t) {
    return hir_ref_scalar(h, hir_canon_blob(h, hir_blob_temp(h, t)));
}

RegDDRef *hir_ref_memory(hir *h, hir_ref_kind kind, CanonExpr *base, uint32_t dimensions) {
    RegDDRef *ref = base && dimensions ? new_ref(h, kind, dimensions) : NULL;
    if (ref)
        ref->base = base;
    return ref;
}

RegDDRef *hir_ref_copy(hir *h, const RegDDRef *ref) {
    RegDDRef *copy = new_ref(h, ref->kind, ref->dimensions);
    if (!copy)
        return NULL;
    RegDDRef own = *copy;
    *copy = *ref;
    copy->subscripts = own.subscripts;
    copy->strides = own.strides;
    copy->sizes = own.sizes;
    copy->node = NULL;
    copy->next_def = NULL;
    copy->base = ref->base ? hir_canon_copy(h, ref->base) : NULL;
    bool done = !ref->base || copy->base;
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        copy->subscripts[d] = hir_canon_copy(h, ref->subscripts[d]);
        copy->strides[d] = ref->strides[d];
        copy->sizes[d] = ref->sizes[d];
        done &= copy->subscripts[d] != NULL;
    }
    copy->blob_refs = arena_array(&h->mem, ref->blob_ref_count, BlobDDRef);
    if (!done || !copy->blob_refs)
        return NULL;
    for (uint32_t i = 0; i < ref->blob_ref_count; i++) {
        copy->blob_refs[i] = ref->blob_refs[i];
        copy->blob_refs[i].parent = copy;
    }
    return copy;
}

hir_blob hir_dimension_stride(const RegDDRef *ref, uint32_t dimension) {
    return dimension >= 1 && dimension <= ref->dimensions ? ref->strides[dimension - 1] : 0;
}

int64_t hir_dimension_const_stride(const hir *h, const RegDDRef *ref, uint32_t dimension) {
    int64_t value;
    return hir_is_constant_blob(h, hir_dimension_stride(ref, dimension), &value) ? value : 0;
}

void hir_ref_collect_temp_blobs(const hir *h, const RegDDRef *ref, hir_blob_list *out) {
    if (ref->base)
        hir_canon_collect_temp_blobs(h, ref->base, out);
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        hir_canon_collect_temp_blobs(h, ref->subscripts[d], out);
        hir_collect_temp_blobs(h, ref->strides[d], out);
    }
    if (ref->rows)
        hir_collect_temp_blobs(h, ref->rows->table, out);
}

static void set_levels(hir *h, RegDDRef *ref, const HLRegion *region) {
    if (ref->base) {
        hir_canon_hide(h, ref->base);
        hir_canon_update_level(h, ref->base, region);
    }
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        hir_canon_hide(h, ref->subscripts[d]);
        hir_canon_update_level(h, ref->subscripts[d], region);
    }
}

bool hir_ref_update_in(hir *h, RegDDRef *ref, const HLRegion *region) {
    set_levels(h, ref, region);
    hir_blob_list blobs = {0};
    hir_ref_collect_temp_blobs(h, ref, &blobs);
    BlobDDRef *own = ref->blob_refs;
    if (blobs.len > ref->blob_ref_count)
        own = arena_array(&h->mem, blobs.len, BlobDDRef);
    for (size_t i = 0; own && i < blobs.len; i++) {
        hir_temp t = hir_blob_at(h, blobs.at[i])->temp;
        own[i] = (BlobDDRef){.blob = blobs.at[i],
                             .symbase = hir_temp_at(h, t)->symbase,
                             .level = hir_temp_level(h, t, region),
                             .parent = ref};
    }
    ref->blob_refs = own;
    ref->blob_ref_count = own ? (uint32_t)blobs.len : 0;
    vec_free(h->ctx, &blobs);
    return ctx_ok(h->ctx);
}

bool hir_ref_update(hir *h, RegDDRef *ref) {
    return hir_ref_update_in(h, ref, ref->node ? hir_parent_region(ref->node) : NULL);
}

uint32_t hir_find_blob_level(const RegDDRef *ref, hir_blob b) {
    for (uint32_t i = 0; i < ref->blob_ref_count; i++)
        if (ref->blob_refs[i].blob == b)
            return ref->blob_refs[i].level;
    return 0;
}

uint32_t hir_find_max_blob_level(const RegDDRef *ref, const hir_blob_list *blobs) {
    uint32_t deepest = 0;
    for (size_t i = 0; i < blobs->len; i++) {
        uint32_t level = hir_find_blob_level(ref, blobs->at[i]);
        deepest = level > deepest ? level : deepest;
    }
    return deepest;
}
