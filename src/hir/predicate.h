/* Comparisons of integers: from LLVMIntUGT on, LLVM's numbers have a bit for each of these. */
#pragma once

#include <llvm-c/Core.h>

#include <stdbool.h>

static inline bool hir_is_equality(LLVMIntPredicate p) {
    return p <= LLVMIntNE;
}
static inline bool hir_is_signed_predicate(LLVMIntPredicate p) {
    return p >= LLVMIntSGT;
}
/* < or <=. */
static inline bool hir_is_less_predicate(LLVMIntPredicate p) {
    return !hir_is_equality(p) && (p - LLVMIntUGT) & 2;
}
/* < or >. */
static inline bool hir_is_strict_predicate(LLVMIntPredicate p) {
    return !hir_is_equality(p) && !((p - LLVMIntUGT) & 1);
}

/* True where p is not; and the same with the sides swapped. */
static inline LLVMIntPredicate hir_inverse_predicate(LLVMIntPredicate p) {
    return (LLVMIntPredicate)(hir_is_equality(p) ? LLVMIntEQ + LLVMIntNE - p
                                                 : LLVMIntUGT + ((p - LLVMIntUGT) ^ 3));
}
static inline LLVMIntPredicate hir_swapped_predicate(LLVMIntPredicate p) {
    return hir_is_equality(p) ? p : (LLVMIntPredicate)(LLVMIntUGT + ((p - LLVMIntUGT) ^ 2));
}
