#include "ckpt/again.h"

#include "ckpt/externals.h"

static bool is_getter(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return false;
    const ckpt_external *e = ckpt_external_find(LLVMGetValueName(callee));
    return e && e->verdict == CKPT_EXT_AGAIN;
}

/* A getter, or the pointer that its memory holds. */
bool ckpt_is_again(LLVMValueRef inst) {
    if (LLVMIsALoadInst(inst) && LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMPointerTypeKind)
        inst = LLVMGetOperand(inst, 0);
    return LLVMIsAInstruction(inst) && is_getter(inst);
}

static void repeat(ckpt_fn *f, LLVMValueRef value) {
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) &&
            LLVMGetInstructionParent(user) != LLVMGetInstructionParent(value))
            vec_push(f->m->ctx, &users, user);
    }
    for (size_t i = 0; i < users.len; i++) {
        LLVMValueRef copy = LLVMInstructionClone(value);
        LLVMPositionBuilderBefore(f->b, users.at[i]);
        LLVMInsertIntoBuilder(f->b, copy);
        for (int o = 0, n = LLVMGetNumOperands(users.at[i]); o < n; o++)
            if (LLVMGetOperand(users.at[i], (unsigned)o) == value)
                LLVMSetOperand(users.at[i], (unsigned)o, copy);
    }
    vec_free(f->m->ctx, &users);
}

void ckpt_repeat_values(ckpt_fn *f) {
    VEC(LLVMValueRef) loads = {0}, getters = {0};
    ir_each_block (bb, f->fn)
        ir_each_inst (inst, bb)
            if (ckpt_is_again(inst) && LLVMIsALoadInst(inst))
                vec_push(f->m->ctx, &loads, inst);
    for (size_t i = 0; i < loads.len; i++)
        repeat(f, loads.at[i]);
    ir_each_block (bb, f->fn)
        ir_each_inst (inst, bb)
            if (is_getter(inst))
                vec_push(f->m->ctx, &getters, inst);
    for (size_t i = 0; i < getters.len; i++)
        repeat(f, getters.at[i]);
    vec_free(f->m->ctx, &loads);
    vec_free(f->m->ctx, &getters);
}

LLVMValueRef ckpt_again_escape(LLVMValueRef inst) {
    for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user) ||
            (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == inst))
            return user;
    }
    return NULL;
}
