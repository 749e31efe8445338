/* Operations that were not in the code: made by hand, or read from text. They are what LLVM has for
 * their opcode, without any flag. */
#include "hir/lower/lowerer.h"

/* A type, or the type of a vector's elements. */
static LLVMTypeKind kind_of(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool vector = kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
    return vector ? LLVMGetTypeKind(LLVMGetElementType(type)) : kind;
}

static bool is_whole(LLVMTypeRef type) {
    return kind_of(type) == LLVMIntegerTypeKind;
}

static bool is_real(LLVMTypeRef type) {
    LLVMTypeKind kind = kind_of(type);
    return kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind || kind == LLVMFloatTypeKind ||
           kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind;
}

static bool is_ordered(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
}

static bool is_whole_operation(LLVMOpcode op) {
    return op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMUDiv || op == LLVMSDiv ||
           op == LLVMURem || op == LLVMSRem || op == LLVMShl || op == LLVMLShr || op == LLVMAShr ||
           op == LLVMAnd || op == LLVMOr || op == LLVMXor;
}

static bool is_real_operation(LLVMOpcode op) {
    return op == LLVMFAdd || op == LLVMFSub || op == LLVMFMul || op == LLVMFDiv || op == LLVMFRem;
}

/* Casts of numbers that are no vectors. */
static bool can_cast(const hir *h, LLVMOpcode op, LLVMTypeRef from, LLVMTypeRef to) {
    LLVMTypeKind source = LLVMGetTypeKind(from), dest = LLVMGetTypeKind(to);
    bool whole = source == LLVMIntegerTypeKind && dest == LLVMIntegerTypeKind;
    if (source == LLVMVectorTypeKind || dest == LLVMVectorTypeKind)
        return false;
    switch (op) {
    case LLVMTrunc:
        return whole && hir_width(h, from) > hir_width(h, to) && hir_width(h, to);
    case LLVMZExt:
    case LLVMSExt:
        return whole && hir_width(h, from) && hir_width(h, from) < hir_width(h, to);
    case LLVMFPTrunc:
        return source == LLVMDoubleTypeKind && dest == LLVMFloatTypeKind;
    case LLVMFPExt:
        return source == LLVMFloatTypeKind && dest == LLVMDoubleTypeKind;
    case LLVMFPToSI:
    case LLVMFPToUI:
        return is_real(from) && is_whole(to);
    case LLVMSIToFP:
    case LLVMUIToFP:
        return is_whole(from) && is_real(to);
    default:
        return false;
    }
}

static bool is_cast(LLVMOpcode op) {
    return op == LLVMTrunc || op == LLVMZExt || op == LLVMSExt || op == LLVMFPTrunc ||
           op == LLVMFPExt || op == LLVMFPToSI || op == LLVMFPToUI || op == LLVMSIToFP ||
           op == LLVMUIToFP;
}

static bool is_truth(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

static bool can_select(const HLInst *inst, LLVMTypeRef *types) {
    uint32_t sides = inst->compares ? 2 : 1;
    bool decides = inst->compares ? types[1] == types[2] &&
                                        (inst->is_float ? is_real(types[1]) : is_ordered(types[1]))
                                  : is_truth(types[1]);
    return decides && inst->node.ref_count == sides + 3 && types[0] == types[sides + 1] &&
           types[0] == types[sides + 2];
}

bool hir_can_make(const hir *h, const HLInst *inst) {
    LLVMTypeRef types[5];
    uint32_t count = inst->node.ref_count;
    if (!inst->has_lval || count < 2 || count > 5 || inst->text)
        return false;
    for (uint32_t i = 0; i < count; i++)
        types[i] = inst->node.refs[i]->type;
    LLVMOpcode op = inst->opcode;
    if (!op || op == LLVMLoad || op == LLVMStore || op == LLVMFreeze || op == LLVMGetElementPtr)
        return count == 2 && types[0] == types[1];
    if (op == LLVMFNeg)
        return count == 2 && types[0] == types[1] && is_real(types[0]);
    if (is_cast(op))
        return count == 2 && can_cast(h, op, types[1], types[0]);
    if (op == LLVMSelect)
        return can_select(inst, types);
    if (count != 3 || types[1] != types[2])
        return false;
    if (op == LLVMICmp || op == LLVMFCmp)
        return is_truth(types[0]) && (op == LLVMFCmp ? is_real(types[1]) : is_ordered(types[1]));
    return types[0] == types[1] && ((is_whole_operation(op) && is_whole(types[0])) ||
                                    (is_real_operation(op) && is_real(types[0])));
}

static LLVMValueRef make_comparison(hir_lowerer *l, const HLInst *inst, LLVMValueRef *read) {
    return inst->is_float ? LLVMBuildFCmp(l->builder, inst->real_predicate, read[0], read[1], "")
                          : LLVMBuildICmp(l->builder, inst->predicate, read[0], read[1], "");
}

LLVMValueRef hir_l_make(hir_lowerer *l, const HLInst *inst) {
    LLVMValueRef read[4] = {0};
    LLVMOpcode op = inst->opcode;
    if (!hir_can_make(l->h, inst))
        return NULL;
    for (uint32_t i = 0; i + 1 < inst->node.ref_count; i++)
        if (!(read[i] = hir_l_ref(l, inst->node.refs[i + 1])))
            return NULL;
    if (op == LLVMFreeze)
        return LLVMBuildFreeze(l->builder, read[0], "");
    if (op == LLVMFNeg)
        return LLVMBuildFNeg(l->builder, read[0], "");
    if (is_cast(op))
        return LLVMBuildCast(l->builder, op, read[0], inst->node.refs[0]->type, "");
    if (op == LLVMICmp || op == LLVMFCmp)
        return make_comparison(l, inst, read);
    if (op == LLVMSelect && inst->compares)
        return LLVMBuildSelect(l->builder, make_comparison(l, inst, read), read[2], read[3], "");
    if (op == LLVMSelect)
        return LLVMBuildSelect(l->builder, read[0], read[1], read[2], "");
    return LLVMBuildBinOp(l->builder, op, read[0], read[1], "");
}
