/* Induction variables. */
#include "hir/build/builder.h"

/* The value that the PHI has from outside (or inside) of the loop; NULL if there are several. */
static LLVMValueRef incoming(hir_builder *b, LLVMValueRef phi, uint32_t loop, bool inside) {
    LLVMValueRef found = NULL;
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        uint32_t from = ir_cfg_number(b->cfg, LLVMGetIncomingBlock(phi, i));
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (!ir_cfg_reachable(b->cfg, from) || ir_loop_has_block(b->loops, loop, from) != inside)
            continue;
        if (found && found != value)
            return NULL;
        found = value;
    }
    return found;
}

uint32_t hir_b_block_before(const hir_builder *b, uint32_t loop) {
    const ir_cfg *cfg = b->cfg;
    uint32_t header = b->loops->loops[loop].header;
    for (uint32_t i = cfg->pred_start[header]; i < cfg->pred_start[header + 1]; i++)
        if (!ir_loop_has_block(b->loops, loop, cfg->preds[i]))
            return cfg->preds[i];
    return header;
}

static bool is_fixed(hir_builder *b, LLVMValueRef v, uint32_t loop) {
    uint32_t block = hir_b_block_of(b, v);
    return block == IR_NONE || !ir_loop_has_block(b->loops, loop, block);
}

static bool set_step(hir_builder *b, hir_induction *ind, CanonExpr *step, uint32_t loop) {
    ind->step = step;
    return step && !hir_b_has_ivs(step) && hir_b_is_invariant(b, step, loop);
}

/* phi + x, phi - x */
static bool is_direct_step(hir_builder *b, hir_induction *ind, uint32_t loop) {
    LLVMOpcode op = LLVMGetInstructionOpcode(ind->next);
    if (op != LLVMAdd && op != LLVMSub)
        return false;
    bool second = op == LLVMAdd && LLVMGetOperand(ind->next, 1) == ind->phi;
    LLVMValueRef by = LLVMGetOperand(ind->next, !second);
    if (LLVMGetOperand(ind->next, second) != ind->phi || !is_fixed(b, by, loop))
        return false;
    hir_form f = hir_b_summand(b, by, b->loops->loops[loop].header);
    CanonExpr *step = f.ce ? hir_canon_copy(b->h, f.ce) : NULL;
    int64_t value;
    bool positive = !step || !hir_is_constant(step, &value) || value >= 0;
    ind->nsw = LLVMGetNSW(ind->next) && f.nsw;
    ind->nuw = LLVMGetNUW(ind->next) && f.nuw && positive;
    if (step && op == LLVMSub) {
        bool done = hir_canon_negate(b->h, step);
        bool number = done && hir_b_is_number_sum(b->nothing, -1, f.ce, step);
        ind->nsw &= number;
        ind->nuw &= number;
        if (!done)
            return false;
    }
    return set_step(b, ind, step, loop);
}

/* The closed form of the next value is the PHI and something that does not change. */
static bool is_indirect_step(hir_builder *b, hir_induction *ind, hir_form next, uint32_t loop) {
    hir_form self = hir_b_self(b, ind->phi, b->loops->loops[loop].header);
    hir_blob phi = self.ce ? hir_canon_as_blob(b->h, self.ce) : 0;
    CanonExpr *step = hir_canon_copy(b->h, next.ce);
    if (!phi || !step || !hir_canon_is_plain(step) || !hir_canon_add_blob(b->h, step, -1, phi))
        return false;
    ind->nsw = next.nsw;
    return set_step(b, ind, step, loop);
}

/* i := i - 1, or 0, in all terms of the sum. */
static bool shift(hir_builder *b, CanonExpr *ce, uint32_t level, bool to_zero) {
    hir_iv_term term = hir_iv_at(ce, level);
    if (term.coefficient == INT64_MIN)
        return false;
    if (to_zero)
        return hir_canon_add_iv(b->h, ce, level, -term.coefficient, term.blob);
    return term.blob ? hir_canon_add_blob(b->h, ce, -term.coefficient, term.blob)
                     : hir_canon_add_constant(b->h, ce, -term.coefficient);
}

