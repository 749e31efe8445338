/* Integers as closed forms: sums of induction variables and blobs, modulo 2^width, which is right
 * whatever wraps. Extensions go inside of a sum only where it is proven not to wrap; otherwise they
 * stay around it, or the value is a temp. */
#include "hir/build/builder.h"
#include "ir/value.h"

#include <llvm-c/Core.h>

#include <string.h>

enum { MAX_DEPTH = 40, MAX_BLOB_TERMS = 8 };

bool hir_b_is_linear_type(const hir_builder *b, LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && hir_width(b->h, type) > 1;
}

LLVMValueRef hir_b_phi_same(LLVMValueRef phi) {
    LLVMValueRef same = LLVMGetIncomingValue(phi, 0);
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 1; i < count; i++)
        if (LLVMGetIncomingValue(phi, i) != same)
            return NULL;
    return same == phi ? NULL : same;
}

bool hir_b_in_scope(const hir_builder *b, LLVMValueRef v, uint32_t block) {
    uint32_t own = hir_b_block_of(b, v);
    uint32_t loop = own == IR_NONE ? IR_NONE : b->loops->innermost[own];
    return loop == IR_NONE || ir_loop_has_block(b->loops, loop, block);
}

/* "double 1.0" without the type in front. */
static hir_temp constant_temp(hir_builder *b, LLVMValueRef v) {
    char *text = LLVMPrintValueToString(v), *type = LLVMPrintTypeToString(LLVMTypeOf(v));
    size_t skip = strlen(type) + 1;
    bool typed = strlen(text) > skip && memcmp(text, type, skip - 1) == 0;
    hir_temp t = hir_temp_constant(b->h, typed ? text + skip : text, LLVMTypeOf(v), v);
    LLVMDisposeMessage(text);
    LLVMDisposeMessage(type);
    return t;
}

static hir_temp named_temp(hir_builder *b, LLVMValueRef v, const char *suffix) {
    str name;
    str_init(&name, b->ctx);
    if (LLVMIsAGlobalValue(v)) {
        size_t length;
        const char *own = LLVMGetValueName2(v, &length);
        str_add_char(&name, '@');
        ir_name_quote(&name, own, length);
    } else {
        ir_names_add(&b->names, &name, v);
    }
    str_add(&name, suffix);
    hir_temp t = hir_temp_new(b->h, str_text(&name), LLVMTypeOf(v), v);
    str_free(&name);
    return t;
}

static hir_temp note_temp(hir_builder *b, hir_temp t, hir_def def) {
    while (t && b->defs.len <= t)
        if (!vec_push(b->ctx, &b->defs, (hir_def){.block = IR_NONE, .local = IR_NONE}))
            return 0;
    if (t)
        b->defs.at[t] = def;
    return t;
}

/* A header's PHI changes before nodes after the loop read it. */
static bool needs_copy(const hir_builder *b, LLVMValueRef v, uint32_t own, uint32_t block) {
    return LLVMIsAPHINode(v) && hir_b_loop_of_header(b, own) != IR_NONE &&
           !ir_loop_has_block(b->loops, b->loops->innermost[own], block);
}

hir_temp hir_b_temp(hir_builder *b, LLVMValueRef v, uint32_t block) {
    uint32_t own = hir_b_block_of(b, v);
    bool copy = hir_b_in_region(b, own) && needs_copy(b, v, own, block);
    map_word *place = map_put(copy ? &b->copies : &b->temps, v);
    if (!place)
        return 0;
    if (place->u)
        return (hir_temp)place->u;
    bool constant = LLVMIsConstant(v) && !LLVMIsAGlobalValue(v);
    bool metadata = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMMetadataTypeKind;
    hir_temp t = constant || metadata ? constant_temp(b, v) : named_temp(b, v, copy ? ".out" : "");
    place->u =
        note_temp(b, t, (hir_def){.value = v, .block = own, .is_copy = copy, .local = IR_NONE});
    return (hir_temp)place->u;
}

hir_form hir_b_self(hir_builder *b, LLVMValueRef v, uint32_t block) {
    hir_temp t = hir_b_temp(b, v, block);
    CanonExpr *ce = hir_canon_blob(b->h, hir_blob_temp(b->h, t));
    return (hir_form){ce ? ce : b->nothing, true, true};
}

bool hir_b_has_ivs(const CanonExpr *ce) {
    return ce->iv_count != 0;
}

