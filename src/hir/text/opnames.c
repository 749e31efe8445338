#include "hir/text/opnames.h"

#include "base/str.h"

#include <string.h>

typedef struct op_row {
    LLVMOpcode opcode;
    const char *name, *sign;
    bool is_float, conversion;
} op_row;

static const op_row ops[] = {
    {LLVMAdd, "add", "+", false, false},
    {LLVMSub, "sub", "-", false, false},
    {LLVMMul, "mul", "*", false, false},
    {LLVMSDiv, "sdiv", "/", false, false},
    {LLVMUDiv, "udiv", "/u", false, false},
    {LLVMSRem, "srem", "srem", false, false},
    {LLVMURem, "urem", "urem", false, false},
    {LLVMFAdd, "fadd", "+", true, false},
    {LLVMFSub, "fsub", "-", true, false},
    {LLVMFMul, "fmul", "*", true, false},
    {LLVMFDiv, "fdiv", "/", true, false},
    {LLVMFRem, "frem", "frem", true, false},
    {LLVMShl, "shl", "<<", false, false},
    {LLVMLShr, "lshr", ">>u", false, false},
    {LLVMAShr, "ashr", ">>", false, false},
    {LLVMAnd, "and", "&", false, false},
    {LLVMOr, "or", "|", false, false},
    {LLVMXor, "xor", "^", false, false},
    {LLVMTrunc, "trunc", NULL, false, true},
    {LLVMZExt, "zext", NULL, false, true},
    {LLVMSExt, "sext", NULL, false, true},
    {LLVMFPToUI, "fptoui", NULL, false, true},
    {LLVMFPToSI, "fptosi", NULL, false, true},
    {LLVMUIToFP, "uitofp", NULL, false, true},
    {LLVMSIToFP, "sitofp", NULL, false, true},
    {LLVMFPTrunc, "fptrunc", NULL, false, true},
    {LLVMFPExt, "fpext", NULL, false, true},
    {LLVMPtrToInt, "ptrtoint", NULL, false, true},
    {LLVMPtrToAddr, "ptrtoaddr", NULL, false, true},
    {LLVMIntToPtr, "inttoptr", NULL, false, true},
    {LLVMBitCast, "bitcast", NULL, false, true},
    {LLVMAddrSpaceCast, "addrspacecast", NULL, false, true},
    {LLVMFNeg, "fneg", NULL, true, false},
    {LLVMFreeze, "freeze", NULL, false, false},
    {LLVMICmp, "icmp", NULL, false, false},
    {LLVMFCmp, "fcmp", NULL, true, false},
    {LLVMSelect, "select", NULL, false, false},
    {LLVMLoad, "load", NULL, false, false},
    {LLVMStore, "store", NULL, false, false},
    {LLVMGetElementPtr, "getelementptr", NULL, false, false},
    {LLVMAlloca, "alloca", NULL, false, false},
    {LLVMCall, "call", NULL, false, false},
    {LLVMInvoke, "invoke", NULL, false, false},
    {LLVMCallBr, "callbr", NULL, false, false},
    {LLVMVAArg, "va_arg", NULL, false, false},
    {LLVMExtractElement, "extractelement", NULL, false, false},
    {LLVMInsertElement, "insertelement", NULL, false, false},
    {LLVMShuffleVector, "shufflevector", NULL, false, false},
    {LLVMExtractValue, "extractvalue", NULL, false, false},
    {LLVMInsertValue, "insertvalue", NULL, false, false},
    {LLVMFence, "fence", NULL, false, false},
    {LLVMAtomicCmpXchg, "cmpxchg", NULL, false, false},
    {LLVMAtomicRMW, "atomicrmw", NULL, false, false},
    {LLVMRet, "ret", NULL, false, false},
    {LLVMBr, "br", NULL, false, false},
    {LLVMSwitch, "switchbr", NULL, false, false},
    {LLVMIndirectBr, "indirectbr", NULL, false, false},
    {LLVMUnreachable, "unreachable", NULL, false, false},
    {LLVMPHI, "phi", NULL, false, false},
    {LLVMLandingPad, "landingpad", NULL, false, false},
    {LLVMResume, "resume", NULL, false, false},
    {LLVMCatchSwitch, "catchswitch", NULL, false, false},
    {LLVMCatchPad, "catchpad", NULL, false, false},
    {LLVMCleanupPad, "cleanuppad", NULL, false, false},
    {LLVMCatchRet, "catchret", NULL, false, false},
    {LLVMCleanupRet, "cleanupret", NULL, false, false},
};

