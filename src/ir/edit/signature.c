#include "ir/edit/signature.h"

#include "ir/attr.h"
#include "ir/edit/edit_body.h"
#include "ir/edit/edit_carry.h"

#include <string.h>

static const LLVMAttributeIndex fn_index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

/* What replaces each old parameter; false if its type does not. */
static bool find_sources(LLVMValueRef old, LLVMValueRef new, const ir_param_source *params,
                         LLVMValueRef *to) {
    unsigned count = LLVMCountParams(old);
    for (unsigned i = 0; i < count; i++) {
        uint32_t at = params[i].number;
        to[i] = at == IR_NONE               ? params[i].constant
                : at < LLVMCountParams(new) ? LLVMGetParam(new, at)
                                            : NULL;
        if (!to[i] || LLVMTypeOf(to[i]) != LLVMTypeOf(LLVMGetParam(old, i)))
            return false;
    }
    return true;
}

static bool variadic_changes(LLVMTypeRef old, LLVMTypeRef new) {
    if (!LLVMIsFunctionVarArg(old) && !LLVMIsFunctionVarArg(new))
        return false;
    unsigned count = LLVMCountParamTypes(old);
    if (LLVMIsFunctionVarArg(old) != LLVMIsFunctionVarArg(new) || count != LLVMCountParamTypes(new))
        return true;
    LLVMTypeRef before[count + 1], after[count + 1];
    LLVMGetParamTypes(old, before);
    LLVMGetParamTypes(new, after);
    return memcmp(before, after, count * sizeof *before) != 0;
}

static void carry_attributes(LLVMValueRef old, LLVMValueRef new, const ir_param_source *params) {
    ir_carry_fn_attrs(old, fn_index, new, fn_index);
    ir_attr_remove(new, fn_index, "allocsize");
    if (LLVMGetReturnType(LLVMGlobalGetValueType(old)) ==
        LLVMGetReturnType(LLVMGlobalGetValueType(new)))
        ir_carry_fn_attrs(old, LLVMAttributeReturnIndex, new, LLVMAttributeReturnIndex);
    unsigned count = LLVMCountParams(old);
    for (unsigned i = 0; i < count; i++)
        if (params[i].number != IR_NONE)
            ir_carry_fn_attrs(old, i + 1, new, params[i].number + 1);
}

static void move_body(LLVMValueRef old, LLVMValueRef new, const LLVMValueRef *to) {
    ir_carry_global(old, new);
    ir_carry_name(old, new);
    llvmx_body_move(old, new);
    unsigned count = LLVMCountParams(old);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef from = LLVMGetParam(old, i);
        if (LLVMIsAArgument(to[i]))
            ir_carry_name(from, to[i]);
        LLVMReplaceAllUsesWith(from, to[i]);
    }
}

static void copy_body(LLVMValueRef old, LLVMValueRef new, const LLVMValueRef *to) {
    unsigned count = LLVMCountParams(old);
    for (unsigned i = 0; i < count; i++) {
        size_t length;
        const char *name = LLVMGetValueName2(LLVMGetParam(old, i), &length);
        if (LLVMIsAArgument(to[i]))
            LLVMSetValueName2(to[i], name, length);
    }
    llvmx_body_copy(old, new, to);
    ir_carry_function_copy(old, new);
}

LLVMValueRef ir_function_resign(lathe_module *m, LLVMValueRef fn, const ir_signature *to) {
    if (variadic_changes(LLVMGlobalGetValueType(fn), to->type) ||
        (to->copy && !ir_body_can_copy(fn)) ||
        !ctx_tick(m->ctx, 1 + (to->copy ? LLVMCountBasicBlocks(fn) : 0)))
        return NULL;
    LLVMValueRef new = LLVMAddFunction(m->llvm, to->copy && to->name ? to->name : "", to->type);
    LLVMValueRef sources[LLVMCountParams(fn) + 1];
    if (!find_sources(fn, new, to->params, sources)) {
        LLVMDeleteFunction(new);
        return NULL;
    }
    carry_attributes(fn, new, to->params);
    (to->copy ? copy_body : move_body)(fn, new, sources);
    return new;
}

void ir_function_retire(LLVMValueRef old, LLVMValueRef new) {
    LLVMReplaceAllUsesWith(old, new); /* dead constants may still mention it */
    llvmx_erase_global(old);
}