/* Whether no temp in it is assigned in the loop, except for IVs. */
static bool is_function_of_ivs(hir_builder *b, const CanonExpr *ce, uint32_t loop) {
    CanonExpr *rest = hir_canon_copy(b->h, ce);
    if (!rest || rest->iv_count > b->facts[loop].level)
        return false;
    for (uint32_t i = 0; i < ce->iv_count; i++)
        if (ce->ivs[i].blob && !hir_b_is_invariant_blob(b, ce->ivs[i].blob, loop))
            return false;
    return shift(b, rest, b->facts[loop].level, true) && hir_b_is_invariant(b, rest, loop);
}

static bool is_same_value(hir_builder *b, const CanonExpr *x, const CanonExpr *y) {
    hir_blob one = hir_canon_as_blob(b->h, x), other = hir_canon_as_blob(b->h, y);
    return hir_canon_equal(x, y) || (one && one == other);
}

/* A value that the loop computes for the next iteration: if it would have been the start in the
 * iteration before the first, it is a function of the number of the iteration. */
static bool is_shifted(hir_builder *b, hir_induction *ind, hir_form next, uint32_t loop) {
    uint32_t level = b->facts[loop].level;
    if (!is_function_of_ivs(b, next.ce, loop) || !hir_has_iv(next.ce, level))
        return false;
    CanonExpr *ce = hir_canon_copy(b->h, next.ce);
    CanonExpr *first = ce && shift(b, ce, level, false) ? hir_canon_copy(b->h, ce) : NULL;
    hir_form start = hir_b_form(b, ind->start, hir_b_block_before(b, loop));
    if (!first || !start.ce || !shift(b, first, level, true) || !is_same_value(b, first, start.ce))
        return false;
    ind->shifted = ce;
    return true;
}

/* Forms that were found while the PHI was taken for a temp must not stay. */
static bool step_of_integer(hir_builder *b, hir_induction *ind, uint32_t loop) {
    if (is_direct_step(b, ind, loop))
        return true;
    map kept = b->forms;
    map_init(&b->forms, b->ctx);
    hir_form next = hir_b_form(b, ind->next, b->loops->loops[loop].header);
    bool found =
        next.ce && (is_indirect_step(b, ind, next, loop) || is_shifted(b, ind, next, loop));
    map_free(&b->forms);
    b->forms = kept;
    return found;
}

static bool step_of_pointer(hir_builder *b, hir_induction *ind, uint32_t loop) {
    if (LLVMGetInstructionOpcode(ind->next) != LLVMGetElementPtr ||
        LLVMGetOperand(ind->next, 0) != ind->phi)
        return false;
    int count = LLVMGetNumOperands(ind->next);
    for (int i = 1; i < count; i++)
        if (!is_fixed(b, LLVMGetOperand(ind->next, (unsigned)i), loop))
            return false;
    LLVMGEPNoWrapFlags flags = LLVMGEPGetNoWrapFlags(ind->next);
    ind->nuw = flags & (LLVMGEPFlagInBounds | LLVMGEPFlagNUSW);
    ind->is_pointer = true;
    return true;
}

static bool find_step(hir_builder *b, hir_induction *ind, uint32_t loop) {
    LLVMTypeRef type = LLVMTypeOf(ind->phi);
    if (!ind->start || !ind->next || !LLVMIsAInstruction(ind->next))
        return false;
    if (hir_b_is_linear_type(b, type))
        return step_of_integer(b, ind, loop);
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
           hir_width(b->h, type) == hir_width(b->h, b->index_type) && step_of_pointer(b, ind, loop);
}

const hir_induction *hir_b_induction(hir_builder *b, LLVMValueRef phi) {
    map_word *place = map_find(&b->inductions, phi);
    if (place)
        return place->p;
    uint32_t loop = hir_b_loop_of_header(b, hir_b_block_of(b, phi));
    hir_induction *ind = arena_new(&b->mem, hir_induction);
    place = map_put(&b->inductions, phi);
    if (!place || !ind || loop == IR_NONE)
        return NULL;
    *ind = (hir_induction){
        .phi = phi, .start = incoming(b, phi, loop, false), .next = incoming(b, phi, loop, true)};
    bool found = find_step(b, ind, loop);
    place = map_find(&b->inductions, phi);
    place->p = found ? ind : NULL;
    return place->p;
}

uint32_t hir_b_induction_loop(hir_builder *b, LLVMValueRef phi) {
    uint32_t block = hir_b_block_of(b, phi);
    if (!hir_b_in_region(b, block) || hir_b_loop_of_header(b, block) == IR_NONE)
        return IR_NONE;
    return hir_b_induction(b, phi) ? hir_b_loop_of_header(b, block) : IR_NONE;
}
