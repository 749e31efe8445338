/* What numbers a value can be: from what computes it, and from branches on the way to a block. */
#include "hir/build/builder.h"
#include "ir/md.h"
#include "ir/value.h"

enum { MAX_RANGE_DEPTH = 6, MAX_WALK = 24, MAX_ASSUMPTIONS = 16 };

hir_range hir_b_type_range(uint32_t width, bool is_signed) {
    hir_wide one = 1;
    if (is_signed)
        return (hir_range){-(one << (width - 1)), (one << (width - 1)) - 1};
    return (hir_range){0, (one << width) - 1};
}

static hir_range clip(hir_range r, hir_range to) {
    return (hir_range){r.low > to.low ? r.low : to.low, r.high < to.high ? r.high : to.high};
}

/* A comparison that is true at a block, with the smaller side on the left. */
typedef struct fact {
    LLVMValueRef left, right;
    bool is_signed, strict;
    bool differs; /* only != */
    uint32_t block;
} fact;

static bool read_fact(LLVMValueRef compare, bool holds, fact *f) {
    static const struct {
        bool is_signed, strict, swap;
    } of[] = {[LLVMIntUGT - LLVMIntEQ] = {false, true, true},
              [LLVMIntUGE - LLVMIntEQ] = {false, false, true},
              [LLVMIntULT - LLVMIntEQ] = {false, true, false},
              [LLVMIntULE - LLVMIntEQ] = {false, false, false},
              [LLVMIntSGT - LLVMIntEQ] = {true, true, true},
              [LLVMIntSGE - LLVMIntEQ] = {true, false, true},
              [LLVMIntSLT - LLVMIntEQ] = {true, true, false},
              [LLVMIntSLE - LLVMIntEQ] = {true, false, false}};
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    f->left = LLVMGetOperand(compare, 0);
    f->right = LLVMGetOperand(compare, 1);
    f->differs = p == (holds ? LLVMIntNE : LLVMIntEQ);
    if (p == LLVMIntEQ || p == LLVMIntNE)
        return f->differs;
    f->is_signed = of[p - LLVMIntEQ].is_signed;
    f->strict = of[p - LLVMIntEQ].strict == holds;
    if (of[p - LLVMIntEQ].swap == holds) {
        LLVMValueRef swap = f->left;
        f->left = f->right;
        f->right = swap;
    }
    return true;
}

bool hir_b_both_sides(LLVMValueRef v, bool of_or, LLVMValueRef sides[2]) {
    if (!LLVMIsAInstruction(v))
        return false;
    if (LLVMGetInstructionOpcode(v) == (of_or ? LLVMOr : LLVMAnd)) {
        sides[0] = LLVMGetOperand(v, 0);
        sides[1] = LLVMGetOperand(v, 1);
        return true;
    }
    if (LLVMGetInstructionOpcode(v) != LLVMSelect)
        return false;
    sides[0] = LLVMGetOperand(v, 0);
    sides[1] = LLVMGetOperand(v, of_or ? 2 : 1);
    LLVMValueRef other = LLVMIsAConstantInt(LLVMGetOperand(v, of_or ? 1 : 2));
    return other && LLVMConstIntGetZExtValue(other) == of_or;
}

/* A walk up the dominator tree, from a block to the branches that lead there; then over what is
 * assumed in blocks above it. */
typedef struct walk {
    uint32_t from, at;
    unsigned steps;
    size_t assumption;
    /* That these are true, or all false, is known in a block. */
    LLVMValueRef known[HIR_MAX_SIDES + 2];
    unsigned known_count;
    uint32_t block;
    bool holds;
} walk;

/* A comparison among what is known, or among the sides of an and (an or, of what is false). */
static bool next_known(const hir_builder *b, walk *w, fact *f) {
    while (w->known_count) {
        LLVMValueRef v = w->known[--w->known_count];
        f->block = w->block;
        if (LLVMIsAICmpInst(v)) {
            if (hir_b_in_scope(b, v, w->block) && read_fact(v, w->holds, f))
                return true;
        } else if (w->known_count < HIR_MAX_SIDES &&
                   hir_b_both_sides(v, !w->holds, w->known + w->known_count)) {
            w->known_count += 2;
        }
    }
    return false;
}

static void know(walk *w, LLVMValueRef condition, bool holds, uint32_t block) {
    w->known[w->known_count++] = condition;
    w->holds = holds;
    w->block = block;
}

/* What the next branch tells. What is in a loop without `from` is left out: induction variables
 * mean something else there. */
