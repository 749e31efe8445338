#include "dtrans/transform/apply.h"

#include "base/limits.h"

#include "ir/attr.h"
#include "ir/edit/edit_carry.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

typedef struct path {
    LLVMTypeRef type;
    LLVMValueRef indices[DTRANS_MAX_INDICES];
    unsigned count;
} path;

/* The same members under the new types. */
static bool new_path(const dtrans_plan *p, LLVMValueRef gep, path *to) {
    to->type = dtrans_new_type(p->layouts, LLVMGetGEPSourceElementType(gep));
    to->count = LLVMGetNumIndices(gep);
    if (to->count > DTRANS_MAX_INDICES) {
        ctx_fail(p->info->ctx, LATHE_GAVE_UP, "an address computation has more than %d indices",
                 DTRANS_MAX_INDICES);
        return false;
    }
    ir_gep_walk w = ir_gep_begin(gep);
    for (bool more = to->count; more; more = ir_gep_step(&w)) {
        const dtrans_change *change = w.member ? dtrans_change_of(p->layouts, w.in) : NULL;
        to->indices[w.steps] =
            change ? LLVMConstInt(LLVMTypeOf(w.index), change->element[w.field], false) : w.index;
    }
    return true;
}

static LLVMTypeRef byte_type(const dtrans_plan *p) {
    return LLVMInt8TypeInContext(p->info->m->llvm_ctx);
}

/* A field may now stand before the one it was computed from. */
static LLVMGEPNoWrapFlags flags_for(LLVMValueRef gep, int64_t distance) {
    LLVMGEPNoWrapFlags flags = LLVMGEPGetNoWrapFlags(gep);
    return distance < 0 ? flags & ~(unsigned)LLVMGEPFlagNUW : flags;
}

static LLVMValueRef long_int(const dtrans_plan *p, uint64_t value) {
    return LLVMConstInt(LLVMInt64TypeInContext(p->info->m->llvm_ctx), value, true);
}

LLVMValueRef dtrans_new_address(const dtrans_plan *p, const dtrans_edit *edit, LLVMValueRef base) {
    LLVMValueRef old = edit->at;
    path to;
    if (edit->kind == EDIT_ERASE)
        return LLVMGetPoison(LLVMTypeOf(old));
    if (edit->kind == EDIT_OFFSET) {
        LLVMValueRef bytes = long_int(p, edit->to);
        return LLVMConstGEPWithNoWrapFlags(byte_type(p), base, &bytes, 1,
                                           flags_for(old, (int64_t)edit->to));
    }
    if (!new_path(p, old, &to))
        return old;
    return LLVMConstGEPWithNoWrapFlags(to.type, base, to.indices, to.count,
                                       LLVMGEPGetNoWrapFlags(old));
}

static void erase(LLVMValueRef inst) {
    if (LLVMGetFirstUse(inst))
        LLVMReplaceAllUsesWith(inst, LLVMGetPoison(LLVMTypeOf(inst)));
    LLVMInstructionEraseFromParent(inst);
}

static void apply_path(const dtrans_plan *p, LLVMBuilderRef b, LLVMValueRef gep) {
    path to;
    if (new_path(p, gep, &to))
        ir_carry_and_replace(gep, LLVMBuildGEPWithNoWrapFlags(b, to.type, LLVMGetOperand(gep, 0),
                                                              to.indices, to.count, "",
                                                              LLVMGEPGetNoWrapFlags(gep)));
}

static void apply_offset(const dtrans_plan *p, LLVMBuilderRef b, const dtrans_edit *e) {
    LLVMValueRef bytes = long_int(p, e->to);
    ir_carry_and_replace(e->at, LLVMBuildGEPWithNoWrapFlags(b, byte_type(p),
                                                            LLVMGetOperand(e->at, 0), &bytes, 1, "",
                                                            flags_for(e->at, (int64_t)e->to)));
}

static void apply_step(const dtrans_plan *p, LLVMBuilderRef b, const dtrans_edit *e) {
    LLVMValueRef index = LLVMGetOperand(e->at, 1);
    if (e->from != 1)
        index = LLVMBuildExactSDiv(b, index, LLVMConstInt(LLVMTypeOf(index), e->from, false), "");
    LLVMTypeRef element = LLVMArrayType2(byte_type(p), e->to);
    ir_carry_and_replace(e->at,
                         LLVMBuildGEPWithNoWrapFlags(b, element, LLVMGetOperand(e->at, 0), &index,
                                                     1, "", LLVMGEPGetNoWrapFlags(e->at)));
}

