/* The exit tests of loops: which values they compare, and how those move.
 *
 * A test that can be counted compares x + s*i with something that stays the same, or with another
 * such sum. What that means for how often the loop runs is in counts.c. */
#include "hir/build/counts.h"
#include "ir/value.h"

static bool is_fixed_temp(hir_builder *b, hir_blob blob, uint32_t loop) {
    hir_temp t = hir_blob_at(b->h, blob)->temp;
    uint32_t block = t < b->defs.len ? b->defs.at[t].block : IR_NONE;
    return block == IR_NONE || !ir_loop_has_block(b->loops, loop, block);
}

static bool are_fixed(hir_builder *b, const hir_blob_list *temps, uint32_t loop) {
    for (size_t i = 0; i < temps->len; i++)
        if (!is_fixed_temp(b, temps->at[i], loop))
            return false;
    return true;
}

bool hir_b_is_invariant_blob(hir_builder *b, hir_blob blob, uint32_t loop) {
    hir_blob_list temps = {0};
    hir_collect_temp_blobs(b->h, blob, &temps);
    bool fixed = are_fixed(b, &temps, loop);
    vec_free(b->ctx, &temps);
    return fixed;
}

bool hir_b_is_invariant(hir_builder *b, const CanonExpr *ce, uint32_t loop) {
    if (ce->iv_count >= b->facts[loop].level)
        return false;
    hir_blob_list temps = {0};
    hir_canon_collect_temp_blobs(b->h, ce, &temps);
    bool fixed = are_fixed(b, &temps, loop);
    vec_free(b->ctx, &temps);
    return fixed;
}

hir_form hir_b_number(hir_builder *b, LLVMValueRef v, uint32_t block) {
    if (!ir_is_pointer(v))
        return hir_b_is_linear_type(b, LLVMTypeOf(v)) ? hir_b_summand(b, v, block) : (hir_form){0};
    hir_address a;
    if (hir_width(b->h, LLVMTypeOf(v)) != hir_width(b->h, b->index_type))
        return (hir_form){0};
    hir_b_address(b, v, block, &a);
    return (hir_form){hir_b_address_sum(b, &a), false, a.nusw};
}

/* One side of an exit test that moves, with the loop's induction variable taken out of the sum. */
typedef struct moving_side {
    CanonExpr *first, *before;
    int64_t step;
    hir_blob factor;
} moving_side;

static bool split_moving(hir_builder *b, const CanonExpr *ce, uint32_t loop, moving_side *out) {
    uint32_t level = b->facts[loop].level;
    hir_iv_term term = hir_iv_at(ce, level);
    if (term.coefficient == 0 || !hir_canon_is_plain(ce) ||
        (term.blob && !hir_b_is_invariant_blob(b, term.blob, loop)))
        return false;
    *out = (moving_side){.step = term.coefficient, .factor = term.blob};
    out->first = hir_canon_copy(b->h, ce);
    if (out->step == INT64_MIN || !out->first ||
        !hir_canon_add_iv(b->h, out->first, level, -out->step, out->factor) ||
        !hir_b_is_invariant(b, out->first, loop))
        return false;
    out->before = hir_canon_copy(b->h, out->first);
    if (!out->before)
        return false;
    return out->factor ? hir_canon_add_blob(b->h, out->before, -out->step, out->factor)
                       : hir_b_add_constant(b, out->before, -out->step);
}

/* Whether the value is what an induction variable will be next, and neither that nor what it is now
 * wraps. */
static bool is_exact_step(hir_builder *b, LLVMValueRef v, uint32_t loop, bool is_signed) {
    unsigned count = LLVMIsAInstruction(v) ? (unsigned)LLVMGetNumOperands(v) : 0;
    for (unsigned i = 0; i < count && i < 2; i++) {
        LLVMValueRef phi = LLVMIsAPHINode(LLVMGetOperand(v, i));
        if (!phi || hir_b_induction_loop(b, phi) != loop || hir_b_induction(b, phi)->next != v)
            continue;
        hir_form now = hir_b_number(b, phi, b->loops->loops[loop].header);
        hir_form next = hir_b_number(b, v, b->loops->loops[loop].header);
        return is_signed ? now.nsw && next.nsw : now.nuw && next.nuw;
    }
    return false;
}

