/* How often a loop runs.
 *
 * A loop's exit test compares x + s*i with something that stays the same. For == and != with a step
 * of 1 the number of iterations is the difference, modulo 2^width: nothing needs to be proven. The
 * other tests need that x + s*i does not wrap until the loop ends. Flags prove that if the test
 * itself looks at the flagged value: the branch on poison is undefined, and it is in every
 * iteration. */
#include "hir/build/builder.h"

static bool is_fixed_temp(hir_builder *b, hir_blob blob, uint32_t loop) {
    hir_temp t = hir_blob_at(b->h, blob)->temp;
    uint32_t block = t < b->defs.len ? b->defs.at[t].block : IR_NONE;
    return block == IR_NONE || !ir_loop_has_block(&b->loops, loop, block);
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

/* The loop goes on while `moving` is in that relation to `bound`. */
typedef struct exit_test {
    LLVMIntPredicate goes_on;
    hir_form moving;
    CanonExpr *bound;
    CanonExpr *first, *before; /* moving at first, and one step before that */
    bool exact_before;         /* and that is less than `first` by the step, as numbers */
    int64_t step;
    uint32_t loop, block;
} exit_test;

static bool refuse(hir_builder *b, uint32_t loop, const char *id, const char *reason,
                   LLVMValueRef at) {
    hir_loop_facts *f = &b->facts[loop];
    if (!f->refusal) {
        f->refusal = id;
        f->reason = reason;
        f->blamed = at;
    }
    return false;
}

static LLVMIntPredicate inverse(LLVMIntPredicate p) {
    static const LLVMIntPredicate of[] = {LLVMIntNE,  LLVMIntEQ,  LLVMIntULE, LLVMIntULT,
                                          LLVMIntUGE, LLVMIntUGT, LLVMIntSLE, LLVMIntSLT,
                                          LLVMIntSGE, LLVMIntSGT};
    return of[p - LLVMIntEQ];
}

static LLVMIntPredicate swapped(LLVMIntPredicate p) {
    static const LLVMIntPredicate of[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntULT, LLVMIntULE,
                                          LLVMIntUGT, LLVMIntUGE, LLVMIntSLT, LLVMIntSLE,
                                          LLVMIntSGT, LLVMIntSGE};
    return of[p - LLVMIntEQ];
}

static bool is_signed_predicate(LLVMIntPredicate p) {
    return p >= LLVMIntSGT;
}

hir_form hir_b_number(hir_builder *b, LLVMValueRef v, uint32_t block) {
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind)
        return hir_b_is_linear_type(b, LLVMTypeOf(v)) ? hir_b_summand(b, v, block) : (hir_form){0};
    hir_address a;
    if (hir_width(b->h, LLVMTypeOf(v)) != hir_width(b->h, b->index_type))
        return (hir_form){0};
    hir_b_address(b, v, block, &a);
    return (hir_form){hir_b_address_sum(b, &a), false, a.nusw};
}

/* Takes the loop's induction variable out of the sum. */
static bool split_moving(hir_builder *b, exit_test *t) {
    uint32_t level = b->facts[t->loop].level;
    hir_iv_term term = hir_iv_at(t->moving.ce, level);
    if (term.coefficient == 0 || term.blob || t->moving.ce->denominator != 1 ||
        t->moving.ce->cast != HIR_CAST_NONE)
        return false;
    t->step = term.coefficient;
    t->first = hir_canon_copy(b->h, t->moving.ce);
    if (t->step == INT64_MIN || !t->first ||
        !hir_canon_add_iv(b->h, t->first, level, -t->step, 0) ||
        !hir_b_is_invariant(b, t->first, t->loop))
        return false;
    t->before = hir_canon_copy(b->h, t->first);
    return t->before && hir_b_add_constant(b, t->before, -t->step);
}

/* Whether the value is what an induction variable will be next, and neither that nor what it is now
 * wraps. */
