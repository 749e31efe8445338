/* Attributes that name a type (byval, sret, elementtype, inalloca, preallocated, byref) under a
 * type map, on functions and on call sites. */
#include "ir/map/valuemap.h"

void map_fn_attributes(ir_valuemap *v, LLVMValueRef fn) {
    unsigned params = LLVMCountParams(fn);
    for (LLVMAttributeIndex at = LLVMAttributeReturnIndex; at <= params; at++) {
        unsigned count = LLVMGetAttributeCountAtIndex(fn, at);
        LLVMAttributeRef attrs[count + 1];
        LLVMGetAttributesAtIndex(fn, at, attrs);
        for (unsigned i = 0; i < count; i++) {
            if (!LLVMIsTypeAttribute(attrs[i]))
                continue;
            LLVMTypeRef old = LLVMGetTypeAttributeValue(attrs[i]), type = map_type(v, old);
            unsigned kind = LLVMGetEnumAttributeKind(attrs[i]);
            if (type == old)
                continue;
            LLVMRemoveEnumAttributeAtIndex(fn, at, kind);
            LLVMAddAttributeAtIndex(fn, at, LLVMCreateTypeAttribute(v->m->llvm_ctx, kind, type));
        }
    }
}

void map_call_attributes(ir_valuemap *v, LLVMValueRef call) {
    unsigned args = LLVMGetNumArgOperands(call);
    for (LLVMAttributeIndex at = LLVMAttributeReturnIndex; at <= args; at++) {
        unsigned count = LLVMGetCallSiteAttributeCount(call, at);
        LLVMAttributeRef attrs[count + 1];
        LLVMGetCallSiteAttributes(call, at, attrs);
        for (unsigned i = 0; i < count; i++) {
            if (!LLVMIsTypeAttribute(attrs[i]))
                continue;
            LLVMTypeRef old = LLVMGetTypeAttributeValue(attrs[i]), type = map_type(v, old);
            unsigned kind = LLVMGetEnumAttributeKind(attrs[i]);
            if (type == old)
                continue;
            LLVMRemoveCallSiteEnumAttribute(call, at, kind);
            LLVMAddCallSiteAttribute(call, at, LLVMCreateTypeAttribute(v->m->llvm_ctx, kind, type));
        }
    }
}
