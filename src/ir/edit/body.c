#include "ir/edit/body.h"

#include "base/vec.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

bool ir_body_can_copy(LLVMValueRef fn) {
    ir_each_block (bb, fn) {
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u))
            if (LLVMIsABlockAddress(LLVMGetUser(u)))
                return false;
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!last || LLVMIsAIndirectBrInst(last))
            return false;
    }
    return true;
}

static void put(map *values, LLVMValueRef from, LLVMValueRef to) {
    map_word *place = map_put(values, from);
    if (place)
        place->p = to;
}

static LLVMValueRef replacement(map *values, LLVMValueRef value) {
    LLVMValueRef found = map_get(values, value);
    return found ? found : value;
}

static void set_name(LLVMValueRef from, LLVMValueRef to) {
    size_t length;
    const char *name = LLVMGetValueName2(from, &length);
    if (length)
        LLVMSetValueName2(to, name, length);
}

/* The mark by which a debug record of the original finds the instruction goes too. */
static void drop_debug(LLVMValueRef inst) {
    LLVMInstructionSetDebugLoc(inst, NULL);
    LLVMSetMetadata(inst, ir_md_kind(LLVMGetValueContext(inst), "DIAssignID"), NULL);
}

static void copy_block(LLVMBuilderRef b, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                       map *values) {
    LLVMPositionBuilderAtEnd(b, to);
    ir_each_inst (inst, from) {
        LLVMValueRef copy;
        if (LLVMIsAPHINode(inst)) /* incoming blocks cannot be changed, so it is filled later */
            copy = LLVMBuildPhi(b, LLVMTypeOf(inst), "");
        else
            LLVMInsertIntoBuilder(b, copy = LLVMInstructionClone(inst));
        if (LLVMCanValueUseFastMathFlags(inst))
            LLVMSetFastMathFlags(copy, LLVMGetFastMathFlags(inst));
        drop_debug(copy);
        set_name(inst, copy);
        put(values, inst, copy);
    }
}

static void fill_phi(LLVMValueRef phi, LLVMValueRef copy, map *values) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef value = replacement(values, LLVMGetIncomingValue(phi, i));
        LLVMBasicBlockRef block = LLVMValueAsBasicBlock(
            replacement(values, LLVMBasicBlockAsValue(LLVMGetIncomingBlock(phi, i))));
        LLVMAddIncoming(copy, &value, &block, 1);
    }
}

static LLVMValueRef copied_operand(LLVMValueRef op, map *values) {
    if (!LLVMIsAValueAsMetadata(op))
        return replacement(values, op);
    LLVMValueRef inner;
    LLVMGetMDNodeOperands(op, &inner);
    LLVMValueRef to = replacement(values, inner);
    return to == inner ? op : LLVMMetadataAsValue(LLVMGetValueContext(to), LLVMValueAsMetadata(to));
}

static void redirect_operands(LLVMBasicBlockRef from, map *values) {
    ir_each_inst (inst, from) {
        LLVMValueRef copy = map_get(values, inst);
        if (!copy)
            return;
        if (LLVMIsAPHINode(inst)) {
            fill_phi(inst, copy, values);
            continue;
        }
        int count = LLVMGetNumOperands(copy);
        for (int i = 0; i < count; i++) {
            LLVMValueRef op = LLVMGetOperand(copy, (unsigned)i), to = copied_operand(op, values);
            if (to != op)
                LLVMSetOperand(copy, (unsigned)i, to);
        }
    }
}

bool ir_body_copy(lathe_ctx *ctx, LLVMValueRef from, LLVMValueRef to, map *values) {
    if (!ir_body_can_copy(from))
        return false;
    LLVMContextRef c = LLVMGetValueContext(from);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    ir_each_block (bb, from) {
        LLVMBasicBlockRef copy = LLVMAppendBasicBlockInContext(c, to, LLVMGetBasicBlockName(bb));
        put(values, LLVMBasicBlockAsValue(bb), LLVMBasicBlockAsValue(copy));
    }
    ir_each_block (bb, from) {
        LLVMValueRef copy = map_get(values, LLVMBasicBlockAsValue(bb));
        if (copy && ctx_tick(ctx, 1))
            copy_block(b, bb, LLVMValueAsBasicBlock(copy), values);
    }
    ir_each_block (bb, from)
        if (ctx_ok(ctx))
            redirect_operands(bb, values);
    LLVMDisposeBuilder(b);
    return ctx_ok(ctx);
}
