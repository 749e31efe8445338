/* Needs: any valid module.
 * Keeps: what the program does, to the bit; functions without a nest that gets faster by the cost
 * model, byte for byte.
 * Breaks: the code of other functions, which are brought into shape by hir_canonicalize_nests.
 * Declines when: dependences forbid it, it does not pay, or a nest cannot be lowered; remarks say
 * why. */
#include "hir/hir_build.h"
#include "hir/hir_passes.h"
#include "hir/lower.h"
#include "hir/optimize/optimize.h"
#include "ir/analyses.h"

#include <llvm-c/BitWriter.h>

/* Functions by their position in the module, which is the same when it is read again. */
typedef VEC(bool) choice;

static bool has_nest(lathe_module *m, LLVMValueRef fn) {
    const ir_loops *loops = ir_loops_of(m, fn);
    for (uint32_t i = 0; loops && i < loops->count; i++)
        if (loops->loops[i].depth > 1)
            return true;
    return false;
}

static bool choose_nests(lathe_module *m, choice *chosen) {
    bool any = false;
    ir_each_function (fn, m->llvm) {
        bool nest = !LLVMIsDeclaration(fn) && has_nest(m, fn);
        vec_push(m->ctx, chosen, nest);
        any |= nest;
    }
    return any && ctx_ok(m->ctx);
}

static bool optimize_function(lathe_module *m, LLVMValueRef fn, const dd_options *options,
                              bool tells) {
    hir h;
    hir_opt_steps steps = {0};
    bool changed = false;
    if (hir_optimize(&h, m, fn, options, &steps)) {
        changed = hir_is_changed(&h);
        if (tells)
            hir_tell_steps(&h, &steps);
        if (changed)
            hir_lower(&h);
    }
    vec_free(m->ctx, &steps);
    hir_free(&h);
    return changed;
}

static bool prepare(lathe_module *m, const choice *chosen) {
    map functions;
    size_t i = 0;
    map_init(&functions, m->ctx);
    ir_each_function (fn, m->llvm)
        if (chosen->at[i++])
            map_put(&functions, fn);
    bool done = ctx_ok(m->ctx) && hir_canonicalize_nests(m, &functions);
    map_free(&functions);
    return done;
}

/* Takes functions in which nothing changes out of the choice. LLVM's passes may have put new
 * declarations after the functions. */
static void optimize_chosen(lathe_module *m, choice *chosen, const dd_options *options,
                            bool tells) {
    LLVMValueRef fn = LLVMGetFirstFunction(m->llvm);
    for (size_t i = 0; i < chosen->len; i++, fn = LLVMGetNextFunction(fn))
        if (chosen->at[i] && ctx_ok(m->ctx))
            chosen->at[i] = optimize_function(m, fn, options, tells);
}

static size_t count(const choice *chosen) {
    size_t all = 0;
    for (size_t i = 0; i < chosen->len; i++)
        all += chosen->at[i];
    return all;
}

/* A module of the caller's is not read again: which functions get faster is found out on a copy. */
static void optimize_callers(lathe_module *m, choice *chosen, const dd_options *options) {
    lathe_module *copy = ir_module_copy(m);
    if (copy && prepare(copy, chosen))
        optimize_chosen(copy, chosen, options, true);
    ir_module_free(copy);
    ir_begin_change(m);
    if (ctx_ok(m->ctx) && count(chosen) && prepare(m, chosen))
        optimize_chosen(m, chosen, options, false);
}

/* Which functions get faster is known only when they have been brought into shape; if those are
 * not all of them, the others are to stay as they were. */
static void optimize_module(lathe_module *m, choice *chosen, const dd_options *options) {
    LLVMMemoryBufferRef image = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
    size_t before = count(chosen);
    ir_begin_change(m);
    if (prepare(m, chosen))
        optimize_chosen(m, chosen, options, true);
    if (ctx_ok(m->ctx) && count(chosen) < before &&
        ir_read_again(m, LLVMGetBufferStart(image), LLVMGetBufferSize(image)) && count(chosen) &&
        prepare(m, chosen))
        optimize_chosen(m, chosen, options, false);
    LLVMDisposeMemoryBuffer(image);
}

lathe_status hir_optimize_pass(lathe_module *m, const ir_params *params, str *out) {
    choice chosen = {0};
    dd_options options = hir_assumed(params);
    (void)out;
    if (choose_nests(m, &chosen)) {
        if (ir_param_given(params, "as-is"))
            optimize_chosen(m, &chosen, &options, true);
        else
            (m->owned ? optimize_module : optimize_callers)(m, &chosen, &options);
    }
    vec_free(m->ctx, &chosen);
    return m->ctx->status;
}