static bool is_exact_step(hir_builder *b, LLVMValueRef v, uint32_t loop) {
    unsigned count = LLVMIsAInstruction(v) ? (unsigned)LLVMGetNumOperands(v) : 0;
    for (unsigned i = 0; i < count && i < 2; i++) {
        LLVMValueRef phi = LLVMIsAPHINode(LLVMGetOperand(v, i));
        if (!phi || hir_b_induction_loop(b, phi) != loop || hir_b_induction(b, phi)->next != v)
            continue;
        hir_form now = hir_b_number(b, phi, b->loops.loops[loop].header);
        hir_form next = hir_b_number(b, v, b->loops.loops[loop].header);
        return (now.nsw && next.nsw) || (now.nuw && next.nuw);
    }
    return false;
}

static bool is_in_type(hir_builder *b, const CanonExpr *ce, bool is_signed, int64_t plus,
                       uint32_t block) {
    hir_range r, type = hir_b_type_range(hir_width(b->h, ce->dest), is_signed);
    if (ce->denominator != 1 || !hir_b_sum_range(b, ce, is_signed, block, &r))
        return false;
    return hir_range_in(r, type) && hir_range_in((hir_range){r.low + plus, r.high + plus}, type);
}

/* What is inside of an extension of that kind from that type; NULL if ce is none. */
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
        hir_range r = hir_b_type_range(hir_width(b->h, from), cast == HIR_CAST_SEXT);
        return value >= r.low && value <= r.high ? hir_canon_constant(b->h, from, value) : NULL;
    }
    hir_blob blob = hir_canon_as_blob(b->h, ce);
    const hir_blob_info info = *hir_blob_at(b->h, blob);
    bool same = blob && info.op == (cast == HIR_CAST_SEXT ? BLOB_SEXT : BLOB_ZEXT) &&
                hir_blob_at(b->h, info.operands[0])->type == from;
    return same ? hir_canon_blob(b->h, info.operands[0]) : NULL;
}

/* Numbers that are extended alike compare as they did before, without a sign if zeros were added.
 */
