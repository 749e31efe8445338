/* Attributes that name a type (byval, sret, elementtype, inalloca, preallocated, byref) under a
 * type map, on functions and on call sites. */
#include "ir/map/valuemap.h"

/* LLVM-C has one set of functions for what is on functions and one for call sites. */
typedef struct attribute_ops {
    unsigned (*count)(LLVMValueRef on, LLVMAttributeIndex at);
    void (*get)(LLVMValueRef on, LLVMAttributeIndex at, LLVMAttributeRef *attrs);
    void (*remove)(LLVMValueRef on, LLVMAttributeIndex at, unsigned kind);
    void (*add)(LLVMValueRef on, LLVMAttributeIndex at, LLVMAttributeRef attr);
} attribute_ops;

static void map_at(ir_valuemap *v, const attribute_ops *ops, LLVMValueRef on,
                   LLVMAttributeIndex at) {
    unsigned count = ops->count(on, at);
    LLVMAttributeRef attrs[count + 1];
    ops->get(on, at, attrs);
    for (unsigned i = 0; i < count; i++) {
        if (!LLVMIsTypeAttribute(attrs[i]))
            continue;
        LLVMTypeRef old = LLVMGetTypeAttributeValue(attrs[i]), type = map_type(v, old);
        unsigned kind = LLVMGetEnumAttributeKind(attrs[i]);
        if (type == old)
            continue;
        ops->remove(on, at, kind);
        ops->add(on, at, LLVMCreateTypeAttribute(v->m->llvm_ctx, kind, type));
    }
}

void map_fn_attributes(ir_valuemap *v, LLVMValueRef fn) {
    static const attribute_ops ops = {LLVMGetAttributeCountAtIndex, LLVMGetAttributesAtIndex,
                                      LLVMRemoveEnumAttributeAtIndex, LLVMAddAttributeAtIndex};
    for (LLVMAttributeIndex at = LLVMAttributeReturnIndex; at <= LLVMCountParams(fn); at++)
        map_at(v, &ops, fn, at);
}

void map_call_attributes(ir_valuemap *v, LLVMValueRef call) {
    static const attribute_ops ops = {LLVMGetCallSiteAttributeCount, LLVMGetCallSiteAttributes,
                                      LLVMRemoveCallSiteEnumAttribute, LLVMAddCallSiteAttribute};
    for (LLVMAttributeIndex at = LLVMAttributeReturnIndex; at <= LLVMGetNumArgOperands(call); at++)
        map_at(v, &ops, call, at);
}