/* The operand in a form that can be a term of a sum. */
hir_form hir_b_summand(hir_builder *b, LLVMValueRef v, uint32_t block) {
    hir_form f = hir_b_form(b, v, block);
    if (!f.ce || hir_canon_is_plain(f.ce) || !hir_b_has_ivs(f.ce))
        return f;
    return hir_b_self(b, v, block);
}

bool hir_b_add_constant(hir_builder *b, CanonExpr *ce, int64_t value) {
    CanonExpr *by = value ? hir_canon_constant(b->h, ce->dest, value) : NULL;
    return value == 0 || (by && hir_canon_add(b->h, ce, by));
}

/* A copy that terms can be added to. */
static CanonExpr *open_copy(hir_builder *b, const CanonExpr *ce) {
    return hir_canon_is_plain(ce) ? hir_canon_copy(b->h, ce)
                                  : hir_canon_blob(b->h, hir_canon_as_blob(b->h, ce));
}

static hir_form constant_form(hir_builder *b, LLVMTypeRef type, int64_t value) {
    CanonExpr *ce = hir_canon_constant(b->h, type, value);
    return (hir_form){ce ? ce : b->nothing, true, value >= 0};
}

CanonExpr *hir_b_sum(hir_builder *b, hir_form x, int64_t factor, hir_form y) {
    CanonExpr *to = hir_canon_copy(b->h, x.ce), *by = hir_canon_copy(b->h, y.ce);
    if (!to || !by || !hir_canon_multiply_by(b->h, by, factor) || !hir_canon_add(b->h, to, by))
        return NULL;
    return to->blob_count <= MAX_BLOB_TERMS ? to : NULL;
}

static int64_t coefficient_of(const CanonExpr *ce, hir_blob blob) {
    for (uint32_t i = 0; i < ce->blob_count; i++)
        if (ce->blobs[i].blob == blob)
            return ce->blobs[i].coefficient;
    return 0;
}

static bool is_sum(int64_t x, int64_t factor, int64_t y, int64_t sum) {
    return (hir_wide)x + (hir_wide)factor * y == sum;
}

static bool is_sum_of_ivs(const CanonExpr *x, int64_t factor, const CanonExpr *y,
                          const CanonExpr *out, uint32_t level) {
    hir_iv_term a = hir_iv_at(x, level), c = hir_iv_at(y, level), all = hir_iv_at(out, level);
    bool alike = a.coefficient == 0 || c.coefficient == 0 || a.blob == c.blob;
    return alike && is_sum(a.coefficient, factor, c.coefficient, all.coefficient);
}

/* Of what has no iterations in it. */
static bool is_sum_of_rest(const CanonExpr *x, int64_t factor, const CanonExpr *y,
                           const CanonExpr *out) {
    if (!is_sum(x->constant, factor, y->constant, out->constant))
        return false;
    const CanonExpr *both[] = {x, y};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < both[k]->blob_count; i++) {
            hir_blob blob = both[k]->blobs[i].blob;
            if (!is_sum(coefficient_of(x, blob), factor, coefficient_of(y, blob),
                        coefficient_of(out, blob)))
                return false;
        }
    return true;
}

/* Whether out is x + factor * y as a number: coefficients are kept modulo 2^width, and 100 + 100 is
 * -56 for 8 bits. */
bool hir_b_is_number_sum(const CanonExpr *x, int64_t factor, const CanonExpr *y,
                         const CanonExpr *out) {
    for (uint32_t level = 1; level <= x->iv_count || level <= y->iv_count; level++)
        if (!is_sum_of_ivs(x, factor, y, out, level))
            return false;
    return is_sum_of_rest(x, factor, y, out);
}

/* What one iteration counts. */
static bool factor_range(hir_builder *b, hir_iv_term term, int64_t factor, uint32_t block,
                         hir_range *r) {
    *r = term.blob ? hir_b_blob_range(b, term.blob, block) : (hir_range){1, 1};
    return hir_range_multiply(r, term.coefficient) && hir_range_multiply(r, factor);
}

/* Whether n * i + i is (n + 1) * i as a number, too, for all n that there are. */
static bool merges(hir_builder *b, hir_iv_term x, int64_t factor, hir_iv_term y, hir_iv_term out,
                   uint32_t block) {
    hir_range sum, by, all, type = hir_type_range(hir_width(b->h, b->index_type), true);
    return factor_range(b, x, 1, block, &sum) && factor_range(b, y, factor, block, &by) &&
           factor_range(b, out, 1, block, &all) && hir_range_add(&sum, by) &&
           hir_range_in(sum, type) && hir_range_in(all, type);
}