static void strip_extensions(hir_builder *b, exit_test *t, hir_form *left, hir_form *right) {
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

static bool read_sides(hir_builder *b, exit_test *t, LLVMValueRef compare) {
    LLVMValueRef value = LLVMGetOperand(compare, 0);
    hir_form left = side(b, LLVMGetOperand(compare, 0), t->block);
    hir_form right = side(b, LLVMGetOperand(compare, 1), t->block);
    if (!left.ce || !right.ce)
        return refuse(b, t->loop, "exit-not-linear", "its exit test compares no integers", compare);
    strip_extensions(b, t, &left, &right);
    if (hir_b_is_invariant(b, left.ce, t->loop)) {
        hir_form swap = left;
        left = right;
        right = swap;
        t->goes_on = swapped(t->goes_on);
        value = LLVMGetOperand(compare, 1);
    }
    if (!hir_b_is_invariant(b, right.ce, t->loop))
        return refuse(b, t->loop, "bound-varies", "its exit test compares two values that change",
                      compare);
    t->moving = left;
    t->bound = right.ce;
    if (!split_moving(b, t))
        return refuse(b, t->loop, "no-induction",
                      "its exit test looks at nothing that grows by the same constant each time",
                      compare);
    t->exact_before = is_exact_step(b, value, t->loop) ||
                      is_in_type(b, t->before, is_signed_predicate(t->goes_on), t->step, t->block);
    return true;
}

static bool is_left_by(hir_builder *b, const exit_test *t, LLVMValueRef branch, bool *if_true) {
    if (LLVMGetInstructionOpcode(branch) != LLVMBr || !LLVMIsConditional(branch))
        return refuse(b, t->loop, "exit-by-switch", "it is left through a switch", branch);
    uint32_t first = b->cfg.succs[b->cfg.succ_start[t->block]];
    uint32_t second = b->cfg.succs[b->cfg.succ_start[t->block] + 1];
    *if_true = !ir_loop_has_block(&b->loops, t->loop, first);
    if (*if_true != ir_loop_has_block(&b->loops, t->loop, second))
        return refuse(b, t->loop, "exit-both", "both ways of its exit test leave it", branch);
    return true;
}

/* (to - from - less) / by, unsigned, as the number of the last iteration. */
static CanonExpr *distance(hir_builder *b, const CanonExpr *from, const CanonExpr *to, int64_t less,
                           int64_t by) {
    CanonExpr *ce = hir_canon_copy(b->h, to), *minus = hir_canon_copy(b->h, from);
    bool done = ce && minus && hir_canon_negate(b->h, minus) && hir_canon_add(b->h, ce, minus) &&
                hir_b_add_constant(b, ce, -less) &&
                (by == 1 || hir_canon_divide_by(b->h, ce, by, false));
    return done ? ce : NULL;
}

static bool all_divisible(const CanonExpr *ce, int64_t by) {
    bool all = ce->constant % by == 0;
    for (uint32_t i = 0; i < ce->iv_count; i++)
        all &= ce->ivs[i].coefficient % by == 0;
    for (uint32_t i = 0; i < ce->blob_count; i++)
        all &= ce->blobs[i].coefficient % by == 0;
    return all;
}

/* x * inverse_of(x) = 1 modulo 2^64, for odd x. Each round doubles the bits that are right. */
static int64_t inverse_of(int64_t x) {
    uint64_t odd = (uint64_t)x, other = odd;
    for (int i = 0; i < 6; i++)
        other *= 2 - odd * other;
    return (int64_t)other;
}

static bool returns(LLVMValueRef inst) {
    uint64_t ignored;
    return !LLVMIsACallInst(inst) || (hir_b_call_has(inst, "willreturn", &ignored) &&
                                      hir_b_call_has(inst, "nounwind", &ignored));
}

/* Whether the loop, once entered, gets to this exit and to no other: no call in it ends the
 * program, and no loop in it runs forever. */
static bool is_left_here_only(hir_builder *b, const exit_test *t) {
    const ir_loop *l = &b->loops.loops[t->loop];
    if (l->exiting.count != 1 || b->facts[t->loop].may_end_before)
        return false;
    for (uint32_t i = 0; i < l->blocks.count; i++) {
        if (b->loops.innermost[l->blocks.at[i]] != t->loop)
            return false;
        ir_each_inst (inst, b->cfg.blocks[l->blocks.at[i]])
            if (!returns(inst))
                return false;
    }
    return ctx_tick(b->ctx, l->blocks.count);
}

/* Until moving == bound. Whether it ever is, is clear for odd steps, which reach every number; and
 * for others if moving does not wrap (it would run into poison, if nothing else ended the loop), or
 * if modulo 2^width the step divides the distance. */
static CanonExpr *count_until_equal(hir_builder *b, const exit_test *t) {
    int64_t by = t->step < 0 ? -t->step : t->step;
    const CanonExpr *from = t->step < 0 ? t->bound : t->before;
    const CanonExpr *to = t->step < 0 ? t->before : t->bound;
    CanonExpr *whole = distance(b, from, to, by, 1);
    if (by == 1 || !whole)
        return whole;
    bool power = (by & (by - 1)) == 0;
    bool arrives = (t->moving.nsw || t->moving.nuw) && is_left_here_only(b, t);
    if (arrives || (power && all_divisible(whole, by)))
        return distance(b, from, to, by, by);
    if (by % 2 && hir_canon_multiply_by(b->h, whole, inverse_of(by)))
        return whole;
    refuse(b, t->loop, "may-miss-bound", "its steps may pass over the value that ends it", NULL);
    return NULL;
}

static bool is_strict_predicate(LLVMIntPredicate p) {
    return p == LLVMIntULT || p == LLVMIntSLT || p == LLVMIntUGT || p == LLVMIntSGT;
}

static bool goes_up(LLVMIntPredicate p) {
    return p == LLVMIntULT || p == LLVMIntSLT || p == LLVMIntULE || p == LLVMIntSLE;
}

/* Whether the value that ends the loop does not wrap, whatever it starts from below the bound. */
static bool ends_in_type(hir_builder *b, const exit_test *t, int64_t by) {
    bool is_signed = is_signed_predicate(t->goes_on), strict = is_strict_predicate(t->goes_on);
    hir_range bound, type = hir_b_type_range(hir_width(b->h, t->bound->dest), is_signed);
    if (t->bound->denominator != 1 || !hir_b_sum_range(b, t->bound, is_signed, t->block, &bound) ||
        !hir_range_in(bound, type))
        return false;
    if (t->step > 0)
        return bound.high + by - strict <= type.high;
    return bound.low - by + strict >= type.low;
}

/* (high - low - less) / by for low = from and high = to, or the other way round going down. */
static CanonExpr *directed(hir_builder *b, const exit_test *t, const CanonExpr *from,
                           const CanonExpr *to, int64_t less, int64_t by) {
    return t->step > 0 ? distance(b, from, to, less, by) : distance(b, to, from, less, by);
}

static bool is_beyond(hir_builder *b, const exit_test *t, const CanonExpr *from, bool strict) {
    bool up = t->step > 0;
    return hir_b_is_less(b, up ? from : t->bound, up ? t->bound : from,
                         is_signed_predicate(t->goes_on), strict, b->loops.loops[t->loop].header);
}

/* The greater (or smaller, going down) of bound and another value, which does not wrap. */
static CanonExpr *bound_beyond(hir_builder *b, const exit_test *t, const CanonExpr *from,
                               int64_t plus) {
    bool is_signed = is_signed_predicate(t->goes_on), up = t->step > 0;
    hir_blob_op op = up ? (is_signed ? BLOB_SMAX : BLOB_UMAX) : (is_signed ? BLOB_SMIN : BLOB_UMIN);
    CanonExpr *least = hir_canon_copy(b->h, from);
    if (!least || !hir_b_add_constant(b, least, up ? plus : -plus))
        return NULL;
    hir_blob both[2] = {hir_canon_as_blob(b->h, t->bound), hir_canon_as_blob(b->h, least)};
    hir_blob blob = both[0] && both[1] ? hir_blob_make(b->h, op, t->bound->dest, both, 2) : 0;
    return blob ? hir_canon_blob(b->h, blob) : NULL;
}

static CanonExpr *may_not_start(hir_builder *b, const exit_test *t) {
    refuse(b, t->loop, "may-not-start", "nothing proves that its bound is beyond its start", NULL);
    return NULL;
}

/* By steps of 1 until the bound is reached, which is always: max(bound, first) - first. */
static CanonExpr *count_single_steps(hir_builder *b, const exit_test *t) {
    if (is_beyond(b, t, t->before, true) || is_beyond(b, t, t->first, false))
        return directed(b, t, t->first, t->bound, 0, 1);
    CanonExpr *beyond = bound_beyond(b, t, t->first, 0);
    return beyond ? directed(b, t, t->first, beyond, 0, 1) : may_not_start(b, t);
}

/* (bound - before - strict) / by, if bound is beyond `before`. */
static CanonExpr *count_steps(hir_builder *b, const exit_test *t, bool strict, int64_t by) {
    bool flagged = is_signed_predicate(t->goes_on) ? t->moving.nsw : t->moving.nuw;
    bool ends = ends_in_type(b, t, by), beyond = is_beyond(b, t, t->before, strict);
    if (!(flagged && t->exact_before) && !(ends && (beyond || t->exact_before))) {
        refuse(b, t->loop, "may-wrap", "its induction variable may wrap around before the bound",
               NULL);
        return NULL;
    }
    if (beyond)
        return directed(b, t, t->before, t->bound, strict, by);
    CanonExpr *other = bound_beyond(b, t, t->before, strict);
    return other ? directed(b, t, t->before, other, strict, by) : may_not_start(b, t);
}

static CanonExpr *count_relational(hir_builder *b, const exit_test *t) {
    int64_t by = t->step < 0 ? -t->step : t->step;
    bool strict = is_strict_predicate(t->goes_on);
    if (goes_up(t->goes_on) != (t->step > 0)) {
        refuse(b, t->loop, "counts-away", "it counts away from its bound", NULL);
        return NULL;
    }
    return strict && by == 1 ? count_single_steps(b, t) : count_steps(b, t, strict, by);
}

static CanonExpr *count(hir_builder *b, const exit_test *t) {
    CanonExpr *upper = NULL;
    if (t->goes_on == LLVMIntNE)
        upper = count_until_equal(b, t);
    else if (t->goes_on != LLVMIntEQ)
        upper = count_relational(b, t);
    if (!upper)
        refuse(b, t->loop, "count-not-linear",
               "how often it runs is no linear expression of what is known before it", NULL);
    return upper;
}

static uint64_t highest(hir_builder *b, const CanonExpr *upper, uint32_t header) {
    hir_range sum, type = hir_b_type_range(hir_width(b->h, upper->source), false);
    if (!hir_b_sum_range(b, upper, false, header, &sum) || !hir_range_in(sum, type))
        sum = type;
    return (uint64_t)sum.high / (uint64_t)upper->denominator;
}

static bool try_comparison(hir_builder *b, exit_test t, LLVMValueRef compare, bool leaves_if) {
    t.goes_on = LLVMGetICmpPredicate(compare);
    if (leaves_if)
        t.goes_on = inverse(t.goes_on);
    CanonExpr *upper = read_sides(b, &t, compare) ? count(b, &t) : NULL;
    hir_loop_facts *f = &b->facts[t.loop];
    if (!upper)
        return false;
    f->upper = upper;
    f->counted = t.block;
    f->bounded = true;
    f->max = highest(b, upper, b->loops.loops[t.loop].header);
    return true;
}

/* The two sides of an and (of an or, if the loop goes on when it is false): the loop goes on only
 * if both say so. The second one may be poison if the first one ends the loop. */
static bool both_sides(LLVMValueRef v, bool leaves_if, LLVMValueRef sides[2]) {
    if (!LLVMIsAInstruction(v))
        return false;
    sides[0] = LLVMGetOperand(v, 0);
    if (LLVMGetInstructionOpcode(v) == (leaves_if ? LLVMOr : LLVMAnd)) {
        sides[1] = LLVMGetOperand(v, 1);
        return true;
    }
    if (LLVMGetInstructionOpcode(v) != LLVMSelect)
        return false;
    sides[1] = LLVMGetOperand(v, leaves_if ? 2 : 1);
    LLVMValueRef other = LLVMIsAConstantInt(LLVMGetOperand(v, leaves_if ? 1 : 2));
    return other && LLVMConstIntGetZExtValue(other) == leaves_if;
}

enum { MAX_SIDES = 8 };

static bool try_exit(hir_builder *b, uint32_t loop, uint32_t block) {
    exit_test t = {.loop = loop, .block = block};
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(b->cfg.blocks[block]);
    LLVMValueRef work[MAX_SIDES + 2];
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
        if (!LLVMIsAICmpInst(v) && count < MAX_SIDES && both_sides(v, leaves_if, work + count))
            count += 2;
    }
    return refuse(b, loop, "exit-no-comparison", "its exit test compares no integers", branch);
}

/* A block whose test is made once in every iteration. */
static bool is_always_tested(hir_builder *b, uint32_t loop, uint32_t block, uint32_t latch) {
    return b->loops.innermost[block] == loop && ir_dominates(&b->dom, block, latch);
}

void hir_b_analyze_loop(hir_builder *b, uint32_t loop) {
    hir_loop_facts *f = &b->facts[loop];
    const ir_loop *l = &b->loops.loops[loop];
    f->counted = IR_NONE;
    if (l->exiting.count == 0)
        refuse(b, loop, "endless", "nothing leaves it", NULL);
    if (l->latches.count != 1) {
        refuse(b, loop, "several-latches", "several branches lead back to its start", NULL);
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
        refuse(b, loop, "exit-sometimes", "no exit test is made in every iteration", NULL);
    map_clear(&b->forms);
}
