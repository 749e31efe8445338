/* Blobs: expressions over temps inside canonical expressions. Hash-consed: equal expressions have
 * one number, operands come before what is made of them, and sums and products are flat, sorted
 * and folded, so that equal numbers are the test for equality of form. A blob has no induction
 * variables in it: those belong to canonical expressions.
 *
 * A blob's value is an integer of its type's width (or a pointer, or anything else for a temp);
 * sums and products wrap around, and so does a signed quotient; a division by 0 gives 0.
 *
 * Invariants: 1. no sum in a sum, no product in a product, no minimum in one of its kind;
 *             2. a product's constant stands first, that of a sum, minimum or maximum last;
 *             3. other operands are in the order of hir_blob_compare, which does not depend on
 *                the order in which blobs were made;
 *             4. size and depth are bounded, so that recursion over a blob is. */
#pragma once

#include "base/limits.h"
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
    uint16_t size, depth; /* as a tree */
    hir_blob next;        /* with the same hash */
} hir_blob_info;

/* "temp", "constant", "add", "udiv", "smin", "trunc". */
const char *hir_blob_op_name(hir_blob_op op);

hir_blob hir_blob_temp(hir *h, hir_temp t);
hir_blob hir_blob_constant(hir *h, LLVMTypeRef type, int64_t value);
/* Operands have the result's width, except for casts. 0 without memory, and, with the status
 * unchanged, if it would be too large, has a type without arithmetic, or an operand is 0. */
hir_blob hir_blob_make(hir *h, hir_blob_op op, LLVMTypeRef type, const hir_blob *operands,
                       uint32_t count);
hir_blob hir_blob_of_two(hir *h, hir_blob_op op, LLVMTypeRef type, hir_blob a, hir_blob b);
/* factor * b */
hir_blob hir_blob_times(hir *h, LLVMTypeRef type, int64_t factor, hir_blob b);

/* The low bits of the blob, or more with zeros in front. */
hir_blob hir_blob_resized(hir *h, hir_blob b, LLVMTypeRef type);
static inline bool hir_is_cast(hir_blob_op op) {
    return op == BLOB_TRUNC || op == BLOB_ZEXT || op == BLOB_SEXT;
}

const hir_blob_info *hir_blob_at(const hir *h, hir_blob b);

/* A blob that is one temp, and nothing else. */
bool hir_is_temp_blob(const hir *h, hir_blob b);

/* If b is a constant, *value is it. */
bool hir_is_constant_blob(const hir *h, hir_blob b, int64_t *value);

/* <0, 0, >0: by form and names, numbers in names by value. */
int hir_blob_compare(const hir *h, hir_blob a, hir_blob b);

/* b = coefficient * rest, where rest has no constant factor; 0 for 1. */
void hir_blob_split(hir *h, hir_blob b, int64_t *coefficient, hir_blob *rest);

/* Adds the temp blobs in b that the list does not have, and keeps it in the order of
 * hir_blob_compare. Free it with the hir's context. */
typedef VEC(hir_blob) hir_blob_list;
void hir_collect_temp_blobs(const hir *h, hir_blob b, hir_blob_list *out);

/* The deepest level at which a temp in b is assigned in the region. */
uint32_t hir_blob_level(const hir *h, hir_blob b, const HLRegion *region);

/* Its value, given those of temps (only the low bits count). */
typedef uint64_t hir_temp_value(void *data, hir_temp t);
uint64_t hir_blob_value(const hir *h, hir_blob b, hir_temp_value *temp, void *data);

/* Of numbers with that many bits: a quotient, and the one that a minimum or maximum is. */
uint64_t hir_better(hir_blob_op op, uint64_t a, uint64_t b, uint32_t width);
uint64_t hir_quotient(uint64_t a, uint64_t b, bool is_signed, uint32_t width);

void hir_blob_print(const hir *h, hir_blob b, str *out);
