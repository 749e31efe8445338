#include "ir/address.h"

ir_distance ir_gep_distance(LLVMTargetDataRef target, LLVMValueRef gep) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    ir_distance d = {.step_bytes = LLVMABISizeOfType(target, type)};
    uint64_t bytes = 0;
    for (unsigned i = 0; i < LLVMGetNumIndices(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i + 1);
        bool constant = LLVMIsAConstantInt(index);
        int64_t n = constant ? LLVMConstIntGetSExtValue(index) : 0;
        d.variable |= !constant;
        d.steps |= !constant && i == 0;
        if (i > 0 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            bytes += LLVMOffsetOfElement(target, type, (unsigned)n);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
            continue;
        }
        if (i > 0)
            type = LLVMGetElementType(type);
        bytes += (uint64_t)n * LLVMABISizeOfType(target, type);
    }
    d.constant = (int64_t)bytes;
    return d;
}
