/* CanonExpr: (C1*B1*i1 + C2*B2*i2 + … + BC1*b1 + BC2*b2 + … + C0) / D.
 *
 * What it means: an induction variable ik is the number of the iteration, counted from 0, that the
 * loop at level k is in. Sums and products are taken modulo 2^width of the source type, then
 * divided by D (a signed or an unsigned division that rounds to 0), then cast from the source to
 * the destination type. So a CanonExpr is right for a value that wraps around as well; what may be
 * concluded for values as integers that do not wrap is `exact`'s business.
 *
 * The canonical form: induction variables by level, blobs in the order of hir_blob_compare; no zero
 * terms; coefficients and the constant are signed numbers of the source type; a blob term is not a
 * constant, sum, or product with a constant; a sum times an induction variable has the coefficient
 * 1; D >= 1 and without a factor in common with all coefficients unless dividing it out could
 * change the value. In a ref, casts and divisions of the whole are not in a blob: see
 * hir_canon_hide.
 */
#pragma once

#include "base/limits.h"
#include "hir/blob.h"

/* The same numbers as those of blobs. */
typedef enum hir_cast {
    HIR_CAST_NONE,
    HIR_CAST_TRUNC = BLOB_TRUNC,
    HIR_CAST_ZEXT = BLOB_ZEXT,
    HIR_CAST_SEXT = BLOB_SEXT,
} hir_cast;

typedef struct hir_iv_term {
    int64_t coefficient; /* 0: no such IV */
    hir_blob blob;       /* times this; 0: times 1 */
} hir_iv_term;

typedef hir_iv_term hir_blob_term;

typedef struct CanonExpr {
    LLVMTypeRef source, dest; /* equal if there is no cast */
    hir_cast cast;
    hir_iv_term *ivs; /* [level - 1] */
    uint32_t iv_count;
    hir_blob_term *blobs;
    uint32_t blob_count;
    int64_t constant;
    int64_t denominator; /* 1 if there is none */
    bool is_signed;      /* the division */
    bool exact;          /* neither the sum nor a product in it wraps, blobs and the sum as signed
                            numbers of the source type, whenever the reference it is in is executed.
                            Known here of single constants and blobs; all arithmetic forgets it. */
    uint32_t defined_at; /* DefinedAtLevel: the deepest level at which a temp in it is assigned */
    uint32_t iv_cap, blob_cap; /* room in the arrays */
} CanonExpr;

/* Its terms, those of induction variables by level, then blobs. */
typedef struct hir_term {
    uint32_t level; /* 0: no induction variable */
    int64_t coefficient;
    hir_blob blob;
    uint32_t next;
} hir_term;
bool hir_next_term(const CanonExpr *ce, hir_term *t);
#define hir_each_term(t, ce) for (hir_term t = {0}; hir_next_term(ce, &t);)

CanonExpr *hir_canon_new(hir *h, LLVMTypeRef type);
CanonExpr *hir_canon_constant(hir *h, LLVMTypeRef type, int64_t value);
/* 1 * b. */
CanonExpr *hir_canon_blob(hir *h, hir_blob b);
CanonExpr *hir_canon_iv(hir *h, LLVMTypeRef type, uint32_t level);
CanonExpr *hir_canon_copy(hir *h, const CanonExpr *ce);
/* createExtCanonExpr: empty, with these types; what is added with hir_canon_add_iv, _blob and
 * _constant is inside of the cast. */
CanonExpr *hir_canon_ext(hir *h, LLVMTypeRef source, LLVMTypeRef dest, hir_cast cast);

/* Terms of the sum, so inside of division and cast. In place; false, and nothing changed, if the
 * result cannot be represented. */
bool hir_canon_add_iv(hir *h, CanonExpr *ce, uint32_t level, int64_t coefficient, hir_blob b);
bool hir_canon_add_blob(hir *h, CanonExpr *ce, int64_t coefficient, hir_blob b);
bool hir_canon_add_constant(hir *h, CanonExpr *ce, int64_t value);
/* One of the three: level 0 is none, and so is blob 0. */
bool hir_canon_add_term(hir *h, CanonExpr *ce, uint32_t level, int64_t coefficient, hir_blob b);
/* The sum in that type, without cast and division, with what becomes of its blobs (`with` is NULL:
 * they stay); NULL if that cannot be represented, or a blob becomes 0. */
