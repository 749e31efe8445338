#include "hir/text/opnames.h"

#include "base/str.h"

#include <string.h>

typedef struct op_row {
    LLVMOpcode opcode;
    const char *name, *sign;
    bool is_float;
} op_row;

static const op_row ops[] = {
    {LLVMAdd, "add", "+", false},
    {LLVMSub, "sub", "-", false},
    {LLVMMul, "mul", "*", false},
    {LLVMSDiv, "sdiv", "/", false},
    {LLVMUDiv, "udiv", "/u", false},
    {LLVMSRem, "srem", "srem", false},
    {LLVMURem, "urem", "urem", false},
    {LLVMFAdd, "fadd", "+", true},
    {LLVMFSub, "fsub", "-", true},
    {LLVMFMul, "fmul", "*", true},
    {LLVMFDiv, "fdiv", "/", true},
    {LLVMFRem, "frem", "frem", true},
    {LLVMShl, "shl", "<<", false},
    {LLVMLShr, "lshr", ">>u", false},
    {LLVMAShr, "ashr", ">>", false},
    {LLVMAnd, "and", "&", false},
    {LLVMOr, "or", "|", false},
    {LLVMXor, "xor", "^", false},
    {LLVMTrunc, "trunc", NULL, false},
    {LLVMZExt, "zext", NULL, false},
    {LLVMSExt, "sext", NULL, false},
    {LLVMFPToUI, "fptoui", NULL, false},
    {LLVMFPToSI, "fptosi", NULL, false},
    {LLVMUIToFP, "uitofp", NULL, false},
    {LLVMSIToFP, "sitofp", NULL, false},
    {LLVMFPTrunc, "fptrunc", NULL, false},
    {LLVMFPExt, "fpext", NULL, false},
    {LLVMPtrToInt, "ptrtoint", NULL, false},
    {LLVMPtrToAddr, "ptrtoaddr", NULL, false},
    {LLVMIntToPtr, "inttoptr", NULL, false},
    {LLVMBitCast, "bitcast", NULL, false},
    {LLVMAddrSpaceCast, "addrspacecast", NULL, false},
    {LLVMFNeg, "fneg", NULL, true},
    {LLVMFreeze, "freeze", NULL, false},
    {LLVMICmp, "icmp", NULL, false},
    {LLVMFCmp, "fcmp", NULL, true},
    {LLVMSelect, "select", NULL, false},
    {LLVMLoad, "load", NULL, false},
    {LLVMStore, "store", NULL, false},
    {LLVMGetElementPtr, "getelementptr", NULL, false},
    {LLVMAlloca, "alloca", NULL, false},
    {LLVMCall, "call", NULL, false},
    {LLVMInvoke, "invoke", NULL, false},
    {LLVMCallBr, "callbr", NULL, false},
    {LLVMVAArg, "va_arg", NULL, false},
    {LLVMExtractElement, "extractelement", NULL, false},
    {LLVMInsertElement, "insertelement", NULL, false},
    {LLVMShuffleVector, "shufflevector", NULL, false},
    {LLVMExtractValue, "extractvalue", NULL, false},
    {LLVMInsertValue, "insertvalue", NULL, false},
    {LLVMFence, "fence", NULL, false},
    {LLVMAtomicCmpXchg, "cmpxchg", NULL, false},
    {LLVMAtomicRMW, "atomicrmw", NULL, false},
    {LLVMRet, "ret", NULL, false},
    {LLVMBr, "br", NULL, false},
    {LLVMSwitch, "switchbr", NULL, false},
    {LLVMIndirectBr, "indirectbr", NULL, false},
    {LLVMUnreachable, "unreachable", NULL, false},
    {LLVMPHI, "phi", NULL, false},
    {LLVMLandingPad, "landingpad", NULL, false},
    {LLVMResume, "resume", NULL, false},
    {LLVMCatchSwitch, "catchswitch", NULL, false},
    {LLVMCatchPad, "catchpad", NULL, false},
    {LLVMCleanupPad, "cleanuppad", NULL, false},
    {LLVMCatchRet, "catchret", NULL, false},
    {LLVMCleanupRet, "cleanupret", NULL, false},
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