static bool step_range(hir_builder *b, const moving_side *m, bool is_signed, uint32_t block,
                       hir_range *r) {
    CanonExpr *ce = m->factor ? hir_canon_constant(b->h, m->before->dest, 0) : NULL;
    *r = (hir_range){m->step, m->step};
    return !m->factor || (ce && hir_canon_add_blob(b->h, ce, m->step, m->factor) &&
                          hir_b_sum_range(b, ce, is_signed, block, r));
}

/* Whether what is before the first test, and a step after that, are numbers of the type. */
static bool is_in_type(hir_builder *b, const moving_side *m, bool is_signed, uint32_t block) {
    hir_range r, by, type = hir_type_range(hir_width(b->h, m->before->dest), is_signed);
    if (m->before->denominator != 1 || !hir_b_sum_range(b, m->before, is_signed, block, &r) ||
        !step_range(b, m, is_signed, block, &by))
        return false;
    return hir_range_in(r, type) && hir_range_in(by, (hir_range){-type.high - 1, type.high}) &&
           hir_range_in((hir_range){r.low + by.low, r.high + by.high}, type);
}

static bool is_exact_before(hir_builder *b, const hir_exit_test *t, const moving_side *m,
                            LLVMValueRef value) {
    bool is_signed = hir_is_signed_predicate(t->goes_on);
    return is_exact_step(b, value, t->loop, is_signed) || is_in_type(b, m, is_signed, t->block);
}

/* What is inside of an extension of that kind from that type; NULL if ce is not one. */
static CanonExpr *inside(hir_builder *b, const CanonExpr *ce, hir_cast cast, LLVMTypeRef from) {
    int64_t value;
    if (ce->cast == cast && ce->source == from) {
        CanonExpr *out = hir_canon_copy(b->h, ce);
        if (out) {
            out->cast = HIR_CAST_NONE;
            out->dest = out->source;
        }
        return out;
    }
    if (hir_is_constant(ce, &value)) {
        hir_range r = hir_type_range(hir_width(b->h, from), cast == HIR_CAST_SEXT);
        return value >= r.low && value <= r.high ? hir_canon_constant(b->h, from, value) : NULL;
    }
    hir_blob blob = hir_canon_as_blob(b->h, ce);
    const hir_blob_info info = *hir_blob_at(b->h, blob);
    bool same =
        blob && info.op == (hir_blob_op)cast && hir_blob_at(b->h, info.operands[0])->type == from;
    return same ? hir_canon_blob(b->h, info.operands[0]) : NULL;
}

/* Numbers that are extended alike compare as they did before, without a sign if zeros were added.
 */
static void strip_extensions(hir_builder *b, hir_exit_test *t, hir_form *left, hir_form *right) {
    const CanonExpr *ce = left->ce->cast != HIR_CAST_NONE ? left->ce : right->ce;
    hir_cast cast = ce->cast;
    if (cast != HIR_CAST_ZEXT && cast != HIR_CAST_SEXT)
        return;
    CanonExpr *x = inside(b, left->ce, cast, ce->source);
    CanonExpr *y = inside(b, right->ce, cast, ce->source);
    if (!x || !y || (cast == HIR_CAST_SEXT && t->goes_on > LLVMIntNE && t->goes_on < LLVMIntSGT))
        return;
    *left = (hir_form){x, false, false};
    *right = (hir_form){y, false, false};
    if (cast == HIR_CAST_ZEXT && t->goes_on >= LLVMIntSGT)
        t->goes_on = (LLVMIntPredicate)(t->goes_on - LLVMIntSGT + LLVMIntUGT);
}

/* The same, but with casts around IVs. */
static hir_form side(hir_builder *b, LLVMValueRef v, uint32_t block) {
    return hir_b_is_linear_type(b, LLVMTypeOf(v)) ? hir_b_form(b, v, block)
                                                  : hir_b_number(b, v, block);
}

