/* Addresses as GEPs.
 *
 * What the IR promises is that the base and the address are in one object. That is `inbounds` for
 * one step from the base to the address. For several steps, one for each dimension, it takes that
 * no address on the way is outside: each subscript stays in its dimension, or all of them only lead
 * forwards. */
#include "hir/lower/emit.h"

#include "ir/size.h"
#include "ir/value.h"

enum { MAX_INDICES = 16 };

static bool is_zero(const CanonExpr *ce) {
    int64_t value;
    return hir_is_constant(ce, &value) && value == 0;
}

/* The only dimension, counted from 1, that leads anywhere; 0 if there are several or none. */
static uint32_t only_step(const RegDDRef *ref) {
    uint32_t only = 0;
    for (uint32_t d = 1; d <= ref->dimensions; d++) {
        if (is_zero(ref->subscripts[d - 1]))
            continue;
        if (only)
            return 0;
        only = d;
    }
    return only;
}

static LLVMTypeRef byte_type(const hir_emitter *e) {
    return LLVMInt8TypeInContext(e->h->m->llvm_ctx);
}

/* The type of what is accessed, if its elements have that distance; else so many bytes. */
static LLVMTypeRef element_type(const hir_emitter *e, const RegDDRef *ref, uint64_t stride) {
    bool sized = ir_has_fixed_size(ref->type);
    if (ref->kind == REF_MEMORY && sized && ir_abi_size(e->h->target, ref->type) == stride)
        return ref->type;
    return stride == 1 ? byte_type(e) : LLVMArrayType2(byte_type(e), stride);
}

/* Whether each dimension is a whole number of the next, so that types can say so. */
static bool are_nested(const hir_emitter *e, const RegDDRef *ref) {
    if (ref->dimensions > MAX_INDICES)
        return false;
    for (uint32_t d = 1; d <= ref->dimensions; d++) {
        int64_t stride = hir_dimension_const_stride(e->h, ref, d);
        int64_t inner = d == 1 ? 1 : hir_dimension_const_stride(e->h, ref, d - 1);
        if (stride <= 0 || stride % inner)
            return false;
    }
    return true;
}

static bool leads_forwards(const hir_emitter *e, const RegDDRef *ref) {
    for (uint32_t d = 0; d < ref->dimensions; d++)
        if (!hir_is_natural_blob(e, ref->strides[d]) || !hir_is_natural(e, ref->subscripts[d]))
            return false;
    return true;
}

static LLVMValueRef gep(const hir_emitter *e, LLVMTypeRef type, LLVMValueRef base,
                        LLVMValueRef *indices, unsigned count, unsigned flags) {
    return LLVMBuildGEPWithNoWrapFlags(e->builder, type, base, indices, count, "", flags);
}

/* How an address is written: in one step of bytes, in one of whole elements, which must not wrap
 * when they are counted in bytes, or in several. */
typedef enum way { BYTES, ELEMENTS, STEPS } way;

static unsigned flags_of(const hir_emitter *e, const RegDDRef *ref, way how) {
    if (!e->flags || !ref->same_object || (how != BYTES && !ref->adds_up))
        return 0;
    bool forwards = ref->adds_up && leads_forwards(e, ref);
    if (how == STEPS && !forwards && !ref->in_bounds)
        return 0;
    return LLVMGEPFlagInBounds | LLVMGEPFlagNUSW | (forwards ? (unsigned)LLVMGEPFlagNUW : 0);
}

static LLVMValueRef one_step(const hir_emitter *e, const RegDDRef *ref, LLVMValueRef base,
                             uint32_t dimension) {
    const CanonExpr *ce = ref->subscripts[dimension - 1];
    int64_t stride = hir_dimension_const_stride(e->h, ref, dimension);
    LLVMTypeRef type = element_type(e, ref, (uint64_t)stride);
    unsigned flags = flags_of(e, ref, ELEMENTS);
    LLVMValueRef parts[2], index;
    if (!flags && hir_emit_in_parts(e, ce, parts))
        return gep(e, type, gep(e, type, base, &parts[0], 1, 0), &parts[1], 1, 0);
    index = hir_emit_canon(e, ce);
    return index ? gep(e, type, base, &index, 1, flags) : NULL;
}

