/* lathe/hir.h: the loop nests of a program, built from its module, and questions about them. */
#include "api/arguments.h"
#include "api/heard_remarks.h"
#include "api/hir_functions.h"

#include "base/nearest.h"
#include "hir/hir_build.h"
#include "hir/optimize/optimize.h"
#include "ir/analyses.h"

#include <string.h>

static lathe_hir_refusal public_refusal(const hir_refusal *r, bool modelled) {
    return (lathe_hir_refusal){.id = r->id,
                               .reason = r->reason,
                               .loop = r->loop,
                               .modelled = modelled,
                               .file = r->where.file,
                               .line = r->where.line,
                               .column = r->where.column};
}

static void count_loop(lathe_ctx *ctx, report_hir_function *f, const HLLoop *loop) {
    lathe_hir_counts *counts = &f->counts;
    counts->loops++;
    counts->do_loops += loop->loop_kind == LOOP_DO;
    counts->multi_exit_loops += loop->loop_kind == LOOP_MULTI_EXIT;
    counts->while_loops += loop->loop_kind == LOOP_WHILE;
    if (loop->refusal)
        vec_push(ctx, &f->refusals, public_refusal(loop->refusal, true));
}

static void count(lathe_ctx *ctx, report_hir_function *f) {
    for (size_t i = 0; i < f->h.refusals.len; i++)
        vec_push(ctx, &f->refusals, public_refusal(&f->h.refusals.at[i], false));
    f->counts.loops = f->counts.not_modelled = f->h.refusals.len;
    f->counts.regions = f->h.regions.len;
    for (size_t i = 0; i < f->h.regions.len; i++)
        hir_each_node (node, &f->h.regions.at[i]->node)
            if (node->kind == HL_LOOP)
                count_loop(ctx, f, (const HLLoop *)node);
}

report_hir_function *api_hir_function_new(lathe_ctx *ctx) {
    report_hir_function *f = ctx_realloc(ctx, NULL, 0, sizeof *f);
    if (f)
        *f = (report_hir_function){0};
    return f;
}

void api_hir_function_free(lathe_ctx *ctx, report_hir_function *f) {
    vec_free(ctx, &f->refusals);
    hir_free(&f->h);
    ctx_free(ctx, f, sizeof *f);
}

bool api_hir_add(lathe_hir *all, report_hir_function *f) {
    if (!f)
        return false;
    count(all->ctx, f);
    if (vec_push(all->ctx, &all->functions, f))
        return true;
    api_hir_function_free(all->ctx, f);
    return false;
}

static bool build_optimized(hir *h, lathe_module *m, LLVMValueRef fn) {
    hir_opt_steps steps = {0};
    bool done = hir_optimize(h, m, fn, &(dd_options){0}, &steps);
    if (done)
        hir_tell_steps(h, &steps);
    vec_free(m->ctx, &steps);
    return done;
}

static bool build_function(lathe_hir *all, lathe_module *m, LLVMValueRef fn, bool optimized) {
    report_hir_function *f = api_hir_function_new(m->ctx);
    if (!f)
        return false;
    bool done =
        optimized ? build_optimized(&f->h, m, fn) : hir_init(&f->h, m) && hir_build(&f->h, fn);
    if (done && (f->h.regions.len || f->h.refusals.len))
        return api_hir_add(all, f);
    api_hir_function_free(m->ctx, f);
    return done;
}

static LLVMValueRef require_function(lathe_module *m, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(m->llvm, name);
    if (fn && !LLVMIsDeclaration(fn))
        return fn;
    nearest n = nearest_init(name, strlen(name));
    ir_each_function (other, m->llvm) {
        size_t length;
        if (!LLVMIsDeclaration(other))
            nearest_consider(&n, LLVMGetValueName2(other, &length));
    }
    ctx_fail(m->ctx, LATHE_USAGE, "no function '%s' in this program" NEAREST_HINT, name,
             NEAREST_WORDS(n));
    return NULL;
}

static void build_all(lathe_hir *all, lathe_module *m, LLVMValueRef only, bool optimized) {
    ctx_timer timer = ctx_phase_begin(m->ctx, "hir");
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && (!only || fn == only) &&
            !build_function(all, m, fn, optimized))
            break;
    ctx_phase_end(m->ctx, timer);
    lathe_hir_counts c = hir_report_count(all, LATHE_HIR_ALL);
    ctx_count(m->ctx, "hir loops", c.loops);
    ctx_count(m->ctx, "hir regions", c.regions);
    ctx_count(m->ctx, "hir DO loops", c.do_loops + c.multi_exit_loops);
}

