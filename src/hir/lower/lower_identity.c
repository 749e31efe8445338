/* Needs: a module whose loops hir_canonicalize has brought into shape.
 * Keeps: what the program does.
 * Breaks: the code of loop nests, which is made again from their HIR.
 * Declines when: a nest cannot be lowered, see docs/hir-lowering.md; that nest stays.
 *
 * Lowers every region (with `join`, of all loops that come right after one another) although
 * nothing in it has changed: the proof that HIR says all that a nest does, and that lowering does
 * not make it slower. */
#include "hir/hir_build.h"
#include "hir/hir_passes.h"
#include "hir/lower.h"

static void show_refusal(const hir *h, const hir_refusal *r) {
    str text;
    str_init(&text, h->ctx);
    str_printf(&text, "the loop nest at '%s' in '%s' is left as it is: %s", r->loop, h->function,
               r->reason);
    hir_remark(h->ctx, r->id, r->where, str_text(&text));
    str_free(&text);
}

static void lower_function(lathe_module *m, LLVMValueRef fn, bool joins_loops) {
    hir h;
    bool ready = hir_init(&h, m);
    h.joins_loops = joins_loops;
    h.keeps_hints = true;
    if (ready && hir_build(&h, fn)) {
        for (size_t i = 0; i < h.regions.len; i++)
            h.regions.at[i]->changed = true;
        hir_lower(&h);
        for (size_t i = 0; i < h.regions.len; i++)
            if (h.regions.at[i]->refusal)
                show_refusal(&h, h.regions.at[i]->refusal);
    }
    hir_free(&h);
}

lathe_status hir_identity_pass(lathe_module *m, const ir_params *params, str *out) {
    bool joins_loops = ir_param_given(params, "join");
    (void)out;
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            lower_function(m, fn, joins_loops);
    return m->ctx->status;
}
