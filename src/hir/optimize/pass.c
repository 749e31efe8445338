/* Needs: a module whose loops hir_canonicalize_nests has brought into shape.
 * Keeps: what the program does, to the bit.
 * Breaks: the code of loop nests that get faster by the cost model; all others stay as they are.
 * Declines when: dependences forbid it, it does not pay, or a nest cannot be lowered; remarks say
 * why. */
#include "base/remark.h"
#include "hir/build.h"
#include "hir/lower.h"
#include "hir/optimize/optimize.h"
#include "hir/passes.h"

enum { MAX_ATTEMPTS = 8 };

typedef struct work {
    hir h;
    dd_memo memo;
    hir_taboos taboos;
    hir_opt_steps steps;
} work;

static void tell(const hir *h, const hir_opt_step *step) {
    str text;
    str_init(&text, h->ctx);
    if (step->id)
        str_printf(&text, "%s of a loop in '%s' declined: %s", step->what, h->function,
                   step->reason);
    else
        str_printf(&text, "%s of a loop in '%s' done", step->what, h->function);
    ctx_diag(h->ctx, &(lathe_diag){.severity = LATHE_REMARK,
                                   .id = step->id,
                                   .file = step->where.file,
                                   .line = step->where.line,
                                   .column = step->where.column,
                                   .message = str_text(&text)});
    remark_list *list = h->ctx->remarks;
    if (list) {
        remark_add(list, &(remark){.kind = step->id ? REMARK_MISSED : REMARK_PASSED,
                                   .pass = "hir-optimize",
                                   .name = step->id ? "Declined" : "Done",
                                   .function = h->function,
                                   .file = step->where.file,
                                   .line = step->where.line,
                                   .column = step->where.column});
        remark_add_part(list, "Transform", "%s", step->what);
        if (step->id)
            remark_add_part(list, "String", " declined: %s", step->reason);
        else
            remark_add_part(list, "String", " of a loop");
    }
    str_free(&text);
}

static void refuse(work *w, const HLRegion *region) {
    const hir_refusal *r = region->refusal;
    if (r)
        vec_push(w->h.ctx, &w->steps, (hir_opt_step){"lowering", r->id, r->reason, r->where});
}

/* Whether no region has to be built again. */
static bool try_regions(work *w) {
    for (uint32_t i = 0; i < w->h.regions.len && ctx_ok(w->h.ctx); i++) {
        if (!hir_can_lower(&w->h, w->h.regions.at[i]))
            refuse(w, w->h.regions.at[i]);
        else if (hir_optimize_region(&w->h, i, &w->memo, &w->taboos, &w->steps) == HIR_OPT_AGAIN)
            return false;
    }
    return true;
}

static void optimize_function(lathe_module *m, LLVMValueRef fn) {
    work w = {0};
    bool done = false;
    dd_memo_init(&w.memo, m->ctx);
    for (uint32_t i = 0; i < MAX_ATTEMPTS && !done && ctx_ok(m->ctx); i++) {
        vec_clear(&w.steps);
        if (hir_init(&w.h, m) && hir_build(&w.h, fn) && try_regions(&w)) {
            done = true;
            for (size_t k = 0; k < w.steps.len; k++)
                tell(&w.h, &w.steps.at[k]);
            hir_lower(&w.h);
        }
        hir_free(&w.h);
    }
    dd_memo_free(&w.memo);
    vec_free(m->ctx, &w.taboos);
    vec_free(m->ctx, &w.steps);
}

lathe_status hir_optimize_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            optimize_function(m, fn);
    return m->ctx->status;
}
