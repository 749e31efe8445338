/* Closed forms back as LLVM IR. */
#ifndef LATHE_HIR_CHECK_EMIT_H
#define LATHE_HIR_CHECK_EMIT_H

#include "hir/node.h"

typedef struct hir_emitter {
    hir *h;
    LLVMBuilderRef builder;
    /* The value of a temp, and the number of the iteration (of the index type) of the loop at a
     * level, both where code is emitted; NULL if there is none. */
    LLVMValueRef (*temp)(void *data, hir_temp t);
    LLVMValueRef (*iteration)(void *data, uint32_t level);
    void *data;
} hir_emitter;

/* NULL if a temp or iteration is not there. What is one temp has its type, all else is a number. */
LLVMValueRef hir_emit_canon(const hir_emitter *e, const CanonExpr *ce);
/* Of a memory reference or address: where it is, as an integer. */
LLVMValueRef hir_emit_address(const hir_emitter *e, const RegDDRef *ref);
/* The same as a pointer that is based on the reference's base. */
LLVMValueRef hir_emit_pointer(const hir_emitter *e, const RegDDRef *ref);

#endif
