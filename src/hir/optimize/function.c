/* All regions of a function: again and again, without what has failed. */
#include "base/bisect.h"
#include "base/change.h"
#include "hir/hir_build.h"
#include "hir/lower.h"
#include "hir/optimize/optimize.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_ATTEMPTS = 20 };

void hir_tell_steps(const hir *h, const hir_opt_steps *steps) {
    for (size_t i = 0; i < steps->len; i++) {
        const hir_opt_step *step = &steps->at[i];
        hir_tell(h, "hir-optimize", step->what, step->id, step->reason, step->where);
    }
}

bool hir_is_changed(const hir *h) {
    for (size_t i = 0; i < h->regions.len; i++)
        if (h->regions.at[i]->changed)
            return true;
    return false;
}

typedef struct attempt {
    hir *h;
    dd_options options;
    dd_memo memo;
    hir_taboos taboos;
    hir_opt_steps *steps;
} attempt;

static void note_refusal(attempt *a, const hir_refusal *r) {
    if (r)
        vec_push(a->h->ctx, a->steps, (hir_opt_step){"lowering", r->id, r->reason, r->where});
}

/* Whether no region has to be built again. */
static bool try_regions(attempt *a) {
    hir *h = a->h;
    for (uint32_t i = 0; i < h->regions.len && ctx_ok(h->ctx); i++) {
        if (!hir_can_lower(h, h->regions.at[i]))
            note_refusal(a, h->regions.at[i]->refusal);
        else if (hir_optimize_region(h, i, &a->options, &a->memo, &a->taboos, a->steps) ==
                 HIR_OPT_AGAIN)
            return false;
    }
    return true;
}

/* Nests that whoever looks for a wrong change does not want to change. */
static bool withholds_regions(attempt *a) {
    bool any = false;
    for (uint32_t i = 0; i < a->h->regions.len; i++) {
        const HLRegion *region = a->h->regions.at[i];
        ir_place where = region->node.where;
        const char *file = where.file ? strrchr(where.file, '/') : NULL;
        if (!region->changed ||
            bisect_allows(a->h->ctx, "hir-optimize", "loop nest %" PRIu32 " of %s (%s:%u)", i + 1,
                          a->h->function,
                          file         ? file + 1
                          : where.file ? where.file
                                       : "?",
                          where.line))
            continue;
        vec_push(a->h->ctx, &a->taboos, (hir_taboo){.kind = HIR_TABOO_WITHHELD, .region = i});
        any = true;
    }
    return any;
}

static void forbid_all(attempt *a) {
    for (uint32_t i = 0; i < a->h->regions.len; i++)
        vec_push(a->h->ctx, &a->taboos, (hir_taboo){.kind = HIR_TABOO_GAVE_UP, .region = i});
}

bool hir_optimize(hir *h, lathe_module *m, LLVMValueRef fn, const dd_options *options,
                  hir_opt_steps *steps) {
    attempt a = {.h = h, .options = *options, .steps = steps};
    a.options.no_exact_distances = true; /* the model wants those of stencils, which are easy */
    size_t old = steps->len;
    bool done = hir_init(h, m) && hir_build(h, fn);
    dd_memo_init(&a.memo, m->ctx);
    for (uint32_t i = 1; done && (!try_regions(&a) || withholds_regions(&a)) && ctx_ok(m->ctx);
         i++) {
        if (i == MAX_ATTEMPTS)
            forbid_all(&a);
        hir_free(h);
        steps->len = old;
        done = hir_init(h, m) && hir_build(h, fn);
    }
    dd_memo_free(&a.memo);
    vec_free(m->ctx, &a.taboos);
    return ctx_ok(m->ctx);
}
