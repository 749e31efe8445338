#include "ir/edit/edit_carry.h"

#include "ir/value.h"

void ir_carry_and_replace(LLVMValueRef old, LLVMValueRef new) {
    if (LLVMIsAInstruction(new))
        ir_carry_inst(old, new);
    ir_replace_inst(old, new);
}

void ir_carry_call_attrs(LLVMValueRef from, LLVMAttributeIndex from_index, LLVMValueRef to,
                         LLVMAttributeIndex to_index) {
    unsigned count = LLVMGetCallSiteAttributeCount(from, from_index);
    LLVMAttributeRef attrs[count + 1];
    LLVMGetCallSiteAttributes(from, from_index, attrs);
    for (unsigned i = 0; i < count; i++)
        LLVMAddCallSiteAttribute(to, to_index, attrs[i]);
}

void ir_carry_fn_attrs(LLVMValueRef from, LLVMAttributeIndex from_index, LLVMValueRef to,
                       LLVMAttributeIndex to_index) {
    unsigned count = LLVMGetAttributeCountAtIndex(from, from_index);
    LLVMAttributeRef attrs[count + 1];
    LLVMGetAttributesAtIndex(from, from_index, attrs);
    for (unsigned i = 0; i < count; i++)
        LLVMAddAttributeAtIndex(to, to_index, attrs[i]);
}
