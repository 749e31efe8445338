/* Closed forms of truncations and extensions. A cast goes to the terms of a sum where that is the
 * same number; else it stays around the whole. */
#include "hir/build/builder.h"

typedef struct cast {
    hir *h;
    hir_blob_op op;
    LLVMTypeRef to;
} cast;

static hir_blob cast_blob(void *data, hir_blob blob) {
    const cast *c = data;
    return hir_blob_make(c->h, c->op, c->to, &blob, 1);
}

/* The sum with the cast moved to its terms; NULL if a blob gets too large. */
static CanonExpr *cast_terms(hir_builder *b, const CanonExpr *ce, hir_blob_op op, LLVMTypeRef to) {
    return hir_canon_with(b->h, ce, to, cast_blob, &(cast){b->h, op, to});
}

/* What a truncation leaves of a sum, or of an extension around one. */
static CanonExpr *truncated(hir_builder *b, const CanonExpr *ce, LLVMTypeRef to) {
    bool extended = ce->cast == HIR_CAST_ZEXT || ce->cast == HIR_CAST_SEXT;
    if (ce->denominator == 1 && (ce->cast == HIR_CAST_NONE ||
                                 (extended && hir_width(b->h, ce->source) >= hir_width(b->h, to))))
        return cast_terms(b, ce, BLOB_TRUNC, to);
    hir_blob blob = hir_canon_as_blob(b->h, ce);
    return hir_canon_blob(b->h, hir_blob_make(b->h, BLOB_TRUNC, to, &blob, 1));
}

static CanonExpr *low_bits(hir_builder *b, LLVMValueRef v, LLVMTypeRef to, uint32_t block,
                           unsigned depth);

static CanonExpr *low_bits_of_sum(hir_builder *b, LLVMValueRef v, LLVMTypeRef to, uint32_t block,
                                  unsigned depth) {
    hir_form x = {.ce = low_bits(b, LLVMGetOperand(v, 0), to, block, depth + 1)};
    hir_form y = {.ce = low_bits(b, LLVMGetOperand(v, 1), to, block, depth + 1)};
    int64_t factor = LLVMGetInstructionOpcode(v) == LLVMSub ? -1 : 1;
    return x.ce && y.ce ? hir_b_sum(b, x, factor, y) : NULL;
}

enum { MAX_LOW_DEPTH = 4 };

/* The low bits of a sum are the sum of low bits: extensions below it do not matter. */
static CanonExpr *low_bits(hir_builder *b, LLVMValueRef v, LLVMTypeRef to, uint32_t block,
                           unsigned depth) {
    LLVMOpcode op = LLVMIsAInstruction(v) && hir_b_in_scope(b, v, block)
                        ? LLVMGetInstructionOpcode(v)
                        : (LLVMOpcode)0;
    CanonExpr *ce = NULL;
    if (op && depth < MAX_LOW_DEPTH && (op == LLVMAdd || op == LLVMSub))
        ce = low_bits_of_sum(b, v, to, hir_b_block_of(b, v), depth);
    if ((op == LLVMSExt || op == LLVMZExt) && LLVMTypeOf(LLVMGetOperand(v, 0)) == to)
        return hir_b_summand(b, LLVMGetOperand(v, 0), hir_b_block_of(b, v)).ce;
    if (!ce) {
        hir_form f = hir_b_form(b, v, block);
        ce = f.ce ? truncated(b, f.ce, to) : NULL;
    }
    if (!ce) {
        hir_form f = hir_b_self(b, v, block);
        ce = f.ce ? truncated(b, f.ce, to) : NULL;
    }
    return ce;
}

hir_form hir_b_trunc_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    LLVMValueRef of = LLVMGetOperand(v, 0);
    LLVMTypeRef to = LLVMTypeOf(v);
    if (hir_width(b->h, LLVMTypeOf(of)) == 0)
        return (hir_form){0};
    hir_form x = hir_b_form(b, of, block);
    CanonExpr *ce = low_bits(b, of, to, block, 0);
    bool number = ce && x.ce && hir_canon_is_plain(x.ce) && !hir_canon_has_blobs(x.ce) &&
                  hir_b_is_number_sum(b->nothing, 1, x.ce, ce);
    return (hir_form){ce, number && x.nsw && LLVMGetNSW(v),
                      number && x.nuw && LLVMGetNUW(v) && LLVMGetNSW(v)};
}

/* Around the whole, where it cannot go inside. */
static CanonExpr *hidden_cast(hir_builder *b, const CanonExpr *ce, LLVMTypeRef to, hir_cast cast) {
    if (ce->cast != HIR_CAST_NONE && ce->cast != cast)
        return NULL;
    CanonExpr *out = hir_canon_copy(b->h, ce);
    if (out) {
        out->dest = to;
        out->cast = cast;
    }
    return out;
}