CanonExpr *hir_canon_with(hir *h, const CanonExpr *ce, LLVMTypeRef type,
                          hir_blob (*with)(void *data, hir_blob b), void *data);

/* Arithmetic on the whole value, in the destination type. In place; false, and nothing changed, if
 * the result cannot be represented: types that cannot be merged, coefficients that do not fit,
 * induction variables below a denominator or an extension. */
bool hir_canon_add(hir *h, CanonExpr *to, const CanonExpr *from);
bool hir_canon_multiply_by(hir *h, CanonExpr *ce, int64_t factor);
bool hir_canon_multiply_by_blob(hir *h, CanonExpr *ce, hir_blob b);
bool hir_canon_negate(hir *h, CanonExpr *ce);
/* Without cast and division. */
static inline bool hir_canon_is_plain(const CanonExpr *ce) {
    return ce->cast == HIR_CAST_NONE && ce->denominator == 1;
}
bool hir_canon_has_blobs(const CanonExpr *ce); /* coefficients count, too */
bool hir_canon_divide_by(hir *h, CanonExpr *ce, int64_t by, bool is_signed);
/* i_level := with; with must not have a denominator or cast. */
bool hir_canon_substitute(hir *h, CanonExpr *ce, uint32_t level, const CanonExpr *with);
/* The whole as one blob, if there are no IVs in it; 0 if there are. */
hir_blob hir_canon_as_blob(hir *h, const CanonExpr *ce);
/* As an unsigned number of that type: a quotient, or what has to be cast, as a blob. NULL if it
 * cannot be represented. */
CanonExpr *hir_canon_resized(hir *h, const CanonExpr *ce, LLVMTypeRef type);
/* If it is nothing but a blob that is a cast, a quotient by a constant, or a cast of one, moves
 * that out of the blob: into cast and denominator. */
void hir_canon_hide(hir *h, CanonExpr *ce);

/* Whether the cast leads from the one type to the other. */
bool hir_canon_cast_fits(const hir *h, const CanonExpr *ce);
/* Whether the types allow a sum of both in one. */
bool hir_canon_mergeable(const CanonExpr *a, const CanonExpr *b);
bool hir_canon_equal(const CanonExpr *a, const CanonExpr *b);

bool hir_has_iv(const CanonExpr *ce, uint32_t level);
hir_iv_term hir_iv_at(const CanonExpr *ce, uint32_t level);
/* The one blob that the sum is; 0 if it is more. */
hir_blob hir_only_blob(const CanonExpr *ce);
bool hir_is_constant(const CanonExpr *ce, int64_t *value);
/* A sum of nothing but one constant, or one blob times 1: nothing in it can wrap. */
bool hir_is_simple(const CanonExpr *ce);
/* A self blob: one temp, times 1, and nothing else. */
bool hir_is_self_blob(const hir *h, const CanonExpr *ce);
/* Whether it is defined further out than it is used. */
bool hir_is_linear_at(const CanonExpr *ce, uint32_t level);
bool hir_is_invariant_at(const CanonExpr *ce, uint32_t level);
/* Sets defined_at from the temps in it, by where the region assigns them. */
void hir_canon_update_level(const hir *h, CanonExpr *ce, const HLRegion *region);

void hir_canon_collect_temp_blobs(const hir *h, const CanonExpr *ce, hir_blob_list *out);
void hir_canon_print(const hir *h, const CanonExpr *ce, str *out);

/* Its value for given iteration numbers and blob values (modulo 2^64, only low bits count), by
 * what the comment on top says. Of blobs only temps are asked for. */
typedef struct hir_point {
    const uint64_t *iterations; /* [level - 1], HIR_MAX_LEVEL of them */
    hir_temp_value *temp;
    void *data;
} hir_point;
uint64_t hir_canon_value(const hir *h, const CanonExpr *ce, const hir_point *at);
