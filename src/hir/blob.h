/* Blobs: expressions over temps inside canonical expressions. Hash-consed: equal expressions have
 * one number, operands come before what is made of them, and sums and products are flat, sorted
 * and folded, so that equal numbers are the test for equality of form. A blob has no induction
 * variables in it: those belong to canonical expressions.
 *
 * A blob's value is an integer of its type's width (or a pointer, or anything else for a temp);
 * sums and products wrap around. */
#ifndef LATHE_HIR_BLOB_H
#define LATHE_HIR_BLOB_H

#include "base/str.h"
#include "hir/hir.h"

typedef enum hir_blob_op {
    BLOB_TEMP,
    BLOB_CONSTANT,
    BLOB_ADD, /* two or more operands */
    BLOB_MUL,
    BLOB_UDIV, /* two operands */
    BLOB_SDIV,
    BLOB_SMIN, /* two or more */
    BLOB_SMAX,
    BLOB_UMIN,
    BLOB_UMAX,
    BLOB_TRUNC, /* one */
    BLOB_ZEXT,
    BLOB_SEXT,
    BLOB_PTRTOINT,
} hir_blob_op;

typedef struct hir_blob_info {
    hir_blob_op op;
    LLVMTypeRef type;
    hir_temp temp;    /* of BLOB_TEMP */
    int64_t constant; /* of BLOB_CONSTANT, sign-extended from the type */
    const hir_blob *operands;
    uint32_t operand_count;
} hir_blob_info;

hir_blob hir_blob_temp(hir *h, hir_temp t);
hir_blob hir_blob_constant(hir *h, LLVMTypeRef type, int64_t value);
/* Operands have the result's type, except for casts. 0 without memory. */
hir_blob hir_blob_make(hir *h, hir_blob_op op, LLVMTypeRef type, const hir_blob *operands,
                       uint32_t count);

const hir_blob_info *hir_blob_at(const hir *h, hir_blob b);

/* A blob that is one temp, and nothing else. */
bool hir_is_temp_blob(const hir *h, hir_blob b);

/* Appends the temp blobs in b, each once, in the order of their numbers. */
typedef VEC(hir_blob) hir_blob_list;
void hir_collect_temp_blobs(hir *h, hir_blob b, hir_blob_list *out);

/* The deepest level at which a temp in b is assigned. */
uint32_t hir_blob_level(const hir *h, hir_blob b);

void hir_blob_print(const hir *h, hir_blob b, str *out);

#endif
