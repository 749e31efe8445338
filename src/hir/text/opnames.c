#include "hir/text/opnames.h"

#include "base/str.h"
#include "ir/llvmx.h"

#include <string.h>

static const struct {
    LLVMOpcode opcode;
    const char *sign;
    bool is_float;
} signs[] = {{LLVMAdd, "+", false},     {LLVMSub, "-", false},    {LLVMMul, "*", false},
             {LLVMSDiv, "/", false},    {LLVMUDiv, "/u", false},  {LLVMSRem, "srem", false},
             {LLVMURem, "urem", false}, {LLVMFAdd, "+", true},    {LLVMFSub, "-", true},
             {LLVMFMul, "*", true},     {LLVMFDiv, "/", true},    {LLVMFRem, "frem", true},
             {LLVMShl, "<<", false},    {LLVMLShr, ">>u", false}, {LLVMAShr, ">>", false},
             {LLVMAnd, "&", false},     {LLVMOr, "|", false},     {LLVMXor, "^", false}};

enum { SIGNS = sizeof signs / sizeof *signs };

static const char *const predicates[] = {
    [LLVMIntEQ] = "==",  [LLVMIntNE] = "!=",   [LLVMIntUGT] = ">u", [LLVMIntUGE] = ">=u",
    [LLVMIntULT] = "<u", [LLVMIntULE] = "<=u", [LLVMIntSGT] = ">",  [LLVMIntSGE] = ">=",
    [LLVMIntSLT] = "<",  [LLVMIntSLE] = "<=",
};

/* By LLVMRealPredicate. */
static const char *const real_predicates[] = {"false", "oeq", "ogt", "oge", "olt", "ole",
                                              "one",   "ord", "uno", "ueq", "ugt", "uge",
                                              "ult",   "ule", "une", "true"};

const char *hir_opcode_name(LLVMOpcode opcode) {
    return opcode == LLVMSwitch ? "switchbr" : llvmx_opcode_name(opcode);
}

const char *hir_opcode_sign(LLVMOpcode opcode) {
    for (size_t i = 0; i < SIGNS; i++)
        if (signs[i].opcode == opcode)
            return signs[i].sign;
    return NULL;
}

LLVMOpcode hir_opcode_named(const char *name, size_t length) {
    for (LLVMOpcode op = LLVMRet; op <= LLVMPtrToAddr; op++)
        if (str_is(hir_opcode_name(op), name, length))
            return op;
    return (LLVMOpcode)0;
}

LLVMOpcode hir_opcode_signed(const char *sign, size_t length, bool is_float) {
    LLVMOpcode other = (LLVMOpcode)0;
    for (size_t i = 0; i < SIGNS; i++) {
        if (!str_is(signs[i].sign, sign, length))
            continue;
        if (signs[i].is_float == is_float)
            return signs[i].opcode;
        other = signs[i].opcode;
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
