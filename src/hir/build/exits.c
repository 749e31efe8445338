/* What values of a loop are after it.
 *
 * A loop that nothing but its counted test ends, at its latch, runs to its upper bound. Whatever is
 * used after it was computed in the last iteration, too: it dominates the latch. So its closed
 * form holds there, with the upper bound for the induction variable; and where the loop may not run
 * at all, control gets past it without such a use. */
#include "hir/build/builder.h"

/* The loop that v is in, if it always runs to its end and the block is right after it. */
static uint32_t ended_loop(const hir_builder *b, LLVMValueRef v, uint32_t block) {
    uint32_t loop = b->loops->innermost[hir_b_block_of(b, v)];
    const ir_loop *l = &b->loops->loops[loop];
    const hir_loop_facts *f = &b->facts[loop];
    bool ends = f->upper && f->at_latch && l->exiting.count == 1;
    return ends && hir_b_in_region(b, block) &&
                   (l->parent == IR_NONE || ir_loop_has_block(b->loops, l->parent, block))
               ? loop
               : IR_NONE;
}

CanonExpr *hir_b_exit_form(hir_builder *b, LLVMValueRef v, uint32_t block) {
    uint32_t loop = ended_loop(b, v, block);
    if (loop == IR_NONE)
        return NULL;
    hir_form last = hir_b_summand(b, v, hir_b_block_of(b, v));
    CanonExpr *out = last.ce ? hir_canon_copy(b->h, last.ce) : NULL;
    uint32_t level = b->facts[loop].level;
    if (out && hir_has_iv(out, level)) {
        CanonExpr *upper = hir_canon_resized(b->h, b->facts[loop].upper, out->source);
        if (!upper || !hir_canon_substitute(b->h, out, level, upper))
            return NULL;
    }
    return out && hir_b_is_invariant(b, out, loop) ? out : NULL;
}
