#include "hir/lower/emit.h"

#include "ir/value.h"

static LLVMValueRef constant(LLVMTypeRef type, int64_t value) {
    return LLVMConstInt(type, (uint64_t)value, true);
}

static LLVMTypeRef number_type(const hir_emitter *e, LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? hir_index_type(e->h) : type;
}

/* The low bits, or as many more as are needed. */
static LLVMValueRef resized(const hir_emitter *e, LLVMValueRef v, LLVMTypeRef type) {
    if (ir_is_pointer(v))
        v = LLVMBuildPtrToInt(e->builder, v, hir_index_type(e->h), "");
    return LLVMTypeOf(v) == type ? v : LLVMBuildIntCast2(e->builder, v, type, false, "");
}

static LLVMValueRef extremum(const hir_emitter *e, hir_blob_op op, LLVMValueRef x, LLVMValueRef y) {
    LLVMIntPredicate p = op == BLOB_SMIN   ? LLVMIntSLT
                         : op == BLOB_SMAX ? LLVMIntSGT
                         : op == BLOB_UMIN ? LLVMIntULT
                                           : LLVMIntUGT;
    LLVMValueRef better = LLVMBuildICmp(e->builder, p, x, y, "");
    return LLVMBuildSelect(e->builder, better, x, y, "");
}

static LLVMValueRef combine(const hir_emitter *e, hir_blob_op op, LLVMValueRef x, LLVMValueRef y) {
    switch (op) {
    case BLOB_ADD:
        return LLVMBuildAdd(e->builder, x, y, "");
    case BLOB_MUL:
        return LLVMBuildMul(e->builder, x, y, "");
    case BLOB_UDIV:
        return LLVMBuildUDiv(e->builder, x, y, "");
    case BLOB_SDIV:
        return LLVMBuildSDiv(e->builder, x, y, "");
    default:
        return extremum(e, op, x, y);
    }
}

static LLVMValueRef emit_cast(const hir_emitter *e, const hir_blob_info *info, LLVMValueRef v) {
    switch (info->op) {
    case BLOB_TRUNC:
        return LLVMBuildTrunc(e->builder, v, info->type, "");
    case BLOB_ZEXT:
        return LLVMBuildZExt(e->builder, v, info->type, "");
    case BLOB_SEXT:
        return LLVMBuildSExt(e->builder, v, info->type, "");
    default:
        return resized(e, v, info->type);
    }
}

/* Its depth is bounded, see hir_blob_info. */
LLVMValueRef hir_emit_blob(const hir_emitter *e, hir_blob b) {
    const hir_blob_info info = *hir_blob_at(e->h, b);
    if (info.op == BLOB_TEMP)
        return e->temp(e->data, info.temp);
    if (info.op == BLOB_CONSTANT)
        return constant(number_type(e, info.type), info.constant);
    LLVMValueRef all = hir_emit_blob(e, info.operands[0]);
    if (all && info.op >= BLOB_TRUNC)
        return emit_cast(e, &info, all);
    for (uint32_t i = 1; all && i < info.operand_count; i++) {
        LLVMValueRef next = hir_emit_blob(e, info.operands[i]);
        all = next ? combine(e, info.op, all, next) : NULL;
    }
    return all;
}

bool hir_is_natural_blob(const hir_emitter *e, hir_blob b) {
    const hir_blob_info *info = hir_blob_at(e->h, b);
    switch (info->op) {
    case BLOB_TEMP:
        return e->is_natural_temp(e->data, info->temp);
    case BLOB_CONSTANT:
        return info->constant >= 0;
    case BLOB_ZEXT:
        return true;
    case BLOB_SEXT:
        return hir_is_natural_blob(e, info->operands[0]);
    default:
        return false;
    }
}

bool hir_is_natural(const hir_emitter *e, const CanonExpr *ce) {
    if (ce->cast == HIR_CAST_ZEXT)
        return true;
    bool all = ce->cast != HIR_CAST_TRUNC && (ce->exact || hir_is_simple(ce)) && ce->constant >= 0;
    hir_each_term (t, ce)
        all = all && t.coefficient > 0 && (!t.level || e->is_natural(e->data, t.level)) &&
              (!t.blob || hir_is_natural_blob(e, t.blob));
    return all;
}

/* A term of a sum: the value, to be added or subtracted. */
typedef struct term {
    LLVMValueRef value;
    bool subtract;
    int sign;       /* of what it adds: 1 not negative, -1 not positive, 0 unknown */
    uint32_t level; /* of the loop it varies in */
} term;

typedef struct sum {
    const hir_emitter *e;
    LLVMTypeRef type;
    bool nsw; /* neither the sum nor a product wraps */
    term terms[HIR_MAX_LEVEL + HIR_MAX_TERMS + 1];
    uint32_t count;
} sum;

