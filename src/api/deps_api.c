/* lathe/hir.h: dependences, and questions about them. */
#include "api/arguments.h"
#include "api/loop_answers.h"
#include "ir/ptr/ptr.h"
#include "report/hir_deps.h"

static void function_free(lathe_deps *d, report_deps_function *f) {
    for (size_t i = 0; i < f->graphs.len; i++) {
        dd_graph_free(f->graphs.at[i]);
        ctx_free(d->ctx, f->graphs.at[i], sizeof(dd_graph));
    }
    vec_free(d->ctx, &f->graphs);
    ctx_free(d->ctx, f, sizeof *f);
}

void lathe_deps_free(lathe_deps *d) {
    if (!d)
        return;
    for (size_t i = 0; i < d->functions.len; i++)
        function_free(d, d->functions.at[i]);
    vec_free(d->ctx, &d->functions);
    dd_memo_free(&d->memo);
    if (d->has_classes)
        ptr_graph_free(&d->classes);
    ctx_free(d->ctx, d, sizeof *d);
}

static bool add_region(lathe_deps *d, report_deps_function *f, HLRegion *region,
                       const dd_options *options) {
    dd_graph *g = ctx_realloc(d->ctx, NULL, 0, sizeof *g);
    if (!g)
        return false;
    *g = (dd_graph){0};
    if (!vec_push(d->ctx, &f->graphs, g)) {
        ctx_free(d->ctx, g, sizeof *g);
        return false;
    }
    return dd_graph_build(g, &f->of->h, region, options, &d->memo);
}

static bool add_function(lathe_deps *d, report_hir_function *of, const dd_options *options) {
    report_deps_function *f = ctx_realloc(d->ctx, NULL, 0, sizeof *f);
    if (!f)
        return false;
    *f = (report_deps_function){.of = of};
    if (!vec_push(d->ctx, &d->functions, f)) {
        ctx_free(d->ctx, f, sizeof *f);
        return false;
    }
    bool done = true;
    for (size_t i = 0; i < of->h.regions.len && done; i++)
        done = add_region(d, f, of->h.regions.at[i], options);
    return done;
}

/* A module with main is taken for the whole program. */
static void find_classes(lathe_deps *d, const lathe_hir *h, dd_options *options) {
    lathe_module *m = h->functions.len ? h->functions.at[0]->h.m : NULL;
    LLVMValueRef entry = m && m->llvm ? LLVMGetNamedFunction(m->llvm, "main") : NULL;
    if (!entry || LLVMIsDeclaration(entry))
        return;
    ctx_timer timer = ctx_phase_begin(h->ctx, "pointer classes");
    d->has_classes = true;
    ptr_build(&d->classes, m);
    if (ctx_ok(h->ctx))
        ptr_close(&d->classes);
    options->classes = &d->classes;
    ctx_phase_end(h->ctx, timer);
}

lathe_deps *lathe_hir_deps(lathe_hir *h, const lathe_deps_options *options) {
    lathe_deps_options own;
    if (!api_take(h->ctx, &own, options, "options"))
        return NULL;
    dd_options o = {.assume_noalias = own.assume_noalias,
                    .assume_dims = own.assume_dims,
                    .no_exact = own.no_exact,
                    .input = own.input,
                    .operations = (unsigned long)own.max_operations,
                    .max_pairs = own.max_pairs};
    lathe_deps *d = ctx_realloc(h->ctx, NULL, 0, sizeof *d);
    if (!d)
        return NULL;
    *d = (lathe_deps){.ctx = h->ctx};
    dd_memo_init(&d->memo, h->ctx);
    find_classes(d, h, &o);
    ctx_timer timer = ctx_phase_begin(h->ctx, "dependences");
    bool done = ctx_ok(h->ctx);
    for (size_t i = 0; i < h->functions.len && done; i++)
        done = add_function(d, h->functions.at[i], &o);
    ctx_phase_end(h->ctx, timer);
    lathe_deps_counts c = deps_report_count(d);
    ctx_count(h->ctx, "hir pairs of references", c.pairs);
    ctx_count(h->ctx, "hir pairs asked of isl", c.asked);
    if (done && ctx_ok(h->ctx))
        return d;
    lathe_deps_free(d);
    return NULL;
}

