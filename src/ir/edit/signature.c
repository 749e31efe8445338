#include "ir/edit/signature.h"

#include "ir/attr.h"
#include "ir/edit/body.h"
#include "ir/edit/carry.h"

#include <string.h>

static const LLVMAttributeIndex fn_index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static LLVMValueRef source_value(LLVMValueRef new, ir_param_source s) {
    if (s.number == IR_NONE)
        return s.constant;
    return s.number < LLVMCountParams(new) ? LLVMGetParam(new, s.number) : NULL;
}

static bool types_agree(LLVMValueRef old, LLVMValueRef new, const ir_param_source *params) {
    unsigned count = LLVMCountParams(old);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef to = source_value(new, params[i]);
        if (!to || LLVMTypeOf(to) != LLVMTypeOf(LLVMGetParam(old, i)))
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

static void move_body(LLVMValueRef old, LLVMValueRef new, const ir_param_source *params) {
    ir_carry_global(old, new);
    ir_carry_name(old, new);
    llvmx_body_move(old, new);
    unsigned count = LLVMCountParams(old);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef from = LLVMGetParam(old, i), to = source_value(new, params[i]);
        if (params[i].number != IR_NONE)
            ir_carry_name(from, to);
        LLVMReplaceAllUsesWith(from, to);
    }
}

static bool copy_body(lathe_module *m, LLVMValueRef old, LLVMValueRef new,
                      const ir_param_source *params) {
    map values;
    map_init(&values, m->ctx);
    unsigned count = LLVMCountParams(old);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef from = LLVMGetParam(old, i), to = source_value(new, params[i]);
        map_word *place = map_put(&values, from);
        if (place)
            place->p = to;
        size_t length;
        const char *name = LLVMGetValueName2(from, &length);
        if (params[i].number != IR_NONE)
            LLVMSetValueName2(to, name, length);
    }
    bool ok = ir_body_copy(m->ctx, old, new, &values);
    map_free(&values);
    if (ok)
        ir_carry_function_copy(old, new);
    return ok;
}

LLVMValueRef ir_function_resign(lathe_module *m, LLVMValueRef fn, const ir_signature *to) {
    if (variadic_changes(LLVMGlobalGetValueType(fn), to->type))
        return NULL;
    LLVMValueRef new = LLVMAddFunction(m->llvm, to->copy && to->name ? to->name : "", to->type);
    bool ok = types_agree(fn, new, to->params);
    if (ok) {
        carry_attributes(fn, new, to->params);
        if (to->copy)
            ok = copy_body(m, fn, new, to->params);
        else
            move_body(fn, new, to->params);
    }
    if (ok && ctx_ok(m->ctx))
        return new;
    LLVMDeleteFunction(new);
    return NULL;
}

void ir_function_retire(LLVMValueRef old, LLVMValueRef new) {
    LLVMReplaceAllUsesWith(old, new); /* dead constants may still mention it */
    llvmx_erase_global(old);
}