/* The outermost subscript steps over the pointer, the others into arrays. */
static LLVMValueRef nested_steps(const hir_emitter *e, const RegDDRef *ref, LLVMValueRef base) {
    LLVMValueRef indices[MAX_INDICES];
    LLVMTypeRef type = NULL;
    uint32_t count = 0, outermost = ref->dimensions;
    while (outermost > 1 && is_zero(ref->subscripts[outermost - 1]))
        outermost--;
    for (uint32_t d = 1; d <= outermost; d++) {
        uint64_t stride = (uint64_t)hir_dimension_const_stride(e->h, ref, d);
        uint64_t inner = d == 1 ? 0 : (uint64_t)hir_dimension_const_stride(e->h, ref, d - 1);
        type = d == 1 ? element_type(e, ref, stride) : LLVMArrayType2(type, stride / inner);
    }
    for (uint32_t d = outermost; d >= 1; d--) {
        indices[count] = hir_emit_canon(e, ref->subscripts[d - 1]);
        if (!indices[count++])
            return NULL;
    }
    return gep(e, type, base, indices, count, flags_of(e, ref, STEPS));
}

static LLVMValueRef emit_offset(const hir_emitter *e, const RegDDRef *ref) {
    LLVMValueRef sum = NULL;
    bool nsw = e->flags && ref->same_object && ref->adds_up && leads_forwards(e, ref);
    for (uint32_t d = ref->dimensions; d-- > 0;) {
        int64_t by;
        if (is_zero(ref->subscripts[d]))
            continue;
        LLVMValueRef index = hir_emit_canon(e, ref->subscripts[d]);
        LLVMValueRef stride = index ? hir_emit_blob(e, ref->strides[d]) : NULL;
        if (!stride)
            return NULL;
        if (!hir_is_constant_blob(e->h, ref->strides[d], &by) || by != 1)
            index = nsw ? LLVMBuildNSWMul(e->builder, index, stride, "")
                        : LLVMBuildMul(e->builder, index, stride, "");
        sum = !sum  ? index
              : nsw ? LLVMBuildNSWAdd(e->builder, sum, index, "")
                    : LLVMBuildAdd(e->builder, sum, index, "");
    }
    return sum ? sum : LLVMConstInt(hir_index_type(e->h), 0, false);
}

LLVMValueRef hir_emit_address(const hir_emitter *e, const RegDDRef *ref) {
    LLVMValueRef base = hir_emit_canon(e, ref->base);
    LLVMValueRef offset = base ? emit_offset(e, ref) : NULL;
    LLVMTypeRef index = hir_index_type(e->h);
    if (!offset)
        return NULL;
    if (ir_is_pointer(base))
        base = LLVMBuildPtrToInt(e->builder, base, index, "");
    return LLVMBuildAdd(e->builder, base, offset, "");
}

static bool is_nowhere(const RegDDRef *ref) {
    for (uint32_t d = 0; d < ref->dimensions; d++)
        if (!is_zero(ref->subscripts[d]))
            return false;
    return true;
}

/* What the table says of the outermost subscript: the row that the rest of the reference is in. */
static LLVMValueRef emit_row(const hir_emitter *e, const RegDDRef *ref) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->h->m->llvm_ctx, 0);
    unsigned tbaa = ir_md_kind(e->h->m->llvm_ctx, "tbaa");
    LLVMValueRef table = hir_emit_blob(e, ref->rows->table);
    LLVMValueRef index = table ? hir_emit_canon(e, ref->subscripts[ref->dimensions - 1]) : NULL;
    if (!index)
        return NULL;
    LLVMValueRef row =
        LLVMBuildLoad2(e->builder, pointer, gep(e, pointer, table, &index, 1, 0), "row");
    LLVMSetAlignment(row, LLVMGetAlignment(ref->rows->load));
    LLVMSetMetadata(row, tbaa, LLVMGetMetadata(ref->rows->load, tbaa));
    return row;
}

static LLVMValueRef pointer_from(const hir_emitter *e, const RegDDRef *ref, LLVMValueRef base) {
    uint32_t only = only_step(ref);
    if (!base || is_nowhere(ref))
        return base;
    bool promised = flags_of(e, ref, BYTES) != 0;
    if (only && hir_dimension_const_stride(e->h, ref, only) > 0 &&
        (!promised || flags_of(e, ref, ELEMENTS)))
        return one_step(e, ref, base, only);
    if (are_nested(e, ref) && (!promised || flags_of(e, ref, STEPS)))
        return nested_steps(e, ref, base);
    LLVMValueRef offset = emit_offset(e, ref);
    return offset ? gep(e, byte_type(e), base, &offset, 1, flags_of(e, ref, BYTES)) : NULL;
}

LLVMValueRef hir_emit_pointer(const hir_emitter *e, const RegDDRef *ref) {
    if (!ref->rows)
        return pointer_from(e, ref, hir_emit_canon(e, ref->base));
    RegDDRef in_row = *ref;
    in_row.dimensions--;
    return pointer_from(e, &in_row, emit_row(e, ref));
}