/* As hir_b_is_number_sum, with numbers that are signed, of as many bits as an address. */
static bool is_merged_sum(hir_builder *b, const CanonExpr *x, int64_t factor, const CanonExpr *y,
                          const CanonExpr *out, uint32_t block) {
    bool done = out->dest == b->index_type && is_sum_of_rest(x, factor, y, out);
    for (uint32_t level = 1; done && (level <= x->iv_count || level <= y->iv_count); level++)
        done = is_sum_of_ivs(x, factor, y, out, level) ||
               merges(b, hir_iv_at(x, level), factor, hir_iv_at(y, level), hir_iv_at(out, level),
                      block);
    return done;
}

static hir_form add_form(hir_builder *b, LLVMValueRef v, uint32_t block, int64_t factor) {
    hir_form x = hir_b_summand(b, LLVMGetOperand(v, 0), block);
    hir_form y = hir_b_summand(b, LLVMGetOperand(v, 1), block);
    bool disjoint = LLVMGetInstructionOpcode(v) == LLVMOr;
    CanonExpr *ce = hir_b_sum(b, x, factor, y);
    bool number = ce && hir_b_is_number_sum(x.ce, factor, y.ce, ce);
    bool merged = number || (ce && is_merged_sum(b, x.ce, factor, y.ce, ce, block));
    return (hir_form){ce, merged && x.nsw && y.nsw && (disjoint || LLVMGetNSW(v)),
                      number && x.nuw && y.nuw && (disjoint || LLVMGetNUW(v))};
}

static hir_form scaled(hir_builder *b, LLVMValueRef v, hir_form x, int64_t factor) {
    CanonExpr *ce = hir_canon_copy(b->h, x.ce);
    if (!ce || !hir_canon_multiply_by(b->h, ce, factor))
        return (hir_form){0};
    bool number = hir_b_is_number_sum(b->nothing, factor, x.ce, ce);
    return (hir_form){ce, number && x.nsw && LLVMGetNSW(v),
                      number && x.nuw && LLVMGetNUW(v) && factor >= 0};
}

/* Whether the blob is the same in all loops whose IVs ce has, both being used in the block. */
static bool varies_less(hir_builder *b, hir_blob blob, const CanonExpr *ce, uint32_t block) {
    uint32_t loop = b->loops->innermost[block];
    for (; loop != IR_NONE && b->facts[loop].level; loop = b->loops->loops[loop].parent)
        if (hir_has_iv(ce, b->facts[loop].level) && !hir_b_is_invariant_blob(b, blob, loop))
            return false;
    return true;
}

/* The coefficient of its only term, or the constant that it is; 0 if it is more or less. */
static int64_t only_coefficient(const CanonExpr *ce) {
    uint32_t terms = ce->constant != 0;
    int64_t only = ce->constant;
    hir_each_term (t, ce) {
        terms++;
        only = t.coefficient;
    }
    return terms == 1 ? only : 0;
}

/* Whether out, the one term x times y, is that as a number: factors of the blob that y is become
 * factors of the coefficient, which is kept modulo 2^width. */
static bool is_number_product(const CanonExpr *x, const CanonExpr *y, const CanonExpr *out) {
    int64_t own = only_coefficient(x), all = only_coefficient(out);
    return own && all && (all == own || (hir_wide)own * only_coefficient(y) == all);
}

/* Whether it only adds up iterations and a constant that is not negative: no term is larger than
 * the sum. Times one blob, such as n * n, which counts as the number that it has become, no term is
 * larger than the product. */
static bool is_forwards(const CanonExpr *ce) {
    hir_each_term (t, ce)
        if (t.blob || t.coefficient < 0)
            return false;
    return hir_canon_is_plain(ce) && ce->constant >= 0;
}

bool hir_b_distributes(hir_builder *b, const CanonExpr *x, const CanonExpr *y, uint32_t block) {
    hir_range type = hir_type_range(hir_width(b->h, x->dest), true);
    hir_blob blob = hir_canon_is_plain(x) ? hir_only_blob(y) : 0;
    if (!blob)
        return false;
    hir_range by = hir_b_blob_range(b, blob, block);
    hir_each_term (t, x) {
        hir_range low = t.blob ? hir_b_blob_range(b, t.blob, block) : (hir_range){1, 1}, high = low;
        if (!hir_range_multiply(&low, by.low) || !hir_range_multiply(&high, by.high) ||
            !hir_range_in(low, type) || !hir_range_in(high, type))
            return false;
    }
    return true;
}

