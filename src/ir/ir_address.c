#include "ir/ir_address.h"

#include "ir/size.h"
#include "ir/value.h"

#include <stddef.h>

ir_distance ir_gep_distance(LLVMTargetDataRef target, LLVMValueRef gep) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    ir_distance d = {.step_bytes = ir_abi_size(target, type)};
    uint64_t bytes = 0;
    for (unsigned i = 0; i < LLVMGetNumIndices(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i + 1);
        bool constant = LLVMIsAConstantInt(index);
        int64_t n = constant ? LLVMConstIntGetSExtValue(index) : 0;
        d.variable |= !constant;
        d.steps |= !constant && i == 0;
        if (i > 0 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            bytes += ir_offset_of(target, type, (unsigned)n);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
            continue;
        }
        if (i > 0)
            type = LLVMGetElementType(type);
        bytes += (uint64_t)n * ir_abi_size(target, type);
    }
    d.constant = (int64_t)bytes;
    return d;
}

ir_gep_walk ir_gep_begin(LLVMValueRef gep) {
    return (ir_gep_walk){.gep = gep,
                         .index = LLVMGetNumIndices(gep) ? LLVMGetOperand(gep, 1) : NULL,
                         .type = LLVMGetGEPSourceElementType(gep)};
}

bool ir_gep_step(ir_gep_walk *w) {
    if (w->steps + 1 >= LLVMGetNumIndices(w->gep))
        return false;
    w->index = LLVMGetOperand(w->gep, ++w->steps + 1);
    w->in = w->type;
    w->member = LLVMGetTypeKind(w->in) == LLVMStructTypeKind;
    w->field = w->member ? (unsigned)LLVMConstIntGetZExtValue(w->index) : 0;
    w->type = w->member ? LLVMStructGetTypeAtIndex(w->in, w->field) : LLVMGetElementType(w->in);
    return true;
}

enum { MAX_USES = 256 };

bool ir_is_only_accessed(LLVMValueRef pointer) {
    if (LLVMIsAGlobalVariable(pointer) && !ir_is_local(pointer))
        return false;
    LLVMValueRef work[MAX_USES];
    unsigned count = 0, seen = 0;
    work[count++] = pointer;
    while (count) {
        LLVMValueRef v = work[--count];
        for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            bool gep = LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == v;
            bool load = LLVMIsALoadInst(user) != NULL;
            bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != v;
            if (++seen > MAX_USES || (!gep && !load && !store) || (gep && count == MAX_USES))
                return false;
            if (gep)
                work[count++] = user;
        }
    }
    return true;
}
