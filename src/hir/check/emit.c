#include "hir/check/emit.h"

static LLVMValueRef emit_blob(const hir_emitter *e, hir_blob b);

static LLVMValueRef constant(LLVMTypeRef type, int64_t value) {
    return LLVMConstInt(type, (uint64_t)value, true);
}

static LLVMTypeRef number_type(const hir_emitter *e, LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? hir_index_type(e->h) : type;
}

/* The low bits, or as many more as are needed. */
static LLVMValueRef resized(const hir_emitter *e, LLVMValueRef v, LLVMTypeRef type) {
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
        v = LLVMBuildPtrToInt(e->builder, v, hir_index_type(e->h), "");
    return LLVMTypeOf(v) == type ? v : LLVMBuildIntCast2(e->builder, v, type, false, "");
}

static LLVMValueRef extremum(const hir_emitter *e, hir_blob_op op, LLVMValueRef x, LLVMValueRef y) {
    LLVMIntPredicate p = op == BLOB_SMIN   ? LLVMIntSLT
                         : op == BLOB_SMAX ? LLVMIntSGT
                         : op == BLOB_UMIN ? LLVMIntULT
                                           : LLVMIntUGT;
    LLVMValueRef better = LLVMBuildICmp(e->builder, p, x, y, "");
    return LLVMBuildSelect(e->builder, better, x, y, "");
}

static LLVMValueRef combine(const hir_emitter *e, hir_blob_op op, LLVMValueRef x, LLVMValueRef y) {
    switch (op) {
    case BLOB_ADD:
        return LLVMBuildAdd(e->builder, x, y, "");
    case BLOB_MUL:
        return LLVMBuildMul(e->builder, x, y, "");
    case BLOB_UDIV:
        return LLVMBuildUDiv(e->builder, x, y, "");
    case BLOB_SDIV:
        return LLVMBuildSDiv(e->builder, x, y, "");
    default:
        return extremum(e, op, x, y);
    }
}

static LLVMValueRef emit_cast(const hir_emitter *e, const hir_blob_info *info, LLVMValueRef v) {
    switch (info->op) {
    case BLOB_TRUNC:
        return LLVMBuildTrunc(e->builder, v, info->type, "");
    case BLOB_ZEXT:
        return LLVMBuildZExt(e->builder, v, info->type, "");
    case BLOB_SEXT:
        return LLVMBuildSExt(e->builder, v, info->type, "");
    default:
        return resized(e, v, info->type);
    }
}

/* Its depth is bounded, see hir_blob_info. */
static LLVMValueRef emit_blob(const hir_emitter *e, hir_blob b) {
    const hir_blob_info info = *hir_blob_at(e->h, b);
    if (info.op == BLOB_TEMP)
        return e->temp(e->data, info.temp);
    if (info.op == BLOB_CONSTANT)
        return constant(number_type(e, info.type), info.constant);
    LLVMValueRef all = emit_blob(e, info.operands[0]);
    if (all && info.op >= BLOB_TRUNC)
        return emit_cast(e, &info, all);
    for (uint32_t i = 1; all && i < info.operand_count; i++) {
        LLVMValueRef next = emit_blob(e, info.operands[i]);
        all = next ? combine(e, info.op, all, next) : NULL;
    }
    return all;
}

static LLVMValueRef emit_term(const hir_emitter *e, LLVMTypeRef type, int64_t coefficient,
                              LLVMValueRef factor, hir_blob b) {
    LLVMValueRef v = constant(type, coefficient);
    LLVMValueRef blob = b ? emit_blob(e, b) : NULL;
    if ((b && !blob) || !factor)
        return NULL;
    if (b)
        v = LLVMBuildMul(e->builder, v, resized(e, blob, type), "");
    return LLVMBuildMul(e->builder, v, resized(e, factor, type), "");
}

static LLVMValueRef emit_sum(const hir_emitter *e, const CanonExpr *ce, LLVMTypeRef type) {
    LLVMValueRef sum = constant(type, ce->constant);
    for (uint32_t i = 0; sum && i < ce->iv_count; i++) {
        if (!ce->ivs[i].coefficient)
            continue;
        LLVMValueRef term = emit_term(e, type, ce->ivs[i].coefficient, e->iteration(e->data, i + 1),
                                      ce->ivs[i].blob);
        sum = term ? LLVMBuildAdd(e->builder, sum, term, "") : NULL;
    }
    for (uint32_t i = 0; sum && i < ce->blob_count; i++) {
        LLVMValueRef term =
            emit_term(e, type, ce->blobs[i].coefficient, constant(type, 1), ce->blobs[i].blob);
        sum = term ? LLVMBuildAdd(e->builder, sum, term, "") : NULL;
    }
    return sum;
}

LLVMValueRef hir_emit_canon(const hir_emitter *e, const CanonExpr *ce) {
    if (hir_width(e->h, ce->source) == 0 || hir_is_self_blob(e->h, ce))
        return ce->blob_count == 1 ? emit_blob(e, ce->blobs[0].blob) : NULL;
    LLVMTypeRef type = number_type(e, ce->source);
    LLVMValueRef v = emit_sum(e, ce, type);
    if (v && ce->denominator > 1)
        v = combine(e, ce->is_signed ? BLOB_SDIV : BLOB_UDIV, v, constant(type, ce->denominator));
    if (!v || ce->cast == HIR_CAST_NONE)
        return v;
    hir_blob_info cast = {.op = ce->cast == HIR_CAST_TRUNC  ? BLOB_TRUNC
                                : ce->cast == HIR_CAST_ZEXT ? BLOB_ZEXT
                                                            : BLOB_SEXT,
                          .type = ce->dest};
    return emit_cast(e, &cast, v);
}

static LLVMValueRef emit_offset(const hir_emitter *e, const RegDDRef *ref) {
    LLVMValueRef sum = constant(hir_index_type(e->h), 0);
    for (uint32_t d = 0; sum && d < ref->dimensions; d++) {
        LLVMValueRef index = hir_emit_canon(e, ref->subscripts[d]);
        LLVMValueRef stride = emit_blob(e, ref->strides[d]);
        sum = index && stride
                  ? LLVMBuildAdd(e->builder, sum, LLVMBuildMul(e->builder, index, stride, ""), "")
                  : NULL;
    }
    return sum;
}

LLVMValueRef hir_emit_address(const hir_emitter *e, const RegDDRef *ref) {
    LLVMValueRef base = hir_emit_canon(e, ref->base), offset = emit_offset(e, ref);
    if (!base || !offset)
        return NULL;
    return LLVMBuildAdd(e->builder, resized(e, base, hir_index_type(e->h)), offset, "");
}

LLVMValueRef hir_emit_pointer(const hir_emitter *e, const RegDDRef *ref) {
    LLVMValueRef base = hir_emit_canon(e, ref->base), offset = emit_offset(e, ref);
    LLVMTypeRef byte = LLVMInt8TypeInContext(e->h->m->llvm_ctx);
    return base && offset ? LLVMBuildGEP2(e->builder, byte, base, &offset, 1, "") : NULL;
}