static bool next_branch(const hir_builder *b, walk *w) {
    const ir_cfg *cfg = &b->cfg;
    while (w->at != IR_NONE && w->at != b->dom.root && ++w->steps < MAX_WALK) {
        uint32_t below = w->at, above = b->dom.idom[below];
        w->at = above;
        if (above == IR_NONE || cfg->pred_start[below + 1] - cfg->pred_start[below] != 1 ||
            !hir_b_stays_in_loops(b, above, w->from))
            continue;
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(cfg->blocks[above]);
        if (LLVMGetInstructionOpcode(branch) != LLVMBr || !LLVMIsConditional(branch))
            continue;
        know(w, LLVMGetCondition(branch), cfg->succs[cfg->succ_start[above]] == below, above);
        return true;
    }
    return false;
}

static bool next_assumption(const hir_builder *b, walk *w) {
    while (w->from != IR_NONE && w->assumption < b->assumptions.len) {
        const hir_assumption *a = &b->assumptions.at[w->assumption++];
        if (a->block != w->from && ir_dominates(&b->dom, a->block, w->from) &&
            hir_b_stays_in_loops(b, a->block, w->from)) {
            know(w, a->condition, true, a->block);
            return true;
        }
    }
    return false;
}

static bool next_fact(const hir_builder *b, walk *w, fact *f) {
    do
        if (next_known(b, w, f))
            return true;
    while (next_branch(b, w) || next_assumption(b, w));
    return false;
}

/* What a call of llvm.assume promises; NULL if it is no such call. */
static LLVMValueRef assumed(LLVMValueRef call, unsigned id) {
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    if (!callee || !LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) != id)
        return NULL;
    return LLVMGetOperand(call, 0);
}

void hir_b_find_assumptions(hir_builder *b) {
    static const char name[] = "llvm.assume";
    unsigned id = ir_intrinsic_id(name);
    if (!LLVMGetNamedFunction(b->h->m->llvm, name))
        return;
    for (uint32_t block = 0; block < b->cfg.count; block++)
        ir_each_inst (inst, b->cfg.blocks[block]) {
            LLVMValueRef condition = assumed(inst, id);
            if (condition && ir_cfg_reachable(&b->cfg, block) &&
                b->assumptions.len < MAX_ASSUMPTIONS)
                vec_push(b->ctx, &b->assumptions, (hir_assumption){condition, block});
        }
}

static bool constant_value(LLVMValueRef v, bool is_signed, hir_wide *value) {
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *value =
        is_signed ? (hir_wide)LLVMConstIntGetSExtValue(v) : (hir_wide)LLVMConstIntGetZExtValue(v);
    return true;
}

/* Whether x is v + *by as a number: if that wrapped, the branch that the fact is from were on
 * poison. */
static bool is_shifted(LLVMValueRef x, LLVMValueRef v, bool is_signed, hir_wide *by) {
    *by = 0;
    if (x == v)
        return true;
    bool add = LLVMIsAInstruction(x) && LLVMGetInstructionOpcode(x) == LLVMAdd;
    bool sub = LLVMIsAInstruction(x) && LLVMGetInstructionOpcode(x) == LLVMSub;
    if ((!add && !sub) || !is_signed || !LLVMGetNSW(x) || LLVMGetOperand(x, 0) != v ||
        !constant_value(LLVMGetOperand(x, 1), true, by))
        return false;
    *by = add ? *by : -*by;
    return true;
}

static hir_range narrow_by_fact(hir_range r, LLVMValueRef v, const fact *f) {
    hir_wide c, by;
    if (f->differs)
        return r;
    if (is_shifted(f->left, v, f->is_signed, &by) && constant_value(f->right, f->is_signed, &c))
        r.high = r.high < c - f->strict - by ? r.high : c - f->strict - by;
    if (is_shifted(f->right, v, f->is_signed, &by) && constant_value(f->left, f->is_signed, &c))
        r.low = r.low > c + f->strict - by ? r.low : c + f->strict - by;
    return r;
}

