/* lathe/hir_tree.h: references, canonical expressions, blobs and temps. */
#include "api/hir_texts.h"

#include <lathe/hir_tree.h>

char *api_hir_give_text(const hir *f, const void *piece, api_hir_print *print) {
    str out;
    str_init(&out, f->ctx);
    print(&out, f, piece);
    char *text = ctx_ok(f->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

/* References. */

lathe_ddref_kind lathe_ddref_kind_of(const RegDDRef *ref) {
    return (lathe_ddref_kind)ref->kind;
}

HLNode *lathe_ddref_node(const RegDDRef *ref) {
    return ref->node;
}

unsigned lathe_ddref_symbase(const RegDDRef *ref) {
    return ref->symbase;
}

bool lathe_ddref_is_lval(const RegDDRef *ref) {
    return ref->is_lval;
}

bool lathe_ddref_is_volatile(const RegDDRef *ref) {
    return ref->is_volatile;
}

bool lathe_ddref_is_atomic(const RegDDRef *ref) {
    return ref->atomic;
}

LLVMTypeRef lathe_ddref_type(const RegDDRef *ref) {
    return ref->type;
}

CanonExpr *lathe_ddref_base(const RegDDRef *ref) {
    return ref->base;
}

unsigned lathe_ddref_dimension_count(const RegDDRef *ref) {
    return ref->dimensions;
}

static bool has_dimension(const RegDDRef *ref, unsigned dimension) {
    return dimension >= 1 && dimension <= ref->dimensions;
}

CanonExpr *lathe_ddref_subscript(const RegDDRef *ref, unsigned dimension) {
    return has_dimension(ref, dimension) ? ref->subscripts[dimension - 1] : NULL;
}

static bool has_stride(const RegDDRef *ref, unsigned dimension) {
    return ref->kind != REF_SCALAR && has_dimension(ref, dimension);
}

lathe_blob lathe_ddref_dimension_stride(const RegDDRef *ref, unsigned dimension) {
    return has_stride(ref, dimension) ? hir_dimension_stride(ref, dimension) : 0;
}

int64_t lathe_ddref_dimension_const_stride(const hir *f, const RegDDRef *ref, unsigned dimension) {
    return has_stride(ref, dimension) ? hir_dimension_const_stride(f, ref, dimension) : 0;
}

uint64_t lathe_ddref_dimension_size(const RegDDRef *ref, unsigned dimension) {
    return has_stride(ref, dimension) ? ref->sizes[dimension - 1] : 0;
}

CanonExpr *lathe_ddref_stride_at_level(hir *f, const RegDDRef *ref, unsigned level) {
    bool moves = ref->kind != REF_SCALAR && level >= 1 && level <= HIR_MAX_LEVEL;
    return moves ? hir_stride_at_level(f, ref, level) : NULL;
}

bool lathe_ddref_const_stride_at_level(hir *f, const RegDDRef *ref, unsigned level,
                                       int64_t *bytes) {
    const CanonExpr *stride = lathe_ddref_stride_at_level(f, ref, level);
    return stride && hir_is_constant(stride, bytes);
}

bool lathe_ddref_is_in_bounds(const RegDDRef *ref) {
    return ref->in_bounds;
}

bool lathe_ddref_is_invariant_at_level(const RegDDRef *ref, unsigned level) {
    for (uint32_t d = 0; d < ref->dimensions; d++)
        if (!hir_is_invariant_at(ref->subscripts[d], level))
            return false;
    for (uint32_t i = 0; i < ref->blob_ref_count; i++)
        if (ref->blob_refs[i].level >= level)
            return false;
    return !ref->base || hir_is_invariant_at(ref->base, level);
}

bool lathe_ddref_is_self_blob(const hir *f, const RegDDRef *ref) {
    return ref->kind == REF_SCALAR && hir_is_self_blob(f, ref->subscripts[0]);
}

lathe_temp lathe_ddref_temp(const hir *f, const RegDDRef *ref) {
    hir_temp t = ref->kind == REF_SCALAR ? hir_ref_temp(f, ref) : 0;
    return t && !hir_temp_at(f, t)->global ? t : 0;
}

lathe_hir_indexing lathe_ddref_indexing(const hir *f, const RegDDRef *ref, const RegDDRef **index) {
    const RegDDRef *by = NULL;
    hir_indexing how = hir_ref_indexing(f, ref, &by);
    if (index)
        *index = by;
    return (lathe_hir_indexing)how;
}

LLVMValueRef lathe_ddref_llvm(const RegDDRef *ref) {
    return ref->value;
}

static void ref_text(str *out, const hir *f, const void *ref) {
    hir_ref_text(f, ref, false, out);
}

char *lathe_ddref_text(const hir *f, const RegDDRef *ref) {
    return api_hir_give_text(f, ref, ref_text);
}

/* Temps in references. */

size_t lathe_ddref_blob_count(const RegDDRef *ref) {
    return ref->blob_ref_count;
}

BlobDDRef *lathe_ddref_blob_get(const RegDDRef *ref, size_t index) {
    return index < ref->blob_ref_count ? &ref->blob_refs[index] : NULL;
}

lathe_blob lathe_blob_ddref_blob(const BlobDDRef *ref) {
    return ref->blob;
}

unsigned lathe_blob_ddref_symbase(const BlobDDRef *ref) {
    return ref->symbase;
}

unsigned lathe_blob_ddref_level(const BlobDDRef *ref) {
    return ref->level;
}

RegDDRef *lathe_blob_ddref_parent(const BlobDDRef *ref) {
    return ref->parent;
}

unsigned lathe_ddref_find_blob_level(const RegDDRef *ref, lathe_blob blob) {
    return hir_find_blob_level(ref, blob);
}

unsigned lathe_ddref_find_max_blob_level(const hir *f, const RegDDRef *ref, const lathe_blob *blobs,
                                         size_t count) {
    hir_blob_list list = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(f->ctx, &list, blobs[i]);
    unsigned level = hir_find_max_blob_level(ref, &list);
    vec_free(f->ctx, &list);
    return level;
}

/* Canonical expressions. */

LLVMTypeRef lathe_canon_src_type(const CanonExpr *ce) {
    return ce->source;
}

LLVMTypeRef lathe_canon_dest_type(const CanonExpr *ce) {
    return ce->dest;
}

lathe_canon_cast lathe_canon_cast_of(const CanonExpr *ce) {
    switch (ce->cast) {
    case HIR_CAST_TRUNC:
        return LATHE_CANON_TRUNC;
    case HIR_CAST_ZEXT:
        return LATHE_CANON_ZEXT;
    case HIR_CAST_SEXT:
        return LATHE_CANON_SEXT;
    default:
        return LATHE_CANON_NO_CAST;
    }
}

static bool is_level(unsigned level) {
    return level >= 1 && level <= HIR_MAX_LEVEL;
}

bool lathe_canon_has_iv(const CanonExpr *ce, unsigned level) {
    return is_level(level) && hir_has_iv(ce, level);
}

int64_t lathe_canon_iv_coefficient(const CanonExpr *ce, unsigned level) {
    return is_level(level) ? hir_iv_at(ce, level).coefficient : 0;
}

lathe_blob lathe_canon_iv_blob(const CanonExpr *ce, unsigned level) {
    return is_level(level) ? hir_iv_at(ce, level).blob : 0;
}

size_t lathe_canon_blob_count(const CanonExpr *ce) {
    return ce->blob_count;
}

lathe_blob lathe_canon_blob_at(const CanonExpr *ce, size_t index) {
    return index < ce->blob_count ? ce->blobs[index].blob : 0;
}

int64_t lathe_canon_blob_coefficient(const CanonExpr *ce, size_t index) {
    return index < ce->blob_count ? ce->blobs[index].coefficient : 0;
}

int64_t lathe_canon_constant(const CanonExpr *ce) {
    return ce->constant;
}

int64_t lathe_canon_denominator(const CanonExpr *ce) {
    return ce->denominator;
}

bool lathe_canon_is_signed_division(const CanonExpr *ce) {
    return ce->denominator > 1 && ce->is_signed;
}

bool lathe_canon_is_exact(const CanonExpr *ce) {
    return ce->exact;
}

bool lathe_canon_is_constant(const CanonExpr *ce, int64_t *value) {
    int64_t constant;
    return hir_is_constant(ce, value ? value : &constant);
}

bool lathe_canon_is_self_blob(const hir *f, const CanonExpr *ce) {
    return hir_is_self_blob(f, ce);
}

unsigned lathe_canon_defined_at_level(const CanonExpr *ce) {
    return ce->defined_at;
}

bool lathe_canon_is_linear_at_level(const CanonExpr *ce, unsigned level) {
    return hir_is_linear_at(ce, level);
}

bool lathe_canon_is_invariant_at_level(const CanonExpr *ce, unsigned level) {
    return hir_is_invariant_at(ce, level);
}

bool lathe_canon_mergeable(const CanonExpr *a, const CanonExpr *b) {
    return hir_canon_mergeable(a, b);
}

bool lathe_canon_equal(const CanonExpr *a, const CanonExpr *b) {
    return hir_canon_equal(a, b);
}

size_t lathe_canon_collect_temp_blobs(const hir *f, const CanonExpr *ce, lathe_blob *blobs,
                                      size_t room) {
    hir_blob_list list = {0};
    hir_canon_collect_temp_blobs(f, ce, &list);
    size_t count = list.len;
    for (size_t i = 0; i < count && i < room; i++)
        blobs[i] = list.at[i];
    vec_free(f->ctx, &list);
    return count;
}

static void canon_text(str *out, const hir *f, const void *ce) {
    hir_canon_text(f, ce, false, out);
}

char *lathe_canon_text(const hir *f, const CanonExpr *ce) {
    return api_hir_give_text(f, ce, canon_text);
}

/* Blobs. */

static const hir_blob_info *blob_at(const hir *f, lathe_blob blob) {
    static const hir_blob_info none;
    return blob && blob < f->blobs.len ? hir_blob_at(f, blob) : &none;
}

lathe_blob_op lathe_blob_op_of(const hir *f, lathe_blob blob) {
    return (lathe_blob_op)blob_at(f, blob)->op;
}

LLVMTypeRef lathe_blob_type(const hir *f, lathe_blob blob) {
    return blob_at(f, blob)->type;
}

bool lathe_blob_is_temp(const hir *f, lathe_blob blob) {
    return lathe_blob_temp(f, blob) != 0;
}

lathe_temp lathe_blob_temp(const hir *f, lathe_blob blob) {
    const hir_blob_info *info = blob_at(f, blob);
    return info->op == BLOB_TEMP ? info->temp : 0;
}

bool lathe_blob_is_constant(const hir *f, lathe_blob blob, int64_t *value) {
    const hir_blob_info *info = blob_at(f, blob);
    bool is = info->op == BLOB_CONSTANT;
    if (is && value)
        *value = info->constant;
    return is;
}

size_t lathe_blob_operand_count(const hir *f, lathe_blob blob) {
    return blob_at(f, blob)->operand_count;
}

lathe_blob lathe_blob_operand(const hir *f, lathe_blob blob, size_t index) {
    const hir_blob_info *info = blob_at(f, blob);
    return index < info->operand_count ? info->operands[index] : 0;
}

unsigned lathe_blob_level(const hir *f, lathe_blob blob, const HLNode *region) {
    bool there = blob && blob < f->blobs.len && region->kind == HL_REGION;
    return there ? hir_blob_level(f, blob, (const HLRegion *)region) : 0;
}

static void blob_text(str *out, const hir *f, const void *blob) {
    hir_blob_text(f, *(const hir_blob *)blob, false, out);
}

char *lathe_blob_text(const hir *f, lathe_blob blob) {
    return blob && blob < f->blobs.len ? api_hir_give_text(f, &blob, blob_text) : NULL;
}

/* Temps. */

lathe_temp lathe_temp_find(const hir *f, const char *name) {
    return name ? hir_temp_named(f, name) : 0;
}

static const hir_temp_info *temp_at(const hir *f, lathe_temp temp) {
    static const hir_temp_info none;
    return temp && temp < f->temps.len ? hir_temp_at(f, temp) : &none;
}

const char *lathe_temp_name(const hir *f, lathe_temp temp) {
    return temp_at(f, temp)->name;
}

LLVMTypeRef lathe_temp_type(const hir *f, lathe_temp temp) {
    return temp_at(f, temp)->type;
}

unsigned lathe_temp_symbase(const hir *f, lathe_temp temp) {
    return temp_at(f, temp)->symbase;
}

unsigned lathe_temp_level(const hir *f, lathe_temp temp) {
    return temp_at(f, temp)->level;
}

LLVMValueRef lathe_temp_llvm(const hir *f, lathe_temp temp) {
    return temp_at(f, temp)->value;
}