enum { OP_COUNT = sizeof ops / sizeof *ops };

static const char *const predicates[] = {
    [LLVMIntEQ] = "==",  [LLVMIntNE] = "!=",   [LLVMIntUGT] = ">u", [LLVMIntUGE] = ">=u",
    [LLVMIntULT] = "<u", [LLVMIntULE] = "<=u", [LLVMIntSGT] = ">",  [LLVMIntSGE] = ">=",
    [LLVMIntSLT] = "<",  [LLVMIntSLE] = "<=",
};

static const char *const real_predicates[] = {
    [LLVMRealPredicateFalse] = "false",
    [LLVMRealOEQ] = "oeq",
    [LLVMRealOGT] = "ogt",
    [LLVMRealOGE] = "oge",
    [LLVMRealOLT] = "olt",
    [LLVMRealOLE] = "ole",
    [LLVMRealONE] = "one",
    [LLVMRealORD] = "ord",
    [LLVMRealUNO] = "uno",
    [LLVMRealUEQ] = "ueq",
    [LLVMRealUGT] = "ugt",
    [LLVMRealUGE] = "uge",
    [LLVMRealULT] = "ult",
    [LLVMRealULE] = "ule",
    [LLVMRealUNE] = "une",
    [LLVMRealPredicateTrue] = "true",
};

static const op_row *row_of(LLVMOpcode opcode) {
    for (size_t i = 0; i < OP_COUNT; i++)
        if (ops[i].opcode == opcode)
            return &ops[i];
    return NULL;
}

const char *hir_opcode_name(LLVMOpcode opcode) {
    const op_row *row = row_of(opcode);
    return row ? row->name : NULL;
}

const char *hir_opcode_sign(LLVMOpcode opcode) {
    const op_row *row = row_of(opcode);
    return row ? row->sign : NULL;
}

bool hir_is_conversion(LLVMOpcode opcode) {
    const op_row *row = row_of(opcode);
    return row && row->conversion;
}

LLVMOpcode hir_opcode_named(const char *name, size_t length) {
    for (size_t i = 0; i < OP_COUNT; i++)
        if (str_is(ops[i].name, name, length))
            return ops[i].opcode;
    return (LLVMOpcode)0;
}

LLVMOpcode hir_opcode_signed(const char *sign, size_t length, bool is_float) {
    LLVMOpcode other = (LLVMOpcode)0;
    for (size_t i = 0; i < OP_COUNT; i++) {
        if (!str_is(ops[i].sign, sign, length))
            continue;
        if (ops[i].is_float == is_float)
            return ops[i].opcode;
        other = ops[i].opcode;
    }
    return other;
}

const char *hir_predicate_sign(LLVMIntPredicate predicate) {
    size_t count = sizeof predicates / sizeof *predicates;
    const char *sign = (size_t)predicate < count ? predicates[predicate] : NULL;
    return sign ? sign : "==";
}

const char *hir_real_predicate_sign(LLVMRealPredicate predicate) {
    size_t count = sizeof real_predicates / sizeof *real_predicates;
    return (size_t)predicate < count ? real_predicates[predicate] : "false";
}

bool hir_predicate_signed(const char *sign, size_t length, bool *is_float,
                          LLVMIntPredicate *predicate, LLVMRealPredicate *real) {
    for (size_t i = 0; i < sizeof predicates / sizeof *predicates; i++)
        if (str_is(predicates[i], sign, length)) {
            *is_float = false;
            *predicate = (LLVMIntPredicate)i;
            return true;
        }
    for (size_t i = 0; i < sizeof real_predicates / sizeof *real_predicates; i++)
        if (str_is(real_predicates[i], sign, length)) {
            *is_float = true;
            *real = (LLVMRealPredicate)i;
            return true;
        }
    return false;
}