/* Numbers below 2^(width-1) are the same, signed or not. */
static hir_range refine(hir_builder *b, LLVMValueRef v, bool is_signed, uint32_t block,
                        hir_range r) {
    fact f = {0};
    walk w = {.from = block, .at = block};
    hir_range half = hir_b_type_range(hir_width(b->h, LLVMTypeOf(v)), true);
    half.low = 0;
    while (block != IR_NONE && next_fact(b, &w, &f)) {
        hir_range other = hir_b_type_range(hir_width(b->h, LLVMTypeOf(v)), f.is_signed);
        hir_range told =
            f.is_signed == is_signed ? narrow_by_fact(r, v, &f) : narrow_by_fact(other, v, &f);
        if (f.is_signed == is_signed || hir_range_in(told, half))
            r = clip(told, r);
    }
    return r.low <= r.high ? r : hir_b_type_range(hir_width(b->h, LLVMTypeOf(v)), is_signed);
}

static hir_range operation_range(hir_builder *b, LLVMValueRef v, bool is_signed, unsigned depth);

static hir_range plain_range(hir_builder *b, LLVMValueRef v, bool is_signed, unsigned depth) {
    hir_range type = hir_b_type_range(hir_width(b->h, LLVMTypeOf(v)), is_signed);
    hir_wide c;
    if (constant_value(v, is_signed, &c))
        return (hir_range){c, c};
    return LLVMIsAInstruction(v) && depth < MAX_RANGE_DEPTH
               ? clip(operation_range(b, v, is_signed, depth + 1), type)
               : type;
}

/* What a number that is not negative, and below a power of 2, can be. */
static hir_range below(uint32_t bits) {
    return hir_b_type_range(bits, false);
}

static hir_range by_constant(hir_builder *b, LLVMValueRef v, hir_range type) {
    hir_wide c;
    uint32_t width = hir_width(b->h, LLVMTypeOf(v));
    if (LLVMGetNumOperands(v) != 2 || !constant_value(LLVMGetOperand(v, 1), false, &c))
        return type;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAnd:
        return c < (hir_wide)1 << (width - 1) ? (hir_range){0, c} : type;
    case LLVMLShr:
        return c > 0 && c < width ? below(width - (uint32_t)c) : type;
    case LLVMURem:
        return c > 0 && c <= (hir_wide)1 << (width - 1) ? (hir_range){0, c - 1} : type;
    case LLVMUDiv:
        return c > 1 ? (hir_range){0, (((hir_wide)1 << width) - 1) / c} : type;
    default:
        return type;
    }
}

/* All pairs of !range lie between the lowest and the highest number; a pair that wraps around, for
 * the sign that is asked for, tells nothing. */
static hir_range promised_range(hir_builder *b, LLVMValueRef v, bool is_signed) {
    unsigned kind = ir_md_kind(b->h->m->llvm_ctx, "range");
    hir_range all = {0, -1}, type = hir_b_type_range(hir_width(b->h, LLVMTypeOf(v)), is_signed);
    hir_wide low, end;
    ir_md_ops ops = {0};
    ir_md_operands(b->h->m, ir_md_attached(v, kind), &ops);
    for (size_t i = 0; i + 1 < ops.len; i += 2) {
        bool known = ops.at[i] && ops.at[i + 1] && constant_value(ops.at[i], is_signed, &low) &&
                     constant_value(ops.at[i + 1], is_signed, &end);
        hir_range pair = known && low < end ? (hir_range){low, end - 1} : type;
        all.low = i == 0 || pair.low < all.low ? pair.low : all.low;
        all.high = i == 0 || pair.high > all.high ? pair.high : all.high;
    }
    vec_free(b->ctx, &ops);
    return all.low <= all.high ? all : type;
}

static hir_range operation_range(hir_builder *b, LLVMValueRef v, bool is_signed, unsigned depth) {
    hir_range type = hir_b_type_range(hir_width(b->h, LLVMTypeOf(v)), is_signed);
    LLVMValueRef x = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : NULL;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMZExt:
        return hir_width(b->h, LLVMTypeOf(x)) ? plain_range(b, x, false, depth) : type;
    case LLVMSExt: {
        hir_range r = hir_width(b->h, LLVMTypeOf(x)) ? plain_range(b, x, true, depth) : type;
        return r.low < type.low ? type : r;
    }
    case LLVMTrunc: {
        hir_range r = hir_width(b->h, LLVMTypeOf(x)) ? plain_range(b, x, is_signed, depth) : type;
        return hir_range_in(r, type) ? r : type;
    }
    case LLVMLoad:
    case LLVMCall:
        return promised_range(b, v, is_signed);
    default:
        return by_constant(b, v, type);
    }
}

hir_range hir_b_value_range(hir_builder *b, LLVMValueRef v, bool is_signed, uint32_t block) {
    hir_range r = plain_range(b, v, is_signed, 0);
    return LLVMIsConstant(v) ? r : refine(b, v, is_signed, block, r);
}

