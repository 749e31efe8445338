/* Needs: any valid module.
 * Keeps: what the program does, to the bit; functions without a nest that gets faster by the cost
 * model, byte for byte.
 * Breaks: the code of other functions, which are brought into shape by hir_canonicalize_guessing.
 * Declines when: dependences forbid it, it does not pay, or a nest cannot be lowered; remarks say
 * why. Functions of which a block has its address taken are left alone. */
#include "hir/hir_build.h"
#include "hir/hir_passes.h"
#include "hir/lower.h"
#include "hir/optimize/optimize.h"
#include "hir/optimize/originals.h"
#include "hir/shape/shape.h"
#include "hir/transform/guess.h"
#include "ir/attr.h"
#include "ir/llvmx.h"

#include <string.h>

static bool keeps_loops(LLVMValueRef fn) {
    return LLVMGetStringAttributeAtIndex(fn, IR_AT_FUNCTION, HIR_KEEP_LOOPS,
                                         strlen(HIR_KEEP_LOOPS));
}

static bool choose_nests(lathe_module *m, map *chosen) {
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && !keeps_loops(fn) && hir_may_have_nest(m, fn) &&
            !llvmx_has_block_addresses(fn))
            map_put(chosen, fn);
    return chosen->len && ctx_ok(m->ctx);
}

typedef enum fn_result { FN_SAME, FN_CHANGED, FN_AGAIN } fn_result;

/* Where a guess has led to nothing, the nest is to be looked at without it. */
static fn_result finish(hir *h, lathe_module *m, LLVMValueRef fn, const hir_opt_steps *steps) {
    if (hir_drop_guesses(h))
        return hir_canonicalize_settled(m, fn) ? FN_AGAIN : FN_SAME;
    hir_tell_steps(h, steps);
    bool changed = hir_is_changed(h);
    if (!(changed || hir_keeps_guesses(h)) || !hir_check_guesses(h))
        return FN_SAME;
    if (changed)
        hir_lower(h);
    return FN_CHANGED;
}

static fn_result try_function(lathe_module *m, LLVMValueRef fn, const dd_options *options) {
    hir h;
    hir_opt_steps steps = {0};
    fn_result result = FN_SAME;
    if (hir_optimize(&h, m, fn, options, &steps))
        result = finish(&h, m, fn, &steps);
    vec_free(m->ctx, &steps);
    hir_free(&h);
    return ctx_ok(m->ctx) ? result : FN_SAME;
}

static bool optimize_function(lathe_module *m, LLVMValueRef fn, const dd_options *options) {
    bool changed = false;
    fn_result result = FN_AGAIN;
    while (result == FN_AGAIN) {
        changed |= hir_optimize_clamps(m, fn);
        result = try_function(m, fn, options);
    }
    if (hir_settle_guesses(m, fn, NULL, false) && ctx_ok(m->ctx))
        hir_canonicalize_settled(m, fn);
    return (changed || result == FN_CHANGED) && ctx_ok(m->ctx);
}

/* Which functions get faster is known only when they have been brought into shape; the others are
 * to stay as they were. */
static void optimize_in_shape(lathe_module *m, map *chosen, const dd_options *options) {
    hir_originals originals;
    if (hir_originals_keep(&originals, m, chosen) && hir_canonicalize_guessing(m, chosen))
        for (size_t i = 0; i < chosen->len && ctx_ok(m->ctx); i++)
            if (optimize_function(m, chosen->at[i].key.p, options))
                hir_originals_drop(&originals, i);
    hir_originals_put_back(&originals);
}

static void optimize_as_is(lathe_module *m, const map *chosen, const dd_options *options) {
    for (size_t i = 0; i < chosen->len && ctx_ok(m->ctx); i++)
        optimize_function(m, chosen->at[i].key.p, options);
}

lathe_status hir_optimize_pass(lathe_module *m, const ir_params *params, str *out) {
    dd_options options = hir_assumed(params);
    map chosen;
    (void)out;
    map_init(&chosen, m->ctx);
    if (choose_nests(m, &chosen)) {
        ir_begin_change(m);
        if (ir_param_given(params, "as-is"))
            optimize_as_is(m, &chosen, &options);
        else
            optimize_in_shape(m, &chosen, &options);
    }
    map_free(&chosen);
    return m->ctx->status;
}
