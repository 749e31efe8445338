/* Where the new code meets what is around the region. */
#include "hir/lower/lowerer.h"

#include "ir/edit/phi.h"

static LLVMValueRef out_value(hir_lowerer *l, LLVMValueRef v) {
    for (size_t i = 0; i < l->region->outs.len; i++)
        if (l->region->outs.at[i].value == v)
            return hir_l_temp(l, l->region->outs.at[i].temp);
    return v;
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef from) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

void hir_l_exit(hir_lowerer *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LLVMBasicBlockRef now = LLVMGetInsertBlock(l->builder);
    ir_each_inst (phi, to) {
        if (!LLVMIsAPHINode(phi))
            break;
        LLVMValueRef v = incoming_from(phi, from);
        v = v ? out_value(l, v) : NULL;
        if (!v)
            ctx_fail(l->ctx, LATHE_INTERNAL, "an exit of '%s' cannot be lowered", l->h->function);
        else
            LLVMAddIncoming(phi, &v, &now, 1);
    }
    LLVMBuildBr(l->builder, to);
}

/* One operand that is used after the region is read from its temp there. PHIs whose edge comes
 * from the region have got their value with the new edge. */
static void replace_use(hir_lowerer *l, LLVMValueRef user, unsigned operand, hir_out out) {
    LLVMValueRef before = user;
    if (LLVMGetOperand(user, operand) != out.value)
        return;
    if (LLVMIsAPHINode(user)) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(user, operand);
        if (map_find(&l->old, from))
            return;
        before = LLVMGetBasicBlockTerminator(from);
    }
    LLVMPositionBuilderBeforeInstrAndDbgRecords(l->builder, before);
    LLVMValueRef v = hir_l_temp(l, out.temp);
    if (v)
        LLVMSetOperand(user, operand, v);
}

static void replace_out(hir_lowerer *l, hir_out out) {
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(out.value); use; use = LLVMGetNextUse(use))
        vec_push(l->ctx, &users, LLVMGetUser(use));
    for (size_t u = 0; u < users.len; u++) {
        unsigned count = (unsigned)LLVMGetNumOperands(users.at[u]);
        if (map_find(&l->old, LLVMGetInstructionParent(users.at[u])))
            continue;
        for (unsigned i = 0; i < count; i++)
            replace_use(l, users.at[u], i, out);
    }
    vec_free(l->ctx, &users);
}

void hir_l_replace_outs(hir_lowerer *l, const HLRegion *region) {
    hir_l_place(l, NULL);
    for (size_t i = 0; i < region->outs.len && ctx_tick(l->ctx, 1); i++)
        replace_out(l, region->outs.at[i]);
}

/* The PHI without what comes from old blocks. */
static void drop_incoming(hir_lowerer *l, LLVMValueRef phi) {
    VEC(LLVMValueRef) values = {0};
    VEC(LLVMBasicBlockRef) blocks = {0};
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        if (map_find(&l->old, from))
            continue;
        vec_push(l->ctx, &values, LLVMGetIncomingValue(phi, i));
        vec_push(l->ctx, &blocks, from);
    }
    if (values.len < count && ctx_ok(l->ctx))
        ir_phi_rebuild(l->builder, phi, values.at, blocks.at, (unsigned)values.len);
    vec_free(l->ctx, &values);
    vec_free(l->ctx, &blocks);
}

static void drop_edges(hir_lowerer *l, LLVMBasicBlockRef to) {
    LLVMValueRef next;
    if (map_find(&l->old, to))
        return;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi); phi = next) {
        next = LLVMGetNextInstruction(phi);
        drop_incoming(l, phi);
    }
}

/* After this nothing uses what is in the block, and it uses no other block. Instructions go with
 * the block: if its last one went alone, LLVM would keep the debug records before it for whatever
 * block is next at that address. */
static void cut_off(hir_lowerer *l, LLVMBasicBlockRef block) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    ir_each_inst (inst, block)
        if (LLVMGetFirstUse(inst))
            LLVMReplaceAllUsesWith(inst, LLVMGetPoison(LLVMTypeOf(inst)));
    LLVMPositionBuilderAtEnd(l->builder, block);
    LLVMBuildUnreachable(l->builder);
    LLVMInstructionEraseFromParent(last);
}

void hir_l_drop_blocks(hir_lowerer *l, const HLRegion *region) {
    for (size_t i = 0; i < region->blocks.len && ctx_tick(l->ctx, 1); i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(region->blocks.at[i]);
        unsigned count = LLVMGetNumSuccessors(last);
        for (unsigned s = 0; s < count; s++)
            drop_edges(l, LLVMGetSuccessor(last, s));
    }
    for (size_t i = 0; i < region->blocks.len && ctx_ok(l->ctx); i++)
        cut_off(l, region->blocks.at[i]);
    for (size_t i = 0; i < region->blocks.len && ctx_ok(l->ctx); i++)
        LLVMDeleteBasicBlock(region->blocks.at[i]);
}