static bool multiply(hir_range *r, hir_wide by) {
    hir_wide x, y;
    if (__builtin_mul_overflow(r->low, by, &x) || __builtin_mul_overflow(r->high, by, &y))
        return false;
    *r = x < y ? (hir_range){x, y} : (hir_range){y, x};
    return true;
}

static bool add(hir_range *r, hir_range by) {
    return !__builtin_add_overflow(r->low, by.low, &r->low) &&
           !__builtin_add_overflow(r->high, by.high, &r->high);
}

static hir_range blob_range(hir_builder *b, hir_blob blob, bool is_signed, uint32_t block,
                            unsigned depth);

static hir_range extension_range(hir_builder *b, const hir_blob_info *info, bool is_signed,
                                 uint32_t block, unsigned depth) {
    hir_range type = hir_b_type_range(hir_width(b->h, info->type), is_signed);
    hir_range r = blob_range(b, info->operands[0], info->op == BLOB_SEXT, block, depth + 1);
    return r.low < type.low ? type : r;
}

/* The smallest or greatest of several. */
static hir_range choice_range(hir_builder *b, const hir_blob_info *info, bool is_signed,
                              uint32_t block, unsigned depth) {
    bool least = info->op == BLOB_SMIN || info->op == BLOB_UMIN;
    hir_range all = blob_range(b, info->operands[0], is_signed, block, depth + 1);
    for (uint32_t i = 1; i < info->operand_count; i++) {
        hir_range r = blob_range(b, info->operands[i], is_signed, block, depth + 1);
        all.low = (r.low < all.low) == least ? r.low : all.low;
        all.high = (r.high < all.high) == least ? r.high : all.high;
    }
    return all;
}

/* The sum, if it does not wrap. */
static hir_range added_range(hir_builder *b, const hir_blob_info *info, bool is_signed,
                             uint32_t block, unsigned depth) {
    hir_range type = hir_b_type_range(hir_width(b->h, info->type), is_signed);
    hir_range all = {0, 0};
    for (uint32_t i = 0; i < info->operand_count; i++) {
        int64_t factor;
        hir_blob rest;
        hir_blob_split(b->h, info->operands[i], &factor, &rest);
        hir_range r = {1, 1};
        if (rest)
            r = blob_range(b, rest, is_signed, block, depth + 1);
        if (!multiply(&r, factor) || !add(&all, r))
            return type;
    }
    return hir_range_in(all, type) ? all : type;
}

static hir_range blob_range(hir_builder *b, hir_blob blob, bool is_signed, uint32_t block,
                            unsigned depth) {
    const hir_blob_info info = *hir_blob_at(b->h, blob);
    hir_range type = hir_b_type_range(hir_width(b->h, info.type), is_signed);
    if (depth >= MAX_RANGE_DEPTH)
        return type;
    switch (info.op) {
    case BLOB_TEMP: {
        LLVMValueRef v = hir_temp_at(b->h, info.temp)->value;
        return v && hir_b_is_linear_type(b, info.type) ? hir_b_value_range(b, v, is_signed, block)
                                                       : type;
    }
    case BLOB_ZEXT:
    case BLOB_SEXT:
        return extension_range(b, &info, is_signed, block, depth);
    case BLOB_ADD:
        return added_range(b, &info, is_signed, block, depth);
    case BLOB_SMIN:
    case BLOB_SMAX:
        return is_signed ? choice_range(b, &info, true, block, depth) : type;
    case BLOB_UDIV: {
        hir_range whole = blob_range(b, info.operands[0], false, block, depth + 1);
        return is_signed ? type : (hir_range){0, whole.high};
    }
    case BLOB_UMIN:
    case BLOB_UMAX:
        return is_signed ? type : choice_range(b, &info, false, block, depth);
    default:
        return type;
    }
}

uint32_t hir_b_loop_at_level(const hir_builder *b, uint32_t level, uint32_t block) {
    uint32_t loop = b->loops.innermost[block];
    while (loop != IR_NONE && b->facts[loop].level > level)
        loop = b->loops.loops[loop].parent;
    return loop != IR_NONE && b->facts[loop].level == level ? loop : IR_NONE;
}

