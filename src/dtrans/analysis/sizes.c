/* Sizes: n * sizeof(struct), found backwards through arithmetic, merges and parameters. */
#include "dtrans/analysis/visit.h"

enum { MAX_DEPTH = 8, MAX_CALLERS = 64 };

static bool multiple(dtrans_visitor *v, LLVMValueRef value, uint64_t size, int depth);

static bool all_operands(dtrans_visitor *v, LLVMValueRef value, unsigned first, uint64_t size,
                         int depth) {
    for (int i = (int)first; i < LLVMGetNumOperands(value); i++)
        if (!multiple(v, LLVMGetOperand(value, (unsigned)i), size, depth - 1))
            return false;
    return true;
}

/* A parameter of a function whose callers are all known: what each of them passes. */
static bool all_callers(dtrans_visitor *v, LLVMValueRef param, uint64_t size, int depth) {
    LLVMValueRef fn = LLVMGetParamParent(param);
    if (LLVMGetLinkage(fn) != LLVMInternalLinkage && !v->info->whole)
        return false;
    unsigned index = 0;
    while (LLVMGetParam(fn, index) != param)
        index++;
    int callers = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != fn || ++callers > MAX_CALLERS ||
            LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn) ||
            !multiple(v, LLVMGetOperand(call, index), size, depth - 1))
            return false;
    }
    return callers > 0;
}

static bool multiple(dtrans_visitor *v, LLVMValueRef value, uint64_t size, int depth) {
    if (LLVMIsAConstantInt(value))
        return LLVMConstIntGetZExtValue(value) % size == 0;
    if (depth == 0)
        return false;
    if (LLVMIsAArgument(value))
        return all_callers(v, value, size, depth);
    if (!LLVMIsAInstruction(value))
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMMul:
        return multiple(v, LLVMGetOperand(value, 0), size, depth - 1) ||
               multiple(v, LLVMGetOperand(value, 1), size, depth - 1);
    case LLVMShl: {
        LLVMValueRef by = LLVMGetOperand(value, 1);
        if (!LLVMIsAConstantInt(by) || LLVMConstIntGetZExtValue(by) > 32)
            return false;
        return (UINT64_C(1) << LLVMConstIntGetZExtValue(by)) % size == 0 ||
               multiple(v, LLVMGetOperand(value, 0), size, depth - 1);
    }
    case LLVMAdd:
    case LLVMSub:
    case LLVMPHI:
        return all_operands(v, value, 0, size, depth);
    case LLVMSelect:
        return all_operands(v, value, 1, size, depth);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFreeze:
        return multiple(v, LLVMGetOperand(value, 0), size, depth - 1);
    default:
        return false;
    }
}

bool dtrans_is_multiple(dtrans_visitor *v, LLVMValueRef value, uint64_t size) {
    return size && multiple(v, value, size, MAX_DEPTH);
}
