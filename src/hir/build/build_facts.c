/* What numbers a value can be: from what computes it, and from branches on the way to a block. */
#include "hir/build/builder.h"
#include "hir/predicate.h"
#include "ir/md.h"
#include "ir/value.h"

enum { MAX_RANGE_DEPTH = 6, MAX_WALK = 24, MAX_ASSUMPTIONS = 16 };

/* A comparison that is true at a block, with the smaller side on the left. */
typedef struct fact {
    LLVMValueRef left, right;
    bool is_signed, strict;
    bool differs; /* only != */
    uint32_t block;
} fact;

static bool read_fact(LLVMValueRef compare, bool holds, fact *f) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    f->left = LLVMGetOperand(compare, 0);
    f->right = LLVMGetOperand(compare, 1);
    f->differs = p == (holds ? LLVMIntNE : LLVMIntEQ);
    if (hir_is_equality(p))
        return f->differs;
    f->is_signed = hir_is_signed_predicate(p);
    f->strict = hir_is_strict_predicate(p) == holds;
    if (hir_is_less_predicate(p) != holds) {
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

/* What the next branch implies. What is in a loop without `from` is left out: induction variables
 * mean something else there. */
static bool next_branch(const hir_builder *b, walk *w) {
    const ir_cfg *cfg = b->cfg;
    while (w->at != IR_NONE && w->at != b->dom->root && ++w->steps < MAX_WALK) {
        uint32_t below = w->at, above = b->dom->idom[below];
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
        if (a->block != w->from && ir_dominates(b->dom, a->block, w->from) &&
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

/* What a call of llvm.assume promises; NULL if it is not such a call. */
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
    for (uint32_t block = 0; block < b->cfg->count; block++)
        ir_each_inst (inst, b->cfg->blocks[block]) {
            LLVMValueRef condition = assumed(inst, id);
            if (condition && ir_cfg_reachable(b->cfg, block) &&
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

static hir_range plain_range(hir_builder *b, LLVMValueRef v, bool is_signed, unsigned depth);

static hir_range narrow_by_fact(hir_builder *b, hir_range r, LLVMValueRef v, const fact *f) {
    hir_wide by;
    if (f->differs)
        return r;
    if (is_shifted(f->left, v, f->is_signed, &by)) {
        hir_wide most = plain_range(b, f->right, f->is_signed, 0).high - f->strict - by;
        r.high = r.high < most ? r.high : most;
    }
    if (is_shifted(f->right, v, f->is_signed, &by)) {
        hir_wide least = plain_range(b, f->left, f->is_signed, 0).low + f->strict - by;
        r.low = r.low > least ? r.low : least;
    }
    return r;
}

/* What conditions on the way to the block imply, whatever sign they compare with. */
static hir_range refine(hir_builder *b, LLVMValueRef v, bool is_signed, uint32_t block,
                        hir_range r) {
    fact f = {0};
    walk w = {.from = block, .at = block};
    uint32_t width = hir_width(b->h, LLVMTypeOf(v));
    while (block != IR_NONE && next_fact(b, &w, &f)) {
        hir_range start = f.is_signed == is_signed ? r : hir_type_range(width, f.is_signed);
        r = hir_range_clip(hir_range_as(narrow_by_fact(b, start, v, &f), width, is_signed), r);
    }
    return r.low <= r.high ? r : hir_type_range(width, is_signed);
}

static hir_range operation_range(hir_builder *b, LLVMValueRef v, bool is_signed, unsigned depth);
static hir_range plain_range(hir_builder *b, LLVMValueRef v, bool is_signed, unsigned depth);

/* Of two values, one is chosen: 1, the smaller; -1, the greater; 0, one or the other. */
static int chosen_of(LLVMValueRef select, bool is_signed) {
    LLVMValueRef compare = LLVMGetOperand(select, 0);
    LLVMValueRef x = LLVMGetOperand(select, 1), y = LLVMGetOperand(select, 2);
    if (!LLVMIsAICmpInst(compare))
        return 0;
    LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    bool same = left == x && right == y, swapped = left == y && right == x;
    if ((!same && !swapped) || hir_is_equality(p) || hir_is_signed_predicate(p) != is_signed)
        return 0;
    return hir_is_less_predicate(p) == same ? 1 : -1;
}

static hir_range selected_range(hir_builder *b, LLVMValueRef v, bool is_signed, unsigned depth) {
    hir_range x = plain_range(b, LLVMGetOperand(v, 1), is_signed, depth);
    hir_range y = plain_range(b, LLVMGetOperand(v, 2), is_signed, depth);
    int chosen = chosen_of(v, is_signed);
    hir_range low = x.low < y.low ? x : y, high = x.high > y.high ? x : y;
    return (hir_range){chosen < 0 ? (x.low > y.low ? x.low : y.low) : low.low,
                       chosen > 0 ? (x.high < y.high ? x.high : y.high) : high.high};
}

static hir_range plain_range(hir_builder *b, LLVMValueRef v, bool is_signed, unsigned depth) {
    uint32_t width = hir_width(b->h, LLVMTypeOf(v));
    hir_range type = hir_type_range(width, is_signed);
    hir_wide c;
    if (constant_value(v, is_signed, &c))
        return (hir_range){c, c};
    return LLVMIsAInstruction(v) && depth < MAX_RANGE_DEPTH
               ? hir_range_as(operation_range(b, v, is_signed, depth + 1), width, is_signed)
               : type;
}

/* A sum with a constant that does not wrap. */
static hir_range shifted_range(LLVMValueRef v, hir_range type, bool is_signed) {
    hir_wide c;
    if (!(is_signed ? LLVMGetNSW(v) : LLVMGetNUW(v)) || LLVMGetNumOperands(v) != 2 ||
        !constant_value(LLVMGetOperand(v, 1), is_signed, &c))
        return type;
    c = LLVMGetInstructionOpcode(v) == LLVMSub ? -c : c;
    return (hir_range){type.low + (c > 0 ? c : 0), type.high + (c < 0 ? c : 0)};
}

/* Of an unsigned operation with a constant on its right. */
static hir_range by_constant(LLVMValueRef v, uint32_t width, hir_range type) {
    hir_wide c, most = hir_type_range(width, false).high;
    if (LLVMGetNumOperands(v) != 2 || !constant_value(LLVMGetOperand(v, 1), false, &c))
        return type;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAnd:
        return (hir_range){0, c};
    case LLVMLShr:
        return c < width ? (hir_range){0, most >> c} : type;
    case LLVMURem:
        return c > 0 ? (hir_range){0, c - 1} : type;
    case LLVMUDiv:
        return c > 0 ? (hir_range){0, most / c} : type;
    default:
        return type;
    }
}

/* All pairs of !range lie between the lowest and the highest number; a pair that wraps around, for
 * the sign that is asked for, says nothing. */
static hir_range promised_range(hir_builder *b, LLVMValueRef v, bool is_signed) {
    unsigned kind = ir_md_kind(b->h->m->llvm_ctx, "range");
    hir_range all = {0, -1}, type = hir_type_range(hir_width(b->h, LLVMTypeOf(v)), is_signed);
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

/* The result before it is reduced to its type. */
static hir_range operation_range(hir_builder *b, LLVMValueRef v, bool is_signed, unsigned depth) {
    uint32_t width = hir_width(b->h, LLVMTypeOf(v));
    hir_range type = hir_type_range(width, is_signed);
    LLVMValueRef x = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : NULL;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    switch (op) {
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
        return hir_width(b->h, LLVMTypeOf(x))
                   ? plain_range(b, x, op == LLVMTrunc ? is_signed : op == LLVMSExt, depth)
                   : type;
    case LLVMSelect:
        return selected_range(b, v, is_signed, depth);
    case LLVMAdd:
    case LLVMSub:
        return shifted_range(v, type, is_signed);
    case LLVMLoad:
    case LLVMCall:
        return promised_range(b, v, is_signed);
    default:
        return by_constant(v, width, type);
    }
}

hir_range hir_b_value_range(hir_builder *b, LLVMValueRef v, bool is_signed, uint32_t block) {
    hir_range r = plain_range(b, v, is_signed, 0);
    int64_t first;
    if (is_signed && hir_b_in_region(b, block) && hir_b_first_of_thread(v, &first) && r.low < first)
        r.low = first;
    return LLVMIsConstant(v) ? r : refine(b, v, is_signed, block, r);
}

uint32_t hir_b_loop_at_level(const hir_builder *b, uint32_t level, uint32_t block) {
    uint32_t loop = b->loops->innermost[block];
    while (loop != IR_NONE && b->facts[loop].level > level)
        loop = b->loops->loops[loop].parent;
    return loop != IR_NONE && b->facts[loop].level == level ? loop : IR_NONE;
}

/* A point of range.h: a block of the function. */
typedef struct block_point {
    hir_builder *b;
    uint32_t block;
} block_point;

static hir_range temp_range(void *data, hir_temp t, bool is_signed) {
    const block_point *p = data;
    const hir_temp_info *info = hir_temp_at(p->b->h, t);
    return info->value && hir_b_is_linear_type(p->b, info->type)
               ? hir_b_value_range(p->b, info->value, is_signed, p->block)
               : hir_type_range(hir_width(p->b->h, info->type), is_signed);
}

static bool last_iteration(void *data, uint32_t level, hir_wide *last) {
    const block_point *p = data;
    uint32_t loop = p->block == IR_NONE ? IR_NONE : hir_b_loop_at_level(p->b, level, p->block);
    if (loop == IR_NONE || !p->b->facts[loop].bounded)
        return false;
    *last = p->b->facts[loop].max;
    return true;
}

bool hir_b_sum_range(hir_builder *b, const CanonExpr *ce, bool is_signed, uint32_t block,
                     hir_range *range) {
    block_point p = {b, block};
    hir_range_at at = {.h = b->h, .temp = temp_range, .last = last_iteration, .data = &p};
    return hir_sum_range(&at, ce, is_signed, range);
}

hir_range hir_b_blob_range(hir_builder *b, hir_blob blob, uint32_t block) {
    block_point p = {b, block};
    return hir_blob_range(&(hir_range_at){.h = b->h, .temp = temp_range, .data = &p}, blob, true);
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
    hir_range l, r, type = hir_type_range(hir_width(b->h, left->dest), is_signed);
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
    const hir_blob_info info = *hir_blob_at(b->h, hir_canon_is_plain(ce) ? hir_only_blob(ce) : 0);
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