static bool fits(hir_builder *b, const CanonExpr *ce, bool is_signed, uint32_t block) {
    hir_range sum_range;
    hir_range type = hir_type_range(hir_width(b->h, ce->source), is_signed);
    return hir_b_sum_range(b, ce, is_signed, block, &sum_range) && hir_range_in(sum_range, type);
}

hir_form hir_b_extend(hir_builder *b, hir_form f, LLVMTypeRef to, bool is_signed, uint32_t block) {
    hir_blob_op op = is_signed ? BLOB_SEXT : BLOB_ZEXT;
    if (!f.ce || hir_width(b->h, f.ce->dest) == hir_width(b->h, to))
        return f;
    bool proven = hir_canon_is_plain(f.ce) &&
                  ((is_signed ? f.nsw : f.nuw) || fits(b, f.ce, is_signed, block));
    CanonExpr *ce = proven ? cast_terms(b, f.ce, op, to) : NULL;
    if (ce)
        return (hir_form){ce, true, !is_signed};
    hir_blob blob = hir_canon_as_blob(b->h, f.ce);
    blob = hir_blob_make(b->h, op, to, &blob, 1);
    if (blob)
        return hir_b_whole(b, blob);
    ce = hidden_cast(b, f.ce, to, (hir_cast)op);
    return (hir_form){ce, false, false};
}

/* A sum that is not negative is extended with zeros as with its sign, if it does not wrap as a
 * signed number: that the sum of the extended terms is not negative, a branch may say. */
static hir_form extend_natural(hir_builder *b, hir_form x, LLVMValueRef v, uint32_t block) {
    bool promised = LLVMGetNNeg(v);
    if (!x.ce || x.nuw || !hir_canon_is_plain(x.ce) || !(x.nsw || fits(b, x.ce, true, block)))
        return (hir_form){0};
    hir_form f = hir_b_extend(b, x, LLVMTypeOf(v), true, block);
    CanonExpr *zero = hir_canon_constant(b->h, LLVMTypeOf(v), 0);
    if (!f.ce || !zero || !(promised || hir_b_is_less(b, zero, f.ce, true, false, block)))
        return (hir_form){0};
    f.nuw |= !hir_canon_has_blobs(f.ce);
    return f;
}

static hir_form widened(hir_builder *b, LLVMValueRef v, LLVMTypeRef to, uint32_t block,
                        unsigned depth);

/* (n - 1) * m without a wrap is a product of wider numbers, too, although n * m - m, which it is
 * modulo 2^32, may not be a sum of them. */
static hir_form widened_product(hir_builder *b, LLVMValueRef v, LLVMTypeRef to, uint32_t block,
                                unsigned depth) {
    hir_form x = widened(b, LLVMGetOperand(v, 0), to, block, depth);
    hir_form y = widened(b, LLVMGetOperand(v, 1), to, block, depth);
    if (!x.ce || !y.ce || !x.nsw || !y.nsw)
        return (hir_form){0};
    if (hir_only_blob(x.ce)) {
        hir_form swap = x;
        x = y;
        y = swap;
    }
    hir_blob blob = hir_only_blob(y.ce);
    bool whole = blob && !hir_b_has_ivs(x.ce) && hir_canon_is_plain(x.ce);
    CanonExpr *ce = whole ? hir_canon_copy(b->h, x.ce) : NULL;
    if (!ce || !hir_canon_multiply_by_blob(b->h, ce, blob))
        return (hir_form){0};
    return (hir_form){ce, hir_b_distributes(b, x.ce, y.ce, block), false};
}

enum { MAX_WIDE_DEPTH = 4 };

/* A signed number with more bits, made from its operands where the sum or product of them does not
 * wrap. */
static hir_form widened(hir_builder *b, LLVMValueRef v, LLVMTypeRef to, uint32_t block,
                        unsigned depth) {
    hir_form f = {0};
    if (LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMMul && LLVMGetNSW(v) &&
        depth < MAX_WIDE_DEPTH && hir_b_in_scope(b, v, block))
        f = widened_product(b, v, to, hir_b_block_of(b, v), depth + 1);
    return f.nsw ? f : hir_b_extend(b, hir_b_form(b, v, block), to, true, block);
}

hir_form hir_b_extend_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    bool is_signed = LLVMGetInstructionOpcode(v) == LLVMSExt;
    hir_form x = hir_b_form(b, LLVMGetOperand(v, 0), block);
    if (is_signed && x.ce && !hir_b_has_ivs(x.ce) && LLVMTypeOf(v) == b->index_type) {
        hir_form f = widened(b, LLVMGetOperand(v, 0), LLVMTypeOf(v), block, 0);
        if (f.ce && f.nsw)
            return f;
    }
    if (!is_signed && x.ce && (hir_b_has_ivs(x.ce) || LLVMGetNNeg(v))) {
        hir_form f = extend_natural(b, x, v, block);
        if (f.ce)
            return f;
    }
    return hir_b_extend(b, x, LLVMTypeOf(v), is_signed, block);
}
