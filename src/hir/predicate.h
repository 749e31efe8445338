/* Comparisons of integers. */
#ifndef LATHE_HIR_PREDICATE_H
#define LATHE_HIR_PREDICATE_H

#include <llvm-c/Core.h>

#include <stdbool.h>

static inline bool hir_is_signed_predicate(LLVMIntPredicate p) {
    return p >= LLVMIntSGT;
}

/* True where p is not. */
static inline LLVMIntPredicate hir_inverse_predicate(LLVMIntPredicate p) {
    static const LLVMIntPredicate of[] = {LLVMIntNE,  LLVMIntEQ,  LLVMIntULE, LLVMIntULT,
                                          LLVMIntUGE, LLVMIntUGT, LLVMIntSLE, LLVMIntSLT,
                                          LLVMIntSGE, LLVMIntSGT};
    return of[p - LLVMIntEQ];
}

#endif
