#include "ir/attr.h"

#include <string.h>

unsigned ir_attr_kind(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static LLVMAttributeRef get(LLVMValueRef owner, LLVMAttributeIndex at, unsigned kind) {
    if (!kind)
        return NULL;
    return LLVMIsAFunction(owner) ? LLVMGetEnumAttributeAtIndex(owner, at, kind)
                                  : LLVMGetCallSiteEnumAttribute(owner, at, kind);
}

LLVMAttributeRef ir_attr_get(LLVMValueRef owner, LLVMAttributeIndex at, const char *name) {
    return get(owner, at, ir_attr_kind(name));
}

LLVMAttributeRef ir_attr_of_call(LLVMValueRef call, LLVMAttributeIndex at, const char *name) {
    unsigned kind = ir_attr_kind(name);
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    LLVMAttributeRef own = get(call, at, kind);
    return own || !fn ? own : get(fn, at, kind);
}

bool ir_call_returns(LLVMValueRef call) {
    return ir_attr_of_call(call, IR_AT_FUNCTION, "willreturn") &&
           ir_attr_of_call(call, IR_AT_FUNCTION, "nounwind");
}

bool ir_call_memory(LLVMValueRef call, uint64_t *effects) {
    LLVMAttributeRef found = ir_attr_of_call(call, IR_AT_FUNCTION, "memory");
    *effects = found ? LLVMGetEnumAttributeValue(found) : UINT64_MAX;
    return found != NULL;
}

LLVMAttributeRef ir_attr_of_param(LLVMValueRef param, const char *name) {
    LLVMAttributeIndex at = 1;
    for (LLVMValueRef p = LLVMGetPreviousParam(param); p; p = LLVMGetPreviousParam(p))
        at++;
    return ir_attr_get(LLVMGetParamParent(param), at, name);
}

void ir_attr_add(LLVMValueRef owner, LLVMAttributeIndex at, const char *name, uint64_t value) {
    LLVMContextRef llvm = LLVMGetValueContext(owner);
    LLVMAttributeRef made = LLVMCreateEnumAttribute(llvm, ir_attr_kind(name), value);
    if (LLVMIsAFunction(owner))
        LLVMAddAttributeAtIndex(owner, at, made);
    else
        LLVMAddCallSiteAttribute(owner, at, made);
}

void ir_attr_remove(LLVMValueRef owner, LLVMAttributeIndex at, const char *name) {
    if (LLVMIsAFunction(owner))
        LLVMRemoveEnumAttributeAtIndex(owner, at, ir_attr_kind(name));
    else
        LLVMRemoveCallSiteEnumAttribute(owner, at, ir_attr_kind(name));
}