static hir_form product(hir_builder *b, LLVMValueRef v, uint32_t block, hir_form x, hir_form y) {
    int64_t factor;
    if (!x.ce || !y.ce)
        return (hir_form){0};
    if (hir_is_constant(y.ce, &factor))
        return scaled(b, v, x, factor);
    if (hir_is_constant(x.ce, &factor))
        return scaled(b, v, y, factor);
    if (hir_b_has_ivs(y.ce)) {
        hir_form swap = x;
        x = y;
        y = swap;
    }
    hir_blob blob = hir_canon_as_blob(b->h, y.ce);
    CanonExpr *ce = hir_canon_copy(b->h, x.ce);
    if (!blob || !ce || (hir_b_has_ivs(ce) && !varies_less(b, blob, ce, block)) ||
        !hir_canon_multiply_by_blob(b->h, ce, blob) || ce->blob_count > MAX_BLOB_TERMS)
        return (hir_form){0};
    bool whole = is_forwards(x.ce) && hir_only_blob(y.ce);
    bool number = whole || is_number_product(x.ce, y.ce, ce);
    bool spread = number || hir_b_distributes(b, x.ce, y.ce, block);
    return (hir_form){ce, spread && x.nsw && (y.nsw || whole) && LLVMGetNSW(v),
                      number && x.nuw && y.nuw && LLVMGetNUW(v)};
}

hir_form hir_b_whole(hir_builder *b, hir_blob blob) {
    CanonExpr *ce = hir_canon_blob(b->h, blob);
    bool one = ce && ce->blob_count == 1 && only_coefficient(ce) == 1;
    return (hir_form){ce, one, one};
}

/* An operand with IVs becomes a temp if the other one changes with them. */
static hir_form product_of_temps(hir_builder *b, LLVMValueRef v, uint32_t block) {
    hir_blob both[2];
    for (unsigned i = 0; i < 2; i++) {
        hir_form x = hir_b_summand(b, LLVMGetOperand(v, i), block);
        if (x.ce && hir_b_has_ivs(x.ce))
            x = hir_b_self(b, LLVMGetOperand(v, i), block);
        both[i] = x.ce ? hir_canon_as_blob(b->h, x.ce) : 0;
    }
    return hir_b_whole(b, hir_blob_make(b->h, BLOB_MUL, LLVMTypeOf(v), both, 2));
}

static hir_form mul_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    hir_form x = hir_b_summand(b, LLVMGetOperand(v, 0), block);
    hir_form y = hir_b_summand(b, LLVMGetOperand(v, 1), block);
    hir_form f = product(b, v, block, x, y);
    if (!f.ce && x.ce && y.ce && hir_b_has_ivs(x.ce) != hir_b_has_ivs(y.ce))
        f = product_of_temps(b, v, block);
    return f;
}

/* The amount of a shift or the divisor, if it is a constant in [1, limit]; else 0. */
static uint64_t small_constant(LLVMValueRef v, uint64_t limit) {
    LLVMValueRef by = LLVMIsAConstantInt(LLVMGetOperand(v, 1));
    if (!by)
        return 0;
    uint64_t value = LLVMConstIntGetZExtValue(by);
    return value <= limit ? value : 0;
}

static hir_form shl_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    uint64_t by = small_constant(v, hir_width(b->h, LLVMTypeOf(v)) - 1);
    if (!by || by > 61)
        return (hir_form){0};
    hir_form x = hir_b_summand(b, LLVMGetOperand(v, 0), block);
    hir_form f = x.ce ? scaled(b, v, x, INT64_C(1) << by) : x;
    f.nsw &= by < hir_width(b->h, LLVMTypeOf(v)) - 1;
    f.nuw &= by < hir_width(b->h, LLVMTypeOf(v)) - 1;
    return f;
}

static hir_form divided(hir_builder *b, LLVMValueRef v, uint32_t block, int64_t by,
                        bool is_signed) {
    hir_form x = hir_b_summand(b, LLVMGetOperand(v, 0), block);
    CanonExpr *ce = x.ce ? hir_canon_copy(b->h, x.ce) : NULL;
    if (!ce || by <= 0 || !hir_canon_divide_by(b->h, ce, by, is_signed))
        return (hir_form){0};
    return (hir_form){ce, false, false};
}