/* If a side is still extended as a whole, looks at the operands of both extensions instead. */
static void narrow_sides(hir_builder *b, hir_exit_test *t, LLVMValueRef values[2],
                         hir_form forms[2]) {
    LLVMValueRef x = values[0], y = values[1];
    bool zeros, is_unsigned = t->goes_on > LLVMIntNE && t->goes_on < LLVMIntSGT;
    if ((forms[0].ce->cast == HIR_CAST_NONE && forms[1].ce->cast == HIR_CAST_NONE) ||
        !hir_b_in_scope(b, x, t->block) || !hir_b_in_scope(b, y, t->block) ||
        !hir_b_narrow(&x, &y, &zeros) || (!zeros && is_unsigned) ||
        !hir_b_is_linear_type(b, LLVMTypeOf(x)))
        return;
    if (zeros && hir_is_signed_predicate(t->goes_on))
        t->goes_on = (LLVMIntPredicate)(t->goes_on - LLVMIntSGT + LLVMIntUGT);
    values[0] = x;
    values[1] = y;
    forms[0] = hir_b_form(b, x, t->block);
    forms[1] = hir_b_form(b, y, t->block);
}

static bool refuse_moving(hir_builder *b, uint32_t loop, LLVMValueRef compare) {
    return hir_b_refuse(b, loop, HIR_WHY_NO_INDUCTION, compare);
}

static bool read_moving(hir_builder *b, hir_exit_test *t, hir_form form, LLVMValueRef value) {
    moving_side m;
    if (!split_moving(b, form.ce, t->loop, &m))
        return false;
    t->moving = form;
    t->first = m.first;
    t->before = m.before;
    t->step = m.step;
    t->factor = m.factor;
    t->is_pointer = ir_is_pointer(value);
    t->exact_before = is_exact_before(b, t, &m, value);
    return true;
}

/* A bound that moves by a constant, against what does so, too. */
static bool read_moving_bound(hir_builder *b, hir_exit_test *t, hir_form form, LLVMValueRef value) {
    moving_side m;
    if (t->factor || !split_moving(b, form.ce, t->loop, &m) || m.factor || m.step == t->step)
        return false;
    t->moving.nsw &= form.nsw;
    t->moving.nuw &= form.nuw;
    t->exact_before &= is_exact_before(b, t, &m, value);
    t->bound = m.before;
    t->bound_step = m.step;
    return true;
}

static bool refuse_bound(hir_builder *b, uint32_t loop, LLVMValueRef compare) {
    return hir_b_refuse(b, loop, HIR_WHY_EXIT_TWO_VALUES, compare);
}

static bool read_sides(hir_builder *b, hir_exit_test *t, LLVMValueRef compare) {
    LLVMValueRef values[2] = {LLVMGetOperand(compare, 0), LLVMGetOperand(compare, 1)};
    hir_form forms[2] = {side(b, values[0], t->block), side(b, values[1], t->block)};
    if (!forms[0].ce || !forms[1].ce)
        return hir_b_refuse(b, t->loop, HIR_WHY_EXIT_TOO_WIDE, compare);
    strip_extensions(b, t, &forms[0], &forms[1]);
    narrow_sides(b, t, values, forms);
    int left = hir_b_is_invariant(b, forms[0].ce, t->loop);
    if (left)
        t->goes_on = hir_swapped_predicate(t->goes_on);
    bool fixed = hir_b_is_invariant(b, forms[!left].ce, t->loop);
    t->bound = forms[!left].ce;
    if (!read_moving(b, t, forms[left], values[left]))
        return fixed ? refuse_moving(b, t->loop, compare) : refuse_bound(b, t->loop, compare);
    return fixed || read_moving_bound(b, t, forms[!left], values[!left]) ||
           refuse_bound(b, t->loop, compare);
}

/* Every iteration goes through the block and on to the latch, so one way of the branch stays in the
 * loop. */
