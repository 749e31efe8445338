#include "ir/mathcalls.h"

#include "ir/attr.h"
#include "ir/module.h"

#include <stdio.h>
#include <string.h>

static bool is_floating(LLVMTypeKind kind) {
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
           kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind ||
           kind == LLVMPPC_FP128TypeKind;
}

/* sqrtf is a float, sqrtl a long double, whatever that is; but erf is a double. */
static bool is_result_of(const char *name, size_t length, LLVMTypeKind kind) {
    const lib_func *plain = lib_find(name, length - 1);
    bool is_variant = plain && plain->errno_only;
    return is_variant && name[length - 1] == 'f'   ? kind == LLVMFloatTypeKind
           : is_variant && name[length - 1] == 'l' ? kind != LLVMFloatTypeKind
                                                   : kind == LLVMDoubleTypeKind;
}

static bool has_types_of(const lib_func *row, LLVMTypeRef type) {
    enum { MOST = 4 };
    LLVMTypeRef params[MOST];
    unsigned count = LLVMCountParamTypes(type);
    if (LLVMIsFunctionVarArg(type) || count > MOST || !lib_fits(row, count) ||
        !is_result_of(row->name, strlen(row->name), LLVMGetTypeKind(LLVMGetReturnType(type))))
        return false;
    LLVMGetParamTypes(type, params);
    for (unsigned i = 0; i < count; i++)
        if (!is_floating(LLVMGetTypeKind(params[i])) &&
            (i == 0 || LLVMGetTypeKind(params[i]) != LLVMIntegerTypeKind))
            return false;
    return true;
}

static bool has_word(LLVMValueRef fn, const char *word) {
    return LLVMGetStringAttributeAtIndex(fn, IR_AT_FUNCTION, word, (unsigned)strlen(word)) != NULL;
}

static bool call_has_word(LLVMValueRef call, const char *word) {
    return LLVMGetCallSiteStringAttribute(call, IR_AT_FUNCTION, word, (unsigned)strlen(word)) !=
           NULL;
}

/* -fno-builtin and -fno-builtin-NAME are words of the functions, and of the calls. */
static bool is_builtin(LLVMValueRef call, LLVMValueRef fn, const char *name) {
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    char own[64];
    snprintf(own, sizeof own, "no-builtin-%s", name);
    const char *const words[] = {"no-builtins", own};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(fn, words[i]) || has_word(caller, words[i]) || call_has_word(call, words[i]))
            return false;
    return !ir_attr_of_call(call, IR_AT_FUNCTION, "nobuiltin");
}

lib_errno ir_errno_of_call(LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsACallInst(call) ? LLVMIsAFunction(LLVMGetCalledValue(call)) : NULL;
    if (!fn || !LLVMIsDeclaration(fn) || LLVMGetIntrinsicID(fn) ||
        LLVMGetLinkage(fn) != LLVMExternalLinkage ||
        !is_floating(LLVMGetTypeKind(LLVMTypeOf(call))) || LLVMGetNumOperandBundles(call))
        return LIB_ERRNO_OTHER;
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    const lib_func *row = lib_find(name, length);
    if (!row || !row->errno_only || LLVMGlobalGetValueType(fn) != LLVMGetCalledFunctionType(call) ||
        LLVMGetInstructionCallConv(call) != LLVMCCallConv ||
        !has_types_of(row, LLVMGlobalGetValueType(fn)) || !is_builtin(call, fn, row->name) ||
        ir_attr_of_call(call, IR_AT_FUNCTION, "strictfp"))
        return LIB_ERRNO_OTHER;
    return (lib_errno)row->errno_only;
}
