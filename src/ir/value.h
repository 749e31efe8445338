/* What is asked of values and types all the time, and takes LLVM-C two or three calls. */
#pragma once

#include "base/str.h"

#include <llvm-c/Core.h>

static inline LLVMValueRef ir_function_of(LLVMValueRef inst) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
}

static inline bool ir_is_pointer(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

/* Whether no other module sees the global value. */
static inline bool ir_is_local(LLVMValueRef global) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static inline bool ir_is_struct(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMStructTypeKind;
}

/* The instructions and constants that use the value, once for each operand. */
#define ir_each_user(user, value)                                                                  \
    for (LLVMValueRef user, user##_use = (LLVMValueRef)LLVMGetFirstUse(value);                     \
         user##_use && ((user) = LLVMGetUser((LLVMUseRef)user##_use));                             \
         user##_use = (LLVMValueRef)LLVMGetNextUse((LLVMUseRef)user##_use))

/* Whether the value is a constant integer, and that one. */
static inline bool ir_is_number(LLVMValueRef value, uint64_t number) {
    return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == number;
}

/* The constant 0 of an integer type. */
static inline bool ir_is_zero(LLVMValueRef value) {
    return ir_is_number(value, 0);
}

/* Whether the value is a constant expression of that kind. */
static inline bool ir_is_constant_of(LLVMValueRef value, LLVMOpcode op) {
    return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == op;
}

/* An address computation, be it an instruction or a constant. */
static inline bool ir_is_gep(LLVMValueRef value) {
    return LLVMIsAGetElementPtrInst(value) || ir_is_constant_of(value, LLVMGetElementPtr);
}

/* The address of a load, a store or an atomic operation, and the type of the value there; NULL if
 * the instruction is none of them. */
static inline LLVMValueRef ir_accessed(LLVMValueRef inst, LLVMTypeRef *type) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        *type = LLVMTypeOf(inst);
        return LLVMGetOperand(inst, 0);
    case LLVMStore:
        *type = LLVMTypeOf(LLVMGetOperand(inst, 0));
        return LLVMGetOperand(inst, 1);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        *type = LLVMTypeOf(LLVMGetOperand(inst, 1));
        return LLVMGetOperand(inst, 0);
    default:
        return NULL;
    }
}

/* A load or a store that is not atomic. */
static inline bool ir_is_plain_access(LLVMValueRef inst) {
    return (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst)) &&
           LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic;
}

static inline bool ir_is_array(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

/* The elements of an array of arrays; any other type as it is. */
static inline LLVMTypeRef ir_below_arrays(LLVMTypeRef type) {
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return type;
}

/* The function that a call names; NULL if the value is not a call, or calls what it computed.
 * Invokes are not calls here. */
static inline LLVMValueRef ir_callee(LLVMValueRef value) {
    return LLVMIsACallInst(value) ? LLVMIsAFunction(LLVMGetCalledValue(value)) : NULL;
}

/* Its name; "" if there is none. */
static inline const char *ir_callee_name(LLVMValueRef call) {
    LLVMValueRef fn = ir_callee(call);
    return fn ? LLVMGetValueName(fn) : "";
}

static inline bool ir_is_call_of(LLVMValueRef value, LLVMValueRef fn) {
    return LLVMIsACallInst(value) && LLVMGetCalledValue(value) == fn;
}

/* Whether the value is a call of a function whose name starts so: "llvm.lifetime." */
static inline bool ir_calls_named(LLVMValueRef value, const char *start) {
    LLVMValueRef fn = ir_callee(value);
    return fn && str_starts_with(LLVMGetValueName(fn), start);
}

/* Whether the value is an argument of the call. */
static inline bool ir_call_passes(LLVMValueRef call, LLVMValueRef value) {
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
        if (LLVMGetOperand(call, i) == value)
            return true;
    return false;
}

static inline bool ir_is_only_loaded(LLVMValueRef pointer) {
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u))
        if (!LLVMIsALoadInst(LLVMGetUser(u)))
            return false;
    return true;
}

/* Whether nothing may come between the call and the return after it. */
static inline bool ir_is_musttail(LLVMValueRef value) {
    return LLVMIsACallInst(value) && LLVMGetTailCallKind(value) == LLVMTailCallKindMustTail;
}

static inline unsigned ir_md_kind(LLVMContextRef llvm, const char *name) {
    return LLVMGetMDKindIDInContext(llvm, name, (unsigned)strlen(name));
}

static inline unsigned ir_intrinsic_id(const char *name) {
    return LLVMLookupIntrinsicID(name, strlen(name));
}

/* Puts the new value wherever the old instruction was used, and removes that. */
static inline void ir_replace_inst(LLVMValueRef old, LLVMValueRef new) {
    LLVMReplaceAllUsesWith(old, new);
    LLVMInstructionEraseFromParent(old);
}
