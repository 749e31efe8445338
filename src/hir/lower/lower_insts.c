/* Instructions: copies of the old ones that read their operands from refs. They stand where they
 * stood, or where the change to the tree was proven to be right, and compute what they computed; so
 * their flags, attributes and metadata hold. Only steps of sums in another order compute other
 * numbers on the way. */
#include "hir/lower/lowerer.h"

#include "ir/edit/edit_carry.h"
#include "ir/value.h"

#include <string.h>

static LLVMValueRef compare(hir_lowerer *l, bool is_float, LLVMIntPredicate predicate,
                            LLVMRealPredicate real, LLVMValueRef x, LLVMValueRef y) {
    if (!x || !y)
        return NULL;
    return is_float ? LLVMBuildFCmp(l->builder, real, x, y, "")
                    : LLVMBuildICmp(l->builder, predicate, x, y, "");
}

/* The comparison that the truth value was. */
static void carry_fast_math(LLVMValueRef truth, LLVMValueRef to) {
    if (truth && to && LLVMIsAFCmpInst(truth) && LLVMIsAFCmpInst(to))
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(truth));
}

static LLVMValueRef emit_select(hir_lowerer *l, const HLInst *inst) {
    LLVMValueRef read[4];
    for (uint32_t i = 0; i < 4; i++)
        if (!(read[i] = hir_l_ref(l, inst->node.refs[i + 1])))
            return NULL;
    LLVMValueRef truth =
        compare(l, inst->is_float, inst->predicate, inst->real_predicate, read[0], read[1]);
    carry_fast_math(LLVMGetOperand(inst->inst, 0), truth);
    LLVMValueRef select = LLVMBuildSelect(l->builder, truth, read[2], read[3], "");
    if (LLVMIsAInstruction(select))
        ir_carry_inst(inst->inst, select);
    return select;
}

static bool is_metadata(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMMetadataTypeKind;
}

/* The operand that a ref, counted from the first that is read, is for. */
static unsigned operand_of(const HLInst *inst, LLVMValueRef clone, uint32_t index) {
    if (inst->opcode == LLVMStore)
        return 1 - index;
    if (inst->opcode != LLVMCall || inst->callee)
        return index;
    return index == 0 ? (unsigned)LLVMGetNumOperands(clone) - 1 : index - 1;
}

static void drop_scopes(hir_lowerer *l, LLVMValueRef inst) {
    static const char *const kinds[] = {"alias.scope", "noalias"};
    for (size_t i = 0; i < 2; i++)
        LLVMSetMetadata(inst, ir_md_kind(l->m->llvm_ctx, kinds[i]), NULL);
}

/* In another order, sums on the way may wrap, overlap or be NaN. */
static void drop_flags(LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op == LLVMAdd || op == LLVMSub || op == LLVMMul) {
        LLVMSetNSW(inst, false);
        LLVMSetNUW(inst, false);
    }
    if (op == LLVMOr)
        LLVMSetIsDisjoint(inst, false);
    if (LLVMCanValueUseFastMathFlags(inst))
        LLVMSetFastMathFlags(inst,
                             LLVMGetFastMathFlags(inst) &
                                 ~(LLVMFastMathFlags)(LLVMFastMathNoNaNs | LLVMFastMathNoInfs));
}

static LLVMValueRef emit_clone(hir_lowerer *l, const HLInst *inst) {
    LLVMValueRef clone = LLVMInstructionClone(inst->inst);
    uint32_t first = inst->has_lval && inst->opcode != LLVMStore;
    bool done = true;
    for (uint32_t i = first; done && i < inst->node.ref_count; i++) {
        unsigned operand = operand_of(inst, clone, i - first);
        if (is_metadata(LLVMGetOperand(clone, operand)))
            continue;
        LLVMValueRef v = hir_l_ref(l, inst->node.refs[i]);
        done = v && LLVMTypeOf(v) == LLVMTypeOf(LLVMGetOperand(clone, operand));
        if (done)
            LLVMSetOperand(clone, operand, v);
    }
    LLVMInsertIntoBuilder(l->builder, clone);
    if (inst->reordered)
        drop_flags(clone);
    if (l->declares_scopes)
        drop_scopes(l, clone);
    if (inst->opcode == LLVMLoad || inst->opcode == LLVMStore)
        hir_l_add_scopes(l, inst->node.refs[inst->opcode == LLVMLoad], clone);
    if (LLVMGetTypeKind(LLVMTypeOf(clone)) != LLVMVoidTypeKind)
        ir_carry_name(inst->inst, clone);
    return done ? clone : NULL;
}