static LLVMValueRef product(const sum *s, LLVMValueRef x, LLVMValueRef y) {
    return s->nsw ? LLVMBuildNSWMul(s->e->builder, x, y, "")
                  : LLVMBuildMul(s->e->builder, x, y, "");
}

/* Terms are in the order of their levels, so that what does not change is computed together, and in
 * the same way everywhere. The constant factor comes last: the rest fits if the whole does, while
 * the other way round it may be too large where an iteration number is 0. */
static bool add_term(sum *s, int64_t coefficient, LLVMValueRef factor, bool natural,
                     uint32_t level) {
    term t = {.value = factor, .subtract = coefficient == -1, .level = level};
    if (!factor)
        return false;
    if (natural)
        t.sign = coefficient > 0 ? 1 : -1;
    if (coefficient != 1 && coefficient != -1)
        t.value = product(s, factor, constant(s->type, coefficient));
    uint32_t at = s->count++;
    for (; at > 0 && s->terms[at - 1].level > level; at--)
        s->terms[at] = s->terms[at - 1];
    s->terms[at] = t;
    return true;
}

LLVMValueRef hir_emit_resized(const hir_emitter *e, LLVMValueRef v, LLVMTypeRef type,
                              bool is_signed) {
    if (is_signed && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && LLVMTypeOf(v) != type)
        return LLVMBuildSExt(e->builder, v, type, "");
    return resized(e, v, type);
}

static LLVMValueRef widened(const sum *s, LLVMValueRef v) {
    return hir_emit_resized(s->e, v, s->type, s->nsw);
}

static bool add_iv_term(sum *s, uint32_t level, hir_iv_term iv) {
    const hir_emitter *e = s->e;
    LLVMValueRef count = e->iteration(e->data, level);
    if (!count)
        return false;
    LLVMValueRef value = resized(e, count, s->type);
    bool natural = s->nsw && e->is_natural(e->data, level);
    if (iv.blob) {
        LLVMValueRef blob = hir_emit_blob(e, iv.blob);
        natural = natural && hir_is_natural_blob(e, iv.blob);
        value = blob ? product(s, value, widened(s, blob)) : NULL;
    }
    uint32_t inner = iv.blob ? hir_blob_level(e->h, iv.blob, NULL) : 0;
    return add_term(s, iv.coefficient, value, natural, inner > level ? inner : level);
}

static bool collect_terms(sum *s, const CanonExpr *ce) {
    for (uint32_t i = 0; i < ce->iv_count; i++)
        if (ce->ivs[i].coefficient && !add_iv_term(s, i + 1, ce->ivs[i]))
            return false;
    for (uint32_t i = 0; i < ce->blob_count; i++) {
        LLVMValueRef blob = hir_emit_blob(s->e, ce->blobs[i].blob);
        bool natural = s->nsw && hir_is_natural_blob(s->e, ce->blobs[i].blob);
        uint32_t level = hir_blob_level(s->e->h, ce->blobs[i].blob, NULL);
        if (!blob || !add_term(s, ce->blobs[i].coefficient, widened(s, blob), natural, level))
            return false;
    }
    if (ce->constant || !s->count)
        s->terms[s->count++] =
            (term){constant(s->type, ce->constant), false, ce->constant < 0 ? -1 : 1, 0};
    return true;
}

/* If all terms but one move the sum the same way, and that one comes first, no sum on the way is
 * beyond both the first and the last. Of two terms there is nothing on the way. */
static bool order_terms(sum *s) {
    uint32_t of_sign[3] = {0}, first = 0;
    for (uint32_t i = 0; i < s->count; i++)
        of_sign[s->terms[i].sign + 1]++;
    if (s->count <= 2)
        return true;
    int odd = of_sign[1] ? 0 : of_sign[0] <= 1 ? -1 : 1;
    if (of_sign[odd + 1] > 1 || (odd == 0 && of_sign[0] && of_sign[2]))
        return false;
    while (first < s->count && s->terms[first].sign != odd)
        first++;
    if (first == s->count)
        return true;
    term odd_one = s->terms[first];
    for (; first > 0; first--)
        s->terms[first] = s->terms[first - 1];
    s->terms[0] = odd_one;
    return true;
}