static bool bring_into_shape(lathe_module *m, const lathe_hir_options *options) {
    if (options->as_is)
        return true;
    return options->for_changes ? hir_canonicalize_nests(m, NULL) : hir_canonicalize(m);
}

lathe_hir *lathe_hir_build(lathe_module *m, const lathe_hir_options *options) {
    lathe_hir_options own;
    if (!api_take(m->ctx, &own, options, "options"))
        return NULL;
    lathe_hir *all = ctx_realloc(m->ctx, NULL, 0, sizeof *all);
    if (!all)
        return NULL;
    *all = (lathe_hir){.ctx = m->ctx};
    LLVMValueRef only = own.function ? require_function(m, own.function) : NULL;
    api_remarks remarks;
    api_remarks_begin(&remarks, m->ctx);
    if (ctx_ok(m->ctx) && bring_into_shape(m, &own))
        build_all(all, m, only, own.optimized);
    api_remarks_end(&remarks, m->ctx);
    ir_analyses_forget(m, NULL); /* the module is in the caller's hands again */
    if (ctx_ok(m->ctx))
        return all;
    lathe_hir_free(all);
    return NULL;
}

void lathe_hir_free(lathe_hir *all) {
    if (!all)
        return;
    for (size_t i = 0; i < all->functions.len; i++)
        api_hir_function_free(all->ctx, all->functions.at[i]);
    vec_free(all->ctx, &all->functions);
    ir_module_free(all->types);
    ctx_free(all->ctx, all, sizeof *all);
}

static const report_hir_function *function_at(const lathe_hir *h, size_t function) {
    return function < h->functions.len ? h->functions.at[function] : NULL;
}

bool lathe_hir_count(const lathe_hir *h, size_t function, lathe_hir_counts *counts) {
    if (function != LATHE_HIR_ALL && !function_at(h, function))
        return false;
    lathe_hir_counts own = hir_report_count(h, function);
    return api_fill(h->ctx, counts, &own, "counts");
}

size_t lathe_hir_function_count(const lathe_hir *h) {
    return h->functions.len;
}

const char *lathe_hir_function_name(const lathe_hir *h, size_t function) {
    const report_hir_function *f = function_at(h, function);
    return f ? f->h.function : NULL;
}

size_t lathe_hir_refusal_count(const lathe_hir *h, size_t function) {
    const report_hir_function *f = function_at(h, function);
    return f ? f->refusals.len : 0;
}

bool lathe_hir_refusal_get(const lathe_hir *h, size_t function, size_t index,
                           lathe_hir_refusal *refusal) {
    if (index >= lathe_hir_refusal_count(h, function))
        return false;
    return api_fill(h->ctx, refusal, &h->functions.at[function]->refusals.at[index], "refusal");
}

static const HLDDNode *node_numbered(HLRegion *region, unsigned number) {
    hir_each_node (node, &region->node)
        if (node->number == number)
            return hir_as_dd(node);
    return NULL;
}

lathe_hir_indexing lathe_hir_ref_indexing(const lathe_hir *h, size_t function, size_t region,
                                          unsigned node, size_t ref, unsigned *index) {
    const report_hir_function *f = function_at(h, function);
    if (!f || region >= f->h.regions.len)
        return LATHE_HIR_NOT_INDEXED;
    const HLDDNode *found = node_numbered(f->h.regions.at[region], node);
    const RegDDRef *by = NULL;
    if (!found || ref >= found->ref_count || !found->refs[ref])
        return LATHE_HIR_NOT_INDEXED;
    hir_indexing how = hir_ref_indexing(&f->h, found->refs[ref], &by);
    if (by)
        *index = by->node->number;
    return (lathe_hir_indexing)how;
}

typedef void print_fn(str *out, lathe_hir *h, const lathe_hir_view *view);

static char *give(lathe_hir *h, const lathe_hir_view *view, print_fn *print) {
    str out;
    lathe_hir_view own;
    if (!api_take(h->ctx, &own, view, "view"))
        return NULL;
    str_init(&out, h->ctx);
    ctx_timer timer = ctx_phase_begin(h->ctx, "report");
    print(&out, h, &own);
    ctx_phase_end(h->ctx, timer);
    char *text = ctx_ok(h->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

char *lathe_hir_text(lathe_hir *h, const lathe_hir_view *view) {
    return give(h, view, hir_report_text);
}

char *lathe_hir_json(lathe_hir *h, const lathe_hir_view *view) {
    return give(h, view, hir_report_json);
}