/* What was known of the access that the ref comes from: it is to the same location. */
static void carry_access(hir_lowerer *l, const RegDDRef *ref, LLVMValueRef to) {
    static const char *const kinds[] = {"tbaa", "alias.scope", "noalias"};
    LLVMValueRef from = ref->value;
    if (!from && ref->any_alignment)
        LLVMSetAlignment(to, 1);
    if (!from || !(LLVMIsALoadInst(from) || LLVMIsAStoreInst(from)))
        return;
    LLVMSetAlignment(to, LLVMGetAlignment(from));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        unsigned kind = ir_md_kind(l->m->llvm_ctx, kinds[i]);
        LLVMValueRef node = LLVMGetMetadata(from, kind);
        if (node)
            LLVMSetMetadata(to, kind, node);
    }
    if (l->declares_scopes)
        drop_scopes(l, to);
    hir_l_add_scopes(l, ref, to);
}

/* A load or store that a transform has made. */
static LLVMValueRef emit_access(hir_lowerer *l, const HLInst *inst) {
    bool loads = inst->opcode == LLVMLoad;
    const RegDDRef *place = inst->node.refs[loads ? 1 : 0];
    LLVMValueRef value = loads ? NULL : hir_l_ref(l, inst->node.refs[1]);
    LLVMValueRef pointer = hir_l_ref(l, place);
    if (!pointer || (!loads && (!value || LLVMTypeOf(value) != place->type)))
        return NULL;
    LLVMValueRef access = loads ? LLVMBuildLoad2(l->builder, place->type, pointer, "")
                                : LLVMBuildStore(l->builder, value, pointer);
    carry_access(l, place, access);
    return access;
}

static LLVMValueRef emit(hir_lowerer *l, const HLInst *inst) {
    if (!inst->inst && (inst->opcode == LLVMLoad || inst->opcode == LLVMStore))
        return emit_access(l, inst);
    if (!inst->opcode || (inst->opcode == LLVMGetElementPtr && !inst->text))
        return hir_l_ref(l, inst->node.refs[1]);
    if (!inst->inst)
        return hir_l_make(l, inst);
    if (inst->opcode == LLVMSelect && inst->compares)
        return emit_select(l, inst);
    return emit_clone(l, inst);
}

void hir_l_inst(hir_lowerer *l, const HLInst *inst) {
    hir_l_debug_at(l, inst->inst);
    hir_l_place(l, inst->inst);
    LLVMValueRef value = emit(l, inst);
    hir_l_debug_value(l, inst->inst, value);
    hir_temp t = inst->has_lval ? hir_ref_temp(l->h, inst->node.refs[0]) : 0;
    LLVMValueRef slot = t ? hir_l_slot(l, t) : NULL;
    if (!value || (t && (!slot || LLVMTypeOf(value) != hir_temp_at(l->h, t)->type)))
        ctx_fail(l->ctx, LATHE_INTERNAL, "an instruction of '%s' cannot be lowered",
                 l->h->function);
    else if (slot)
        LLVMBuildStore(l->builder, value, slot);
}

LLVMValueRef hir_l_compare(hir_lowerer *l, const HLIf *branch) {
    LLVMValueRef x = hir_l_ref(l, branch->node.refs[0]), y = hir_l_ref(l, branch->node.refs[1]);
    LLVMValueRef truth =
        compare(l, branch->is_float, branch->predicate, branch->real_predicate, x, y);
    if (branch->inst)
        carry_fast_math(LLVMGetCondition(branch->inst), truth);
    return truth;
}