static LLVMValueRef add_up(sum *s) {
    LLVMBuilderRef b = s->e->builder;
    bool nsw = s->nsw && order_terms(s);
    uint32_t first = 0;
    while (!nsw && first < s->count && s->terms[first].subtract)
        first++;
    first = first == s->count ? 0 : first;
    LLVMValueRef all = s->terms[first].value;
    if (s->terms[first].subtract)
        all = nsw ? LLVMBuildNSWNeg(b, all, "") : LLVMBuildNeg(b, all, "");
    for (uint32_t i = 0; i < s->count; i++) {
        if (i == first)
            continue;
        LLVMValueRef v = s->terms[i].value;
        if (s->terms[i].subtract)
            all = nsw ? LLVMBuildNSWSub(b, all, v, "") : LLVMBuildSub(b, all, v, "");
        else
            all = nsw ? LLVMBuildNSWAdd(b, all, v, "") : LLVMBuildAdd(b, all, v, "");
    }
    return all;
}

/* In the destination type at once, if the extension of the sum is the sum of extensions: numbers of
 * iterations need no casts then. */
static bool is_wide(const hir_emitter *e, const CanonExpr *ce) {
    return e->flags && ce->exact && ce->cast == HIR_CAST_SEXT && ce->denominator == 1 &&
           ce->dest == hir_index_type(e->h);
}

/* The level of the only IV, if it is only added or subtracted; else 0. */
static uint32_t moving_level(const CanonExpr *ce) {
    uint32_t level = 0;
    for (uint32_t i = 0; i < ce->iv_count; i++) {
        int64_t by = ce->ivs[i].coefficient;
        if (by && (level || ce->ivs[i].blob || (by != 1 && by != -1)))
            return 0;
        level = by ? i + 1 : level;
    }
    return level;
}

/* A start, the number of the iteration and a constant; NULL if it is something else. */
static LLVMValueRef emit_moving(const sum *s, const CanonExpr *ce) {
    uint32_t level = s->e->moving ? moving_level(ce) : 0;
    if (!level || ce->blob_count != 1 || ce->blobs[0].coefficient != 1)
        return NULL;
    hir_moving moving = {ce->blobs[0].blob, s->type, ce->ivs[level - 1].coefficient < 0, s->nsw};
    LLVMValueRef v = s->e->moving(s->e->data, level, &moving);
    return v && ce->constant ? LLVMBuildAdd(s->e->builder, v, constant(s->type, ce->constant), "")
                             : v;
}

static LLVMValueRef emit_sum(const hir_emitter *e, const CanonExpr *ce, LLVMTypeRef type) {
    sum s = {.e = e, .type = type};
    s.nsw = e->flags && ce->exact && type == hir_index_type(e->h);
    LLVMValueRef moving = emit_moving(&s, ce);
    if (moving)
        return moving;
    return collect_terms(&s, ce) ? add_up(&s) : NULL;
}

/* Whether some of its terms vary in a loop in which others do not. */
static bool is_mixed(const hir_emitter *e, const CanonExpr *ce) {
    uint32_t least = HIR_MAX_LEVEL + 1, most = 0;
    hir_each_term (t, ce) {
        uint32_t level = t.level ? t.level : hir_blob_level(e->h, t.blob, NULL);
        least = !t.level && level < least ? level : least;
        most = level > most ? level : most;
    }
    return least < most;
}

bool hir_emit_in_parts(const hir_emitter *e, const CanonExpr *ce, LLVMValueRef parts[2]) {
    sum all = {.e = e, .type = number_type(e, ce->source)}, of[2] = {all, all};
    if (!hir_canon_is_plain(ce) || ce->blob_count < 2 || !is_mixed(e, ce) ||
        !collect_terms(&all, ce))
        return false;
    uint32_t variable = all.count - (ce->constant != 0);
    for (uint32_t i = 0; i < all.count; i++) {
        sum *s = &of[i >= variable || all.terms[i].level == all.terms[variable - 1].level];
        s->terms[s->count++] = all.terms[i];
    }
    parts[0] = add_up(&of[0]);
    parts[1] = add_up(&of[1]);
    return true;
}

LLVMValueRef hir_emit_canon(const hir_emitter *e, const CanonExpr *ce) {
    if (hir_width(e->h, ce->source) == 0 || hir_is_self_blob(e->h, ce))
        return ce->blob_count == 1 ? hir_emit_blob(e, ce->blobs[0].blob) : NULL;
    if (is_wide(e, ce))
        return emit_sum(e, ce, ce->dest);
    LLVMTypeRef type = number_type(e, ce->source);
    LLVMValueRef v = emit_sum(e, ce, type);
    if (v && ce->denominator > 1)
        v = combine(e, ce->is_signed ? BLOB_SDIV : BLOB_UDIV, v, constant(type, ce->denominator));
    if (!v || ce->cast == HIR_CAST_NONE)
        return v;
    hir_blob_info cast = {.op = (hir_blob_op)ce->cast, .type = ce->dest};
    return emit_cast(e, &cast, v);
}
