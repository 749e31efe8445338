/* Closed forms back as LLVM IR. */
#pragma once

#include "hir/node.h"

/* base + i, or base - i if it goes down, with the base extended to the type. */
typedef struct hir_moving {
    hir_blob base;
    LLVMTypeRef type;
    bool down, is_signed;
} hir_moving;

typedef struct hir_emitter {
    hir *h;
    LLVMBuilderRef builder;
    /* The value of a temp, and the number of the iteration (of the index type) of the loop at a
     * level, both where code is emitted; NULL if there is none. */
    LLVMValueRef (*temp)(void *data, hir_temp t);
    LLVMValueRef (*iteration)(void *data, uint32_t level);
    void *data;
    /* What is proven where the ref is executed becomes flags: only for code that stands there. */
    bool flags;
    /* With flags: whether that number is not negative as a signed one, and so is the temp. */
    bool (*is_natural)(void *data, uint32_t level);
    bool (*is_natural_temp)(void *data, hir_temp t);
    /* May be NULL: the sum of a base and the number of the iteration at the level, if it is there
     * already; else NULL. */
    LLVMValueRef (*moving)(void *data, uint32_t level, const hir_moving *sum);
} hir_emitter;

/* NULL if a temp or iteration is not there. What is one temp has its type, all else is a number. */
LLVMValueRef hir_emit_canon(const hir_emitter *e, const CanonExpr *ce);
/* The sum as what is the same in the innermost loop that it varies in, and the rest. False if it is
 * not such a sum. */
bool hir_emit_in_parts(const hir_emitter *e, const CanonExpr *ce, LLVMValueRef parts[2]);
LLVMValueRef hir_emit_blob(const hir_emitter *e, hir_blob b);
/* Its low bits, or the extended value; a pointer becomes a number. */
LLVMValueRef hir_emit_resized(const hir_emitter *e, LLVMValueRef v, LLVMTypeRef type,
                              bool is_signed);
/* Of a memory reference or address: where it is, as an integer. */
LLVMValueRef hir_emit_address(const hir_emitter *e, const RegDDRef *ref);
/* The same as a pointer that is based on the reference's base: a GEP with a subscript for each
 * dimension where they fit into one another, else with one sum of bytes. */
LLVMValueRef hir_emit_pointer(const hir_emitter *e, const RegDDRef *ref);

/* Whether the value is proven not to be negative, as a signed number of its type. */
bool hir_is_natural(const hir_emitter *e, const CanonExpr *ce);
bool hir_is_natural_blob(const hir_emitter *e, hir_blob b);