static bool is_left_by(hir_builder *b, const hir_exit_test *t, LLVMValueRef branch, bool *if_true) {
    if (LLVMGetInstructionOpcode(branch) != LLVMBr || !LLVMIsConditional(branch))
        return hir_b_refuse(b, t->loop, HIR_WHY_EXIT_BY_SWITCH, branch);
    uint32_t first = b->cfg->succs[b->cfg->succ_start[t->block]];
    *if_true = !ir_loop_has_block(b->loops, t->loop, first);
    return true;
}

static uint64_t highest(hir_builder *b, const CanonExpr *upper, uint32_t header) {
    hir_range sum, type = hir_type_range(hir_width(b->h, upper->source), false);
    if (!hir_b_sum_range(b, upper, false, header, &sum) || !hir_range_in(sum, type))
        sum = type;
    return (uint64_t)sum.high / (uint64_t)upper->denominator;
}

static bool try_comparison(hir_builder *b, hir_exit_test t, LLVMValueRef compare, bool leaves_if) {
    t.goes_on = LLVMGetICmpPredicate(compare);
    if (leaves_if)
        t.goes_on = hir_inverse_predicate(t.goes_on);
    CanonExpr *upper = read_sides(b, &t, compare) ? hir_b_count(b, &t) : NULL;
    hir_loop_facts *f = &b->facts[t.loop];
    if (!upper)
        return false;
    f->upper = upper;
    f->counted = t.block;
    f->bounded = true;
    f->max = highest(b, upper, b->loops->loops[t.loop].header);
    return true;
}

/* The loop goes on only if both sides of an and (of an or, if it goes on when that is false) say
 * so. */
static bool try_exit(hir_builder *b, uint32_t loop, uint32_t block) {
    hir_exit_test t = {.loop = loop, .block = block};
    LLVMValueRef branch = hir_b_end(b, block);
    LLVMValueRef work[HIR_MAX_SIDES + 2];
    bool leaves_if;
    if (!is_left_by(b, &t, branch, &leaves_if))
        return false;
    unsigned count = 0, seen = 0;
    work[count++] = LLVMGetCondition(branch);
    while (count) {
        LLVMValueRef v = work[--count];
        b->facts[loop].may_end_before = seen++ > 0;
        if (LLVMIsAICmpInst(v) && hir_b_in_scope(b, v, block) && try_comparison(b, t, v, leaves_if))
            return true;
        if (!LLVMIsAICmpInst(v) && count < HIR_MAX_SIDES &&
            hir_b_both_sides(v, leaves_if, work + count))
            count += 2;
    }
    return hir_b_refuse(b, loop, HIR_WHY_EXIT_NO_COMPARISON, branch);
}

/* A block whose test is made once in every iteration. */
static bool is_always_tested(hir_builder *b, uint32_t loop, uint32_t block, uint32_t latch) {
    return b->loops->innermost[block] == loop && ir_dominates(b->dom, block, latch);
}

void hir_b_analyze_loop(hir_builder *b, uint32_t loop) {
    hir_loop_facts *f = &b->facts[loop];
    const ir_loop *l = &b->loops->loops[loop];
    f->counted = IR_NONE;
    if (l->exiting.count == 0)
        hir_b_refuse(b, loop, HIR_WHY_ENDLESS, NULL);
    if (l->latches.count != 1) {
        hir_b_refuse(b, loop, HIR_WHY_SEVERAL_LATCHES, NULL);
        return;
    }
    uint32_t latch = l->latches.at[0];
    for (int pass = 0; pass < 2 && !f->upper; pass++)
        for (uint32_t i = 0; i < l->exiting.count && !f->upper; i++) {
            uint32_t block = l->exiting.at[i];
            if ((block == latch) == (pass == 0) && is_always_tested(b, loop, block, latch))
                f->at_latch = try_exit(b, loop, block) && block == latch && !f->may_end_before;
        }
    if (!f->upper)
        hir_b_refuse(b, loop, HIR_WHY_EXIT_SOMETIMES, NULL);
    map_clear(&b->forms);
}
