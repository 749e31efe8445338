#include "ir/size.h"

/* LLVM calls a struct with scalable members sized only if all of them are of one such type, so its
 * first member decides. A target's own type may be laid out as a scalable vector. */
bool ir_has_fixed_size(LLVMTypeRef type) {
    if (!LLVMTypeIsSized(type))
        return false;
    for (;;) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind == LLVMScalableVectorTypeKind || kind == LLVMTargetExtTypeKind)
            return false;
        if (kind == LLVMArrayTypeKind)
            type = LLVMGetElementType(type);
        else if (kind == LLVMStructTypeKind && LLVMCountStructElementTypes(type))
            type = LLVMStructGetTypeAtIndex(type, 0);
        else
            return true;
    }
}

uint64_t ir_abi_size(LLVMTargetDataRef layout, LLVMTypeRef type) {
    return ir_has_fixed_size(type) ? LLVMABISizeOfType(layout, type) : 0;
}

uint64_t ir_store_size(LLVMTargetDataRef layout, LLVMTypeRef type) {
    return ir_has_fixed_size(type) ? LLVMStoreSizeOfType(layout, type) : 0;
}

uint64_t ir_bit_size(LLVMTargetDataRef layout, LLVMTypeRef type) {
    return ir_has_fixed_size(type) ? LLVMSizeOfTypeInBits(layout, type) : 0;
}

unsigned ir_abi_align(LLVMTargetDataRef layout, LLVMTypeRef type) {
    return LLVMTypeIsSized(type) ? LLVMABIAlignmentOfType(layout, type) : 1;
}

uint64_t ir_offset_of(LLVMTargetDataRef layout, LLVMTypeRef type, unsigned element) {
    return ir_has_fixed_size(type) ? LLVMOffsetOfElement(layout, type, element) : 0;
}

unsigned ir_element_at(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset) {
    return ir_has_fixed_size(type) ? LLVMElementAtOffset(layout, type, offset) : 0;
}
