/* What an instruction that merges pointer classes does, in words, and at which place of the
 * source pointers meet there. */
#include "dtrans/analysis/causes.h"

#include "base/show.h"
#include "ir/value.h"

static bool is_call(LLVMValueRef inst) {
    return LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst);
}

static void add_callee(LLVMValueRef call, str *out) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    LLVMValueRef fn = LLVMIsAFunction(callee);
    if (fn && LLVMGetIntrinsicID(fn))
        str_add(out, "memory is copied");
    else if (fn)
        show_printf(out, "pointers are passed to or from '%s'", LLVMGetValueName(fn));
    else
        str_add(out, "pointers are passed through a function pointer");
}

/* What is not here has no words of its own. */
static const char *const deeds[] = {
    [LLVMStore] = "a pointer is stored",
    [LLVMLoad] = "a pointer is loaded",
    [LLVMPHI] = "pointers are merged",
    [LLVMSelect] = "pointers are merged",
    [LLVMRet] = "a pointer is returned",
    [LLVMGetElementPtr] = "an address is computed",
    [LLVMAlloca] = "a variable is declared",
    [LLVMIntToPtr] = "an integer is cast to a pointer",
    [LLVMPtrToInt] = "a pointer is cast to an integer",
    [LLVMBitCast] = "a pointer is cast",
    [LLVMFreeze] = "a pointer is copied",
    [LLVMAtomicRMW] = "a pointer is exchanged",
    [LLVMAtomicCmpXchg] = "a pointer is exchanged",
    [LLVMVAArg] = "an argument is read with va_arg",
    [LLVMExtractValue] = "a part of a value is used",
    [LLVMInsertValue] = "a part of a value is set",
};

void dtrans_cause_deed(LLVMValueRef at, str *out) {
    if (!at)
        str_add(out, "pointers meet");
    else if (LLVMIsAFunction(at))
        show_printf(out, "pointers meet in the parameters of '%s'", LLVMGetValueName(at));
    else if (!LLVMIsAInstruction(at))
        show_printf(out, "a pointer is stored by the initializer of '%s'", LLVMGetValueName(at));
    else if (is_call(at))
        add_callee(at, out);
    else {
        LLVMOpcode op = LLVMGetInstructionOpcode(at);
        const char *deed = op < sizeof deeds / sizeof *deeds ? deeds[op] : NULL;
        str_add(out, deed ? deed : "a pointer is used");
    }
}

/* The last member that an address computation goes into. */
static void add_member(const DTransInfo *info, LLVMValueRef gep, str *out) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    uint32_t inside = IR_NONE, field = 0;
    for (unsigned i = 1; i < LLVMGetNumIndices(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i + 1);
        if (!ir_is_struct(type)) {
            type = LLVMGetElementType(type);
            continue;
        }
        inside = dtrans_type_of(info, type);
        field = (uint32_t)LLVMConstIntGetZExtValue(index);
        type = LLVMStructGetTypeAtIndex(type, field);
    }
    if (inside == IR_NONE || field >= info->types.at[inside].field_count)
        return;
    const dtrans_type *t = &info->types.at[inside];
    if (*t->fields[field].name)
        show_printf(out, "field '%s' of '%s'", t->fields[field].name, t->name);
    else
        show_printf(out, "field %u of '%s'", field, t->name);
}

static void add_function(LLVMValueRef fn, str *out) {
    if (fn && LLVMIsAFunction(fn) && !LLVMGetIntrinsicID(fn))
        show_printf(out, "function '%s'", LLVMGetValueName(fn));
}

static void add_memory(const DTransInfo *info, LLVMValueRef pointer, str *out) {
    if (LLVMIsAGlobalVariable(pointer))
        show_printf(out, "variable '%s'", LLVMGetValueName(pointer));
    else if (ir_is_gep(pointer))
        add_member(info, pointer, out);
}

/* Where a pointer comes from, if many come from there. */
static void add_source(const DTransInfo *info, LLVMValueRef pointer, str *out) {
    if (LLVMIsAArgument(pointer))
        add_function(LLVMGetParamParent(pointer), out);
    else if (LLVMIsAInstruction(pointer) && is_call(pointer))
        add_function(LLVMGetCalledValue(pointer), out);
    else if (LLVMIsALoadInst(pointer))
        add_memory(info, LLVMGetOperand(pointer, 0), out);
}

void dtrans_cause_place(const DTransInfo *info, LLVMValueRef at, str *out) {
    LLVMTypeRef type;
    LLVMValueRef pointer = at && LLVMIsAInstruction(at) ? ir_accessed(at, &type) : NULL;
    if (!at || !LLVMIsAInstruction(at))
        return;
    if (pointer)
        add_memory(info, pointer, out);
    else if (is_call(at))
        add_function(LLVMGetCalledValue(at), out);
    else if (LLVMIsAReturnInst(at))
        add_function(ir_function_of(at), out);
    else if (ir_is_gep(at))
        add_source(info, LLVMGetOperand(at, 0), out);
}