bool lathe_deps_count(const lathe_deps *d, lathe_deps_counts *counts) {
    lathe_deps_counts own = deps_report_count(d);
    return api_fill(d->ctx, counts, &own, "counts");
}

size_t lathe_deps_edge_count(const lathe_deps *d, size_t function, size_t region) {
    const dd_graph *g = lathe_deps_graph(d, function, region);
    return g ? g->edges.len : 0;
}

bool lathe_deps_edge_get(const lathe_deps *d, size_t function, size_t region, size_t index,
                         lathe_deps_edge *edge) {
    const dd_graph *g = lathe_deps_graph(d, function, region);
    if (!g || index >= g->edges.len)
        return false;
    const dd_edge *e = &g->edges.at[index];
    lathe_deps_edge own = {.kind = (lathe_deps_kind)e->kind,
                           .source = g->refs.at[e->source].node->number,
                           .sink = g->refs.at[e->sink].node->number,
                           .level = e->level,
                           .levels = e->levels,
                           .directions = e->directions,
                           .constant = e->constant,
                           .distance = e->distance,
                           .reason = e->reason,
                           .scalar = g->refs.at[e->source].kind == DD_REF_SCALAR};
    return api_fill(d->ctx, edge, &own, "edge");
}

static HLLoop *loop_numbered(const dd_graph *g, unsigned number) {
    hir_each_node (node, &g->region->node)
        if (node->kind == HL_LOOP && node->number == number)
            return (HLLoop *)node;
    return NULL;
}

static bool is_question(lathe_deps_question question) {
    return question <= LATHE_DEPS_REVERSE;
}

bool lathe_deps_ask(const lathe_deps *d, size_t function, size_t region,
                    lathe_deps_question question, unsigned loop, unsigned other,
                    lathe_deps_answer *answer) {
    const dd_graph *g = is_question(question) ? lathe_deps_graph(d, function, region) : NULL;
    HLLoop *first = g ? loop_numbered(g, loop) : NULL;
    HLLoop *second = g && deps_needs_other(question) ? loop_numbered(g, other) : first;
    if (!first || !second)
        return false;
    dd_reply reply = deps_ask(g, question, first, second);
    return api_give_answer(d->ctx, &reply, answer);
}

/* Strings for callers outside. */

typedef void print_fn(str *out, lathe_deps *d, const lathe_hir_view *view);

static char *give(lathe_deps *d, const lathe_hir_view *view, print_fn *print) {
    str out;
    lathe_hir_view own;
    if (!api_take(d->ctx, &own, view, "view"))
        return NULL;
    str_init(&out, d->ctx);
    print(&out, d, &own);
    char *text = ctx_ok(d->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

char *lathe_deps_text(lathe_deps *d, const lathe_hir_view *view) {
    return give(d, view, deps_report_text);
}

char *lathe_deps_json(lathe_deps *d, const lathe_hir_view *view) {
    return give(d, view, deps_report_json);
}

char *lathe_deps_dot(lathe_deps *d, const lathe_hir_view *view) {
    return give(d, view, deps_report_dot);
}

char *lathe_deps_isl(lathe_deps *d, const lathe_hir_view *view) {
    return give(d, view, deps_report_isl);
}

char *lathe_deps_why_not(lathe_deps *d, lathe_deps_question question, const lathe_hir_view *view) {
    str out;
    lathe_hir_view own;
    if (!is_question(question)) {
        ctx_fail(d->ctx, LATHE_USAGE, "question: there is no question %d", (int)question);
        return NULL;
    }
    if (!api_take(d->ctx, &own, view, "view"))
        return NULL;
    str_init(&out, d->ctx);
    deps_report_why_not(&out, d, question, &own);
    char *text = ctx_ok(d->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

char *lathe_deps_html(lathe_deps *d, lathe_deps *after, const lathe_hir_view *view) {
    str out;
    lathe_hir_view own;
    if (!api_take(d->ctx, &own, view, "view"))
        return NULL;
    str_init(&out, d->ctx);
    deps_report_html(&out, d, after, &own);
    char *text = ctx_ok(d->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}