static hir_form div_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    uint32_t width = hir_width(b->h, LLVMTypeOf(v));
    uint64_t by = small_constant(v, (UINT64_C(1) << (width - 1)) - 1);
    return divided(b, v, block, (int64_t)by, LLVMGetInstructionOpcode(v) == LLVMSDiv);
}

/* An arithmetic shift rounds down, a division to 0: the same if nothing is lost, or not below 0. */
static hir_form shr_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    uint64_t by = small_constant(v, hir_width(b->h, LLVMTypeOf(v)) - 2);
    bool is_signed = LLVMGetInstructionOpcode(v) == LLVMAShr;
    if (!by || by > 61)
        return (hir_form){0};
    if (is_signed && !LLVMGetExact(v) &&
        hir_b_value_range(b, LLVMGetOperand(v, 0), true, block).low < 0)
        return (hir_form){0};
    return divided(b, v, block, INT64_C(1) << by, is_signed);
}

/* ~x = -x - 1 */
static hir_form xor_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    LLVMValueRef mask = LLVMIsAConstantInt(LLVMGetOperand(v, 1));
    if (!mask || LLVMConstIntGetSExtValue(mask) != -1)
        return (hir_form){0};
    hir_form x = hir_b_summand(b, LLVMGetOperand(v, 0), block);
    CanonExpr *ce = x.ce ? hir_canon_copy(b->h, x.ce) : NULL;
    if (!ce || !hir_canon_negate(b->h, ce) || !hir_b_add_constant(b, ce, -1))
        return (hir_form){0};
    CanonExpr *minus_one = hir_canon_constant(b->h, LLVMTypeOf(v), -1);
    return (hir_form){ce, x.nsw && minus_one && hir_b_is_number_sum(minus_one, -1, x.ce, ce),
                      false};
}

static hir_form ptrtoint_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    hir_address a;
    if (LLVMTypeOf(v) != b->index_type)
        return (hir_form){0};
    hir_b_address(b, LLVMGetOperand(v, 0), block, &a);
    return (hir_form){hir_b_address_sum(b, &a), false, false};
}

static bool min_max_op(LLVMValueRef v, hir_blob_op *op) {
    static const char *const names[] = {"llvm.smin", "llvm.smax", "llvm.umin", "llvm.umax"};
    LLVMValueRef callee = LLVMGetCalledValue(v);
    unsigned id = LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    for (*op = BLOB_SMIN; id && *op <= BLOB_UMAX; ++*op)
        if (ir_intrinsic_id(names[*op - BLOB_SMIN]) == id)
            return true;
    return false;
}

/* The operand that branches before the region prove to be the result: LLVM does not see them all,
 * since it follows blocks with one predecessor only. */
static LLVMValueRef decided(hir_builder *b, LLVMValueRef v, hir_blob_op op, uint32_t block) {
    bool is_signed = op == BLOB_SMIN || op == BLOB_SMAX, least = op == BLOB_SMIN || op == BLOB_UMIN;
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
    if (!hir_b_is_linear_type(b, LLVMTypeOf(v)))
        return NULL;
    if (!hir_b_in_region(b, hir_b_block_of(b, v)))
        block = b->loops->loops[b->root].header;
    hir_range rx = hir_b_value_range(b, x, is_signed, block);
    hir_range ry = hir_b_value_range(b, y, is_signed, block);
    if (rx.low >= ry.high)
        return least ? y : x;
    return ry.low >= rx.high ? (least ? x : y) : NULL;
}

static hir_form call_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    hir_blob_op op;
    if (!min_max_op(v, &op))
        return (hir_form){0};
    LLVMValueRef same = decided(b, v, op, block);
    if (same)
        return hir_b_summand(b, same, block);
    hir_form x = hir_b_summand(b, LLVMGetOperand(v, 0), block);
    hir_form y = hir_b_summand(b, LLVMGetOperand(v, 1), block);
    if (!x.ce || !y.ce)
        return (hir_form){0};
    return hir_b_whole(b, hir_blob_of_two(b->h, op, LLVMTypeOf(v), hir_canon_as_blob(b->h, x.ce),
                                          hir_canon_as_blob(b->h, y.ce)));
}