static bool add_iv_range(hir_builder *b, const CanonExpr *ce, uint32_t level, bool is_signed,
                         uint32_t block, hir_range *sum) {
    hir_iv_term term = hir_iv_at(ce, level);
    uint32_t loop = hir_b_loop_at_level(b, level, block);
    if (term.coefficient == 0)
        return true;
    if (loop == IR_NONE || !b->facts[loop].bounded)
        return false;
    hir_range r = {0, b->facts[loop].max};
    if (term.blob) {
        hir_range blob = blob_range(b, term.blob, is_signed, block, 0);
        if (!multiply(&blob, r.high))
            return false;
        r.low = blob.low < 0 ? blob.low : 0;
        r.high = blob.high > 0 ? blob.high : 0;
    }
    return multiply(&r, term.coefficient) && add(sum, r);
}

bool hir_b_sum_range(hir_builder *b, const CanonExpr *ce, bool is_signed, uint32_t block,
                     hir_range *range) {
    hir_range sum = {ce->constant, ce->constant};
    if (ce->cast != HIR_CAST_NONE || hir_width(b->h, ce->source) == 0)
        return false;
    for (uint32_t level = 1; level <= ce->iv_count; level++)
        if (block == IR_NONE || !add_iv_range(b, ce, level, is_signed, block, &sum))
            return false;
    for (uint32_t i = 0; i < ce->blob_count; i++) {
        hir_range r = blob_range(b, ce->blobs[i].blob, is_signed, block, 0);
        if (!multiply(&r, ce->blobs[i].coefficient) || !add(&sum, r))
            return false;
    }
    *range = sum;
    return true;
}

/* A constant bound that is weaker than one that is known. */
static bool is_weaker(hir_builder *b, const CanonExpr *wanted, const CanonExpr *known,
                      bool is_signed, bool left, hir_wide slack) {
    int64_t x, y;
    uint32_t width = hir_width(b->h, wanted->dest);
    if (hir_canon_equal(wanted, known))
        return slack >= 0;
    if (!hir_is_constant(wanted, &x) || !hir_is_constant(known, &y))
        return false;
    hir_wide w = is_signed ? x : (hir_wide)hir_zero_extend((uint64_t)x, width);
    hir_wide k = is_signed ? y : (hir_wide)hir_zero_extend((uint64_t)y, width);
    return left ? w <= k + slack : w >= k - slack;
}

/* Whether left < right follows from the fact that l < r, or l <= r. */
static bool follows(hir_builder *b, const fact *f, const CanonExpr *left, const CanonExpr *right,
                    bool is_signed, bool strict) {
    if (LLVMTypeOf(f->left) != left->dest &&
        hir_width(b->h, LLVMTypeOf(f->left)) != hir_width(b->h, left->dest))
        return false;
    hir_form l = hir_b_number(b, f->left, f->block), r = hir_b_number(b, f->right, f->block);
    int64_t low;
    if (!l.ce || !r.ce)
        return false;
    bool positive = hir_is_constant(l.ce, &low) && low >= 0;
    if (f->is_signed != is_signed && !(f->is_signed && positive))
        return false;
    hir_wide slack = (hir_wide)f->strict - strict;
    int64_t ignored;
    if (hir_is_constant(l.ce, &ignored) && hir_is_constant(left, &ignored))
        return hir_canon_equal(right, r.ce) && is_weaker(b, left, l.ce, is_signed, true, slack);
    return hir_canon_equal(left, l.ce) && is_weaker(b, right, r.ce, is_signed, false, slack);
}

bool hir_b_narrow(LLVMValueRef *x, LLVMValueRef *y, bool *zeros) {
    if (!LLVMIsAInstruction(*x) || !LLVMIsAInstruction(*y))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(*x);
    if ((op != LLVMZExt && op != LLVMSExt) || LLVMGetInstructionOpcode(*y) != op ||
        LLVMTypeOf(LLVMGetOperand(*x, 0)) != LLVMTypeOf(LLVMGetOperand(*y, 0)))
        return false;
    *zeros = op == LLVMZExt;
    *x = LLVMGetOperand(*x, 0);
    *y = LLVMGetOperand(*y, 0);
    return true;
}

/* The fact about what is extended on both sides. */
static bool narrow_fact(const hir_builder *b, fact *f) {
    bool zeros;
    if (f->differs || !hir_b_in_scope(b, f->left, f->block) ||
        !hir_b_in_scope(b, f->right, f->block) || !hir_b_narrow(&f->left, &f->right, &zeros) ||
        (!zeros && !f->is_signed))
        return false;
    f->is_signed = !zeros;
    return hir_b_is_linear_type(b, LLVMTypeOf(f->left));
}

