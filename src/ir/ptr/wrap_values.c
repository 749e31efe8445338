#include "ir/ptr/wrap_values.h"

#include "ir/value.h"

enum { MAX_SLICE = 256 };

void ptr_slice_add(ptr_slice *s, LLVMValueRef v) {
    for (size_t i = 0; i < s->at.len; i++)
        if (s->at.at[i] == v)
            return;
    if (s->at.len >= MAX_SLICE)
        s->overflow = true;
    else if (!vec_push(s->ctx, &s->at, v))
        s->overflow = true;
}

void ptr_slice_free(ptr_slice *s) {
    vec_free(s->ctx, &s->at);
}

bool ptr_is_plain_local(LLVMValueRef v) {
    if (!LLVMIsAAllocaInst(v))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool loads = LLVMIsALoadInst(user) && !LLVMGetVolatile(user);
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v &&
                      LLVMGetOperand(user, 0) != v && !LLVMGetVolatile(user);
        LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        bool marker = callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
                      LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMVoidTypeKind &&
                      LLVMGetNumArgOperands(user) == 1;
        if (!loads && !stores && !marker)
            return false;
    }
    return true;
}

LLVMValueRef ptr_direct_callee(LLVMValueRef call) {
    if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
        return NULL;
    LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(call));
    return f && LLVMGlobalGetValueType(f) == LLVMGetCalledFunctionType(call) ? f : NULL;
}

bool ptr_slice_sources(ptr_slice *s, LLVMValueRef v) {
    if (LLVMIsAPHINode(v)) {
        for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
            ptr_slice_add(s, LLVMGetIncomingValue(v, i));
        return true;
    }
    if (LLVMIsASelectInst(v)) {
        ptr_slice_add(s, LLVMGetOperand(v, 1));
        ptr_slice_add(s, LLVMGetOperand(v, 2));
        return true;
    }
    if (LLVMIsAFreezeInst(v) || LLVMIsABitCastInst(v)) {
        ptr_slice_add(s, LLVMGetOperand(v, 0));
        return true;
    }
    if (!LLVMIsALoadInst(v) || !ptr_is_plain_local(LLVMGetOperand(v, 0)))
        return false;
    LLVMValueRef local = LLVMGetOperand(v, 0);
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u))
        if (LLVMIsAStoreInst(LLVMGetUser(u)))
            ptr_slice_add(s, LLVMGetOperand(LLVMGetUser(u), 0));
    return true;
}

int ptr_parameter_of(lathe_ctx *ctx, LLVMValueRef fn, LLVMValueRef v) {
    ptr_slice s = {.ctx = ctx};
    LLVMValueRef found = NULL;
    bool single = true;
    ptr_slice_add(&s, v);
    for (size_t i = 0; single && i < s.at.len; i++) {
        LLVMValueRef x = s.at.at[i];
        if (LLVMIsAArgument(x)) {
            single = !found || found == x;
            found = x;
        } else if (LLVMIsAZExtInst(x) || LLVMIsASExtInst(x)) {
            ptr_slice_add(&s, LLVMGetOperand(x, 0));
        } else {
            single = ptr_slice_sources(&s, x);
        }
    }
    single = single && !s.overflow && found;
    ptr_slice_free(&s);
    for (unsigned i = 0; single && i < LLVMCountParams(fn); i++)
        if (LLVMGetParam(fn, i) == found)
            return (int)i;
    return -1;
}