/* start + step * i */
static hir_form induction_form(hir_builder *b, LLVMValueRef phi, uint32_t block) {
    const hir_induction *ind = hir_b_induction(b, phi);
    if (ind && ind->shifted)
        return (hir_form){ind->shifted, false, false};
    if (!ind || !ind->step)
        return (hir_form){0};
    uint32_t loop = hir_b_loop_of_header(b, block);
    hir_form start = hir_b_summand(b, ind->start, hir_b_block_before(b, loop));
    int64_t by = 1;
    bool constant = hir_is_constant(ind->step, &by);
    hir_blob blob = constant ? 0 : hir_canon_as_blob(b->h, ind->step);
    CanonExpr *ce = start.ce ? open_copy(b, start.ce) : NULL;
    if (!ce || (!constant && !blob) ||
        !hir_canon_add_iv(b->h, ce, b->facts[loop].level, constant ? by : 1, blob))
        return (hir_form){0};
    return (hir_form){ce, ind->nsw && start.nsw, ind->nuw && start.nuw};
}

/* Whether no bit of the constant is in x, all of whose terms are multiples of a power of 2 that is
 * larger: then x | y is x + y. */
static bool is_disjoint(const CanonExpr *x, const CanonExpr *y) {
    int64_t bits;
    if (!hir_is_constant(y, &bits) || bits < 0 || !hir_canon_is_plain(x))
        return false;
    uint64_t all = (uint64_t)x->constant;
    hir_each_term (t, x)
        all |= (uint64_t)t.coefficient;
    return all && (uint64_t)bits < (all & -all);
}

static hir_form or_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    hir_form x = hir_b_summand(b, LLVMGetOperand(v, 0), block);
    hir_form y = hir_b_summand(b, LLVMGetOperand(v, 1), block);
    if (!LLVMGetIsDisjoint(v) && !(x.ce && y.ce && is_disjoint(x.ce, y.ce)))
        return (hir_form){0};
    return add_form(b, v, block, 1);
}

static hir_form expand(hir_builder *b, LLVMValueRef v, uint32_t block) {
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
        return add_form(b, v, block, 1);
    case LLVMSub:
        return add_form(b, v, block, -1);
    case LLVMOr:
        return or_form(b, v, block);
    case LLVMMul:
        return mul_form(b, v, block);
    case LLVMShl:
        return shl_form(b, v, block);
    case LLVMUDiv:
    case LLVMSDiv:
        return div_form(b, v, block);
    case LLVMLShr:
    case LLVMAShr:
        return shr_form(b, v, block);
    case LLVMXor:
        return xor_form(b, v, block);
    case LLVMTrunc:
        return hir_b_trunc_form(b, v, block);
    case LLVMZExt:
    case LLVMSExt:
        return hir_b_extend_form(b, v, block);
    case LLVMPtrToInt:
        return ptrtoint_form(b, v, block);
    case LLVMCall:
        return call_form(b, v, block);
    case LLVMPHI:
        return hir_b_in_region(b, block) && hir_b_loop_of_header(b, block) != IR_NONE
                   ? induction_form(b, v, block)
                   : (hir_form){0};
    default:
        return (hir_form){0};
    }
}

static hir_form known_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    map_word *place = map_find(&b->forms, v);
    if (place)
        return *(hir_form *)place->p;
    b->depth++;
    hir_form f = b->depth < MAX_DEPTH ? expand(b, v, block) : (hir_form){0};
    b->depth--;
    if (!f.ce)
        f = hir_b_self(b, v, block);
    hir_form *kept = arena_new(&b->mem, hir_form);
    place = kept ? map_put(&b->forms, v) : NULL;
    if (place) {
        *kept = f;
        place->p = kept;
    }
    return f;
}

LLVMValueRef hir_b_passed_on(const hir_builder *b, LLVMValueRef v) {
    LLVMValueRef same;
    while (LLVMIsAPHINode(v) && hir_b_in_region(b, hir_b_block_of(b, v)) &&
           (same = hir_b_phi_same(v)))
        v = same;
    return v;
}

hir_form hir_b_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    v = hir_b_passed_on(b, v);
    if (LLVMIsAConstantInt(v) && hir_width(b->h, LLVMTypeOf(v)))
        return constant_form(b, LLVMTypeOf(v), LLVMConstIntGetSExtValue(v));
    if (!LLVMIsAInstruction(v) || !hir_b_is_linear_type(b, LLVMTypeOf(v)))
        return hir_b_self(b, v, block);
    if (!hir_b_in_scope(b, v, block)) {
        CanonExpr *exit = hir_b_exit_form(b, v, block);
        return exit ? (hir_form){exit, false, false} : hir_b_self(b, v, block);
    }
    return known_form(b, v, hir_b_block_of(b, v));
}
