/* Needs: any valid module.
 * Keeps: what the program does.
 * Breaks: whatever LLVM's passes change; knowledge about the module is dropped.
 * Declines when: this LLVM has no code generator for the module's target; functions of more than
 * HIR_MAX_BLOCKS blocks are left as they are.
 *
 * Finds out what all functions do to memory, promotes locals, turns loops so that they end in their
 * test, moves out what does not change, and lets LLVM write trip counts as comparisons with a value
 * in the preheader. No instcombine: it replaces the types of GEPs by bytes. */
#include "hir/hir_build.h"
#include "hir/hir_passes.h"
#include "hir/shape/shape.h"
#include "ir/attr.h"
#include "ir/llvmpasses.h"

#define BEHIND "loop-simplify,lcssa,loop(indvars),instsimplify,adce,simplifycfg,loop-simplify,lcssa"

/* With what all functions do to variables that no pointer leads to in sight. */
#define BEFORE                                                                                     \
    "require<globals-aa>,function(invalidate<aa>,sroa,early-cse<memssa>,simplifycfg,"              \
    "loop-simplify,lcssa,"

static const char to_be_read[] = BEFORE "loop-mssa(loop-rotate,licm)," BEHIND ")";
/* A zero-trip test that was made before an earlier loop is not made again: then those loops have
 * nothing but straight code between them. */
static const char to_be_joined[] =
    BEFORE "loop-mssa(loop-rotate,licm)," BEHIND ",early-cse,jump-threading,early-cse,simplifycfg,"
           "loop-simplify,lcssa)";
/* What is accumulated stays in memory, where it is not an obstacle to interchange: out of
 * a loop only goes what is the same in all loops around it, too. */
static const char to_be_changed[] =
    BEFORE "loop(loop-rotate),loop-simplify,lcssa,loop-mssa(lnicm),loop-simplify)";
/* Guards that are joined to one are computed where they were: outside, if they do not change. What
 * is stored before a nest is not put into its place: it would no longer be in memory. Where loops
 * follow one another under one guard, and the way past all of them has become one, the guard
 * surely holds for each but the first. */
static const char changed_loads[] =
    "require<globals-aa>,function(invalidate<aa>,gvn<no-pre;no-load-pre;no-memdep>,loop-simplify,"
    "lcssa," BEHIND ",correlated-propagation,constraint-elimination,simplifycfg,loop-simplify,"
    "lcssa,loop-mssa(lnicm))";

typedef VEC(LLVMValueRef) functions;

/* LLVM's passes leave such functions alone. `wanted`, if not NULL, has those that are not hidden.
 */
static void hide_functions(lathe_module *m, const map *wanted, functions *hidden) {
    ir_each_function (fn, m->llvm) {
        bool hides = LLVMCountBasicBlocks(fn) > HIR_MAX_BLOCKS || (wanted && !map_find(wanted, fn));
        if (hides && !LLVMIsDeclaration(fn) && !ir_attr_get(fn, IR_AT_FUNCTION, "optnone") &&
            vec_push(m->ctx, hidden, fn))
            ir_attr_add(fn, IR_AT_FUNCTION, "optnone", 0);
    }
}

static void show_functions(lathe_module *m, functions *hidden) {
    for (size_t i = 0; i < hidden->len; i++)
        ir_attr_remove(hidden->at[i], IR_AT_FUNCTION, "optnone");
    vec_free(m->ctx, hidden);
}

static bool run(lathe_module *m, const char *passes) {
    return ir_run_llvm(
        m,
        &(ir_llvm_run){.passes = passes, .for_target = true, .doing = "loops cannot be prepared"});
}

/* What functions do to memory, also those that are not looked at. That one never returns is left
 * out: a call of it would be an exit more of a loop that is counted. */
static bool describe_functions(lathe_module *m) {
    functions returning = {0};
    ir_each_function (fn, m->llvm)
        if (!ir_attr_get(fn, IR_AT_FUNCTION, "noreturn"))
            vec_push(m->ctx, &returning, fn);
    bool done = run(m, "inferattrs,cgscc(function-attrs)");
    for (size_t i = 0; i < returning.len; i++)
        ir_attr_remove(returning.at[i], IR_AT_FUNCTION, "noreturn");
    vec_free(m->ctx, &returning);
    return done;
}

/* `last`, if not NULL, are passes for nests, which are brought into shape before them. */
static bool prepare(lathe_module *m, const char *first, const char *last, const map *wanted,
                    bool guesses) {
    functions hidden = {0};
    ir_drop_knowledge(m);
    ctx_timer timer = ctx_phase_begin(m->ctx, "hir canonicalize");
    if (last)
        hir_inline_small(m, wanted);
    if (describe_functions(m)) {
        hide_functions(m, wanted, &hidden);
        if (run(m, first) && last && hir_hoist_loads(m, wanted, guesses) && hir_join_loads(m))
            run(m, last);
        show_functions(m, &hidden);
    }
    ctx_phase_end(m->ctx, timer);
    return ctx_ok(m->ctx);
}

bool hir_canonicalize(lathe_module *m) {
    return prepare(m, to_be_read, NULL, NULL, false);
}

bool hir_canonicalize_nests(lathe_module *m, const map *functions) {
    return prepare(m, to_be_changed, changed_loads, functions, false);
}

bool hir_canonicalize_guessing(lathe_module *m, const map *functions) {
    return prepare(m, to_be_changed, changed_loads, functions, true);
}

bool hir_canonicalize_again(lathe_module *m, LLVMValueRef fn) {
    return ir_run_llvm(m, &(ir_llvm_run){.passes = "early-cse<memssa>,loop-simplify,lcssa," BEHIND,
                                         .function = fn,
                                         .for_target = true,
                                         .doing = "loops cannot be prepared"});
}

bool hir_canonicalize_settled(lathe_module *m, LLVMValueRef fn) {
    return ir_run_llvm(m, &(ir_llvm_run){.passes = "adce,simplifycfg,loop-simplify,lcssa",
                                         .function = fn,
                                         .for_target = true,
                                         .doing = "loops cannot be prepared"});
}

bool hir_canonicalize_joined(lathe_module *m) {
    return prepare(m, to_be_joined, NULL, NULL, false);
}

lathe_status hir_canonicalize_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    if (ir_param_given(params, "nests"))
        hir_canonicalize_nests(m, NULL);
    else if (ir_param_given(params, "join"))
        hir_canonicalize_joined(m);
    else
        hir_canonicalize(m);
    return m->ctx->status;
}