/* n * sizeof: a product by a multiple of the old size needs no division. */
LLVMValueRef dtrans_scaled(LLVMBuilderRef b, LLVMValueRef value, uint64_t from, uint64_t to) {
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMIsAConstantInt(value))
        return LLVMConstInt(type, LLVMConstIntGetZExtValue(value) / from * to, false);
    if (LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMMul) {
        LLVMValueRef factor = LLVMGetOperand(value, 1);
        uint64_t n = LLVMIsAConstantInt(factor) ? LLVMConstIntGetZExtValue(factor) : 1;
        if (n % from == 0)
            return LLVMBuildMul(b, LLVMGetOperand(value, 0),
                                LLVMConstInt(type, n / from * to, false), "");
    }
    if (LLVMIsATruncInst(value))
        return LLVMBuildTrunc(b, dtrans_scaled(b, LLVMGetOperand(value, 0), from, to), type, "");
    LLVMValueRef count = LLVMBuildExactUDiv(b, value, LLVMConstInt(type, from, false), "");
    return LLVMBuildMul(b, count, LLVMConstInt(type, to, false), "");
}

/* A by-value argument is aligned as its type is, which caller and callee must agree on. */
static uint64_t align_for(const dtrans_plan *p, const dtrans_edit *e) {
    LLVMAttributeRef byval = ir_attr_get(e->at, e->operand, "byval");
    if (!byval)
        return e->to;
    LLVMTypeRef type = dtrans_new_type(p->layouts, LLVMGetTypeAttributeValue(byval));
    return ir_abi_align(p->layouts->target, type);
}

static void apply_strip(const dtrans_plan *p, const dtrans_edit *e) {
    static const char *const facts[] = {"dereferenceable", "dereferenceable_or_null",
                                        "initializes"};
    bool keep = dtrans_has_rule(p->without, RULE_ATTRIBUTES);
    for (size_t i = 0; !keep && i < sizeof facts / sizeof *facts; i++)
        ir_attr_remove(e->at, e->operand, facts[i]);
    uint64_t most = align_for(p, e);
    LLVMAttributeRef old = ir_attr_get(e->at, e->operand, "align");
    if (!old || LLVMGetEnumAttributeValue(old) <= most || dtrans_has_rule(p->without, RULE_ALIGN))
        return;
    ir_attr_remove(e->at, e->operand, "align");
    ir_attr_add(e->at, e->operand, "align", most);
}

static void apply_forget(const dtrans_plan *p, LLVMValueRef inst) {
    static const char *const kinds[] = {"tbaa.struct", "align", "dereferenceable",
                                        "dereferenceable_or_null"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        LLVMSetMetadata(inst, ir_md_kind(p->info->m->llvm_ctx, kinds[i]), NULL);
}

static void apply_retype(const dtrans_plan *p, LLVMBuilderRef b, const dtrans_edit *e) {
    LLVMTypeRef type = dtrans_new_type(p->layouts, e->value_type);
    if (e->to != 1)
        type = LLVMArrayType2(type, e->to);
    LLVMValueRef new = LLVMBuildAlloca(b, type, "");
    unsigned align = ir_abi_align(p->layouts->target, type);
    LLVMSetAlignment(new, LLVMGetAlignment(e->at) > align ? LLVMGetAlignment(e->at) : align);
    ir_carry_and_replace(e->at, new);
}

static void apply_edit(const dtrans_plan *p, LLVMBuilderRef b, const dtrans_edit *e) {
    if (LLVMIsAInstruction(e->at))
        LLVMPositionBuilderBefore(b, e->at);
    LLVMValueRef operand = NULL;
    if (e->kind == EDIT_SCALE || e->kind == EDIT_NUMBER || e->kind == EDIT_ADD)
        operand = LLVMGetOperand(e->at, e->operand);
    switch (e->kind) {
    case EDIT_PATH:
        apply_path(p, b, e->at);
        break;
    case EDIT_OFFSET:
        apply_offset(p, b, e);
        break;
    case EDIT_STEP:
        apply_step(p, b, e);
        break;
    case EDIT_SCALE:
        LLVMSetOperand(e->at, e->operand, dtrans_scaled(b, operand, e->from, e->to));
        break;
    case EDIT_NUMBER:
        LLVMSetOperand(e->at, e->operand, LLVMConstInt(LLVMTypeOf(operand), e->to, false));
        break;
    case EDIT_ADD:
        LLVMSetOperand(
            e->at, e->operand,
            LLVMBuildAdd(b, operand, LLVMConstInt(LLVMTypeOf(operand), e->to, true), ""));
        break;
    case EDIT_ALIGN:
        LLVMSetAlignment(e->at, (unsigned)e->to);
        break;
    case EDIT_STRIP:
        apply_strip(p, e);
        break;
    case EDIT_FORGET:
        apply_forget(p, e->at);
        break;
    case EDIT_VALUE:
        ir_replace_inst(e->at, e->value);
        break;
    case EDIT_PIECES:
        dtrans_apply_pieces(p, b, e);
        break;
    case EDIT_RETYPE:
        apply_retype(p, b, e);
        break;
    case EDIT_ERASE:
        erase(e->at);
        break;
    }
}

void dtrans_apply_edits(const dtrans_plan *p) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(p->info->m->llvm_ctx);
    for (size_t i = 0; i < p->edits.len && ctx_tick(p->info->ctx, 1); i++)
        if (!p->edits.at[i].constant && !dtrans_has_rule(p->without, p->edits.at[i].rule))
            apply_edit(p, b, &p->edits.at[i]);
    LLVMDisposeBuilder(b);
}