/* 0 != x: 0 < x. */
static bool follows_from_difference(hir_builder *b, const fact *f, const CanonExpr *left,
                                    const CanonExpr *right, bool is_signed) {
    int64_t zero;
    if (is_signed || !hir_is_constant(left, &zero) || zero != 0)
        return false;
    for (int side = 0; side < 2; side++) {
        hir_form x = hir_b_number(b, side ? f->left : f->right, f->block);
        hir_form other = hir_b_number(b, side ? f->right : f->left, f->block);
        if (x.ce && other.ce && hir_is_constant(other.ce, &zero) && zero == 0 &&
            hir_canon_equal(x.ce, right))
            return true;
    }
    return false;
}

static bool is_less_by_range(hir_builder *b, const CanonExpr *left, const CanonExpr *right,
                             bool is_signed, bool strict, uint32_t block) {
    hir_range l, r, type = hir_b_type_range(hir_width(b->h, left->dest), is_signed);
    if (!hir_b_sum_range(b, left, is_signed, block, &l) ||
        !hir_b_sum_range(b, right, is_signed, block, &r))
        return false;
    int64_t x;
    uint32_t width = hir_width(b->h, left->dest);
    if (!is_signed && hir_is_constant(left, &x))
        l.low = l.high = hir_zero_extend((uint64_t)x, width);
    if (!is_signed && hir_is_constant(right, &x))
        r.low = r.high = hir_zero_extend((uint64_t)x, width);
    return left->denominator == 1 && right->denominator == 1 && hir_range_in(l, type) &&
           hir_range_in(r, type) && l.high + strict <= r.low;
}

/* The operand of an extension that is all there is in ce. */
static CanonExpr *inside_extension(hir_builder *b, const CanonExpr *ce, hir_blob_op *op) {
    if (ce->iv_count || ce->blob_count != 1 || ce->constant || ce->blobs[0].coefficient != 1 ||
        ce->denominator != 1 || ce->cast != HIR_CAST_NONE)
        return NULL;
    const hir_blob_info info = *hir_blob_at(b->h, ce->blobs[0].blob);
    *op = info.op;
    return info.op == BLOB_SEXT || info.op == BLOB_ZEXT ? hir_canon_blob(b->h, info.operands[0])
                                                        : NULL;
}

/* Both sides before they were extended alike, or one that is a number of the other's narrower type:
 * comparisons there are the same. */
static bool narrowed(hir_builder *b, const CanonExpr **left, const CanonExpr **right,
                     bool *is_signed, uint32_t block) {
    hir_blob_op op = BLOB_SEXT;
    hir_blob_op other_op = BLOB_SEXT;
    const CanonExpr *low = inside_extension(b, *left, &op);
    const CanonExpr *high = inside_extension(b, *right, &other_op);
    if (low && high && op == other_op && low->dest == high->dest &&
        (op == BLOB_ZEXT || *is_signed)) {
        *is_signed = op == BLOB_SEXT;
        *left = low;
        *right = high;
        return true;
    }
    bool swap = !inside_extension(b, *right, &op);
    const CanonExpr *x = inside_extension(b, swap ? *left : *right, &op);
    if (!x || (op == BLOB_SEXT && !*is_signed))
        return false;
    const CanonExpr *other =
        hir_b_sum_in_type(b, swap ? *right : *left, x->dest, op == BLOB_SEXT, *is_signed, block);
    if (!other)
        return false;
    *is_signed = op == BLOB_SEXT;
    *left = swap ? x : other;
    *right = swap ? other : x;
    return true;
}

bool hir_b_is_less(hir_builder *b, const CanonExpr *left, const CanonExpr *right, bool is_signed,
                   bool strict, uint32_t block) {
    if (!strict && hir_canon_equal(left, right))
        return true;
    if (is_less_by_range(b, left, right, is_signed, strict, block) ||
        hir_b_is_below_outer_bound(b, left, right, is_signed, strict, block))
        return true;
    fact f = {0};
    walk w = {.from = block, .at = block};
    while (next_fact(b, &w, &f))
        if (f.differs ? follows_from_difference(b, &f, left, right, is_signed)
                      : follows(b, &f, left, right, is_signed, strict) ||
                            (narrow_fact(b, &f) && follows(b, &f, left, right, is_signed, strict)))
            return true;
    bool narrow_signed = is_signed;
    return narrowed(b, &left, &right, &narrow_signed, block) &&
           hir_b_is_less(b, left, right, narrow_signed, strict, block);
}
