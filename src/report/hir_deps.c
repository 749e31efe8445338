#include "report/hir_deps.h"

#include "base/show.h"
#include "ir/ptr/ptr.h"

#include <string.h>

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
    dd_options o = {0};
    if (options)
        o = (dd_options){.assume_noalias = options->assume_noalias,
                         .assume_dims = options->assume_dims,
                         .no_exact = options->no_exact,
                         .input = options->input,
                         .operations = (unsigned long)options->max_operations,
                         .max_pairs = options->max_pairs};
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
    lathe_deps_counts c = lathe_deps_count(d);
    ctx_count(h->ctx, "hir pairs of references", c.pairs);
    ctx_count(h->ctx, "hir pairs asked of isl", c.asked);
    if (done && ctx_ok(h->ctx))
        return d;
    lathe_deps_free(d);
    return NULL;
}

static const dd_graph *graph_at(const lathe_deps *d, size_t function, size_t region) {
    if (function >= d->functions.len || region >= d->functions.at[function]->graphs.len)
        return NULL;
    return d->functions.at[function]->graphs.at[region];
}

static void add_counts(lathe_deps_counts *to, const dd_graph *g) {
    to->pairs += g->counts.pairs;
    to->none += g->counts.none;
    to->proved += g->counts.proved;
    to->assumed += g->counts.assumed;
    to->asked += g->counts.asked;
    to->gave_up += g->counts.gave_up;
    to->edges += g->edges.len;
    to->incomplete += !g->complete;
}

lathe_deps_counts lathe_deps_count(const lathe_deps *d) {
    lathe_deps_counts sum = {0};
    for (size_t i = 0; i < d->functions.len; i++)
        for (size_t k = 0; k < d->functions.at[i]->graphs.len; k++)
            add_counts(&sum, d->functions.at[i]->graphs.at[k]);
    return sum;
}

size_t lathe_deps_edge_count(const lathe_deps *d, size_t function, size_t region) {
    const dd_graph *g = graph_at(d, function, region);
    return g ? g->edges.len : 0;
}

bool lathe_deps_edge_get(const lathe_deps *d, size_t function, size_t region, size_t index,
                         lathe_deps_edge *edge) {
    const dd_graph *g = graph_at(d, function, region);
    if (!g || index >= g->edges.len)
        return false;
    const dd_edge *e = &g->edges.at[index];
    *edge = (lathe_deps_edge){.kind = (lathe_deps_kind)e->kind,
                              .source = g->refs.at[e->source].node->number,
                              .sink = g->refs.at[e->sink].node->number,
                              .level = e->level,
                              .levels = e->levels,
                              .directions = e->directions,
                              .constant = e->constant,
                              .distance = e->distance,
                              .reason = e->reason,
                              .scalar = g->refs.at[e->source].kind == DD_REF_SCALAR};
    return true;
}

/* Questions. */

dd_reply deps_ask(const dd_graph *g, lathe_deps_question question, HLLoop *loop, HLLoop *other) {
    switch (question) {
    case LATHE_DEPS_PARALLEL:
        return dd_can_parallelize(g, loop);
    case LATHE_DEPS_VECTORIZE:
        return dd_can_vectorize(g, loop);
    case LATHE_DEPS_INTERCHANGE:
        return dd_can_permute(g, loop, other);
    case LATHE_DEPS_TILE:
        return dd_can_tile(g, loop, other);
    case LATHE_DEPS_FUSE:
        return dd_can_fuse(g, loop, other);
    default:
        return dd_can_reverse(g, loop);
    }
}

static bool needs_other(lathe_deps_question question) {
    return question == LATHE_DEPS_INTERCHANGE || question == LATHE_DEPS_TILE ||
           question == LATHE_DEPS_FUSE;
}

typedef struct loop_search {
    unsigned number;
    HLLoop *found;
} loop_search;

static bool match(void *data, HLNode *node) {
    loop_search *s = data;
    if (node->kind == HL_LOOP && node->number == s->number)
        s->found = (HLLoop *)node;
    return !s->found;
}

static HLLoop *loop_numbered(const dd_graph *g, unsigned number) {
    loop_search s = {.number = number};
    hir_walk(&g->region->node, &(hir_walker){.visit = match, .data = &s});
    return s.found;
}

bool lathe_deps_ask(const lathe_deps *d, size_t function, size_t region,
                    lathe_deps_question question, unsigned loop, unsigned other,
                    lathe_deps_answer *answer) {
    const dd_graph *g = graph_at(d, function, region);
    HLLoop *first = g ? loop_numbered(g, loop) : NULL;
    HLLoop *second = g && needs_other(question) ? loop_numbered(g, other) : first;
    if (!first || !second)
        return false;
    dd_reply r = deps_ask(g, question, first, second);
    *answer = (lathe_deps_answer){.yes = r.yes,
                                  .id = r.id,
                                  .reason = r.reason,
                                  .edge = r.edge == DD_NO_EDGE ? SIZE_MAX : r.edge,
                                  .distance = r.distance};
    return ctx_ok(d->ctx);
}

typedef struct each {
    const dd_graph *g;
    lathe_deps_question question;
    deps_visit *visit;
    void *data;
} each;

/* The loops around it, for interchange only the nearest; the one right behind it; itself. */
static bool visit_loop(void *data, HLNode *node) {
    each *e = data;
    HLLoop *loop = node->kind == HL_LOOP ? (HLLoop *)node : NULL;
    if (!loop)
        return true;
    if (!needs_other(e->question)) {
        e->visit(e->data, e->g, loop, loop);
    } else if (e->question == LATHE_DEPS_FUSE) {
        if (node->next && node->next->kind == HL_LOOP)
            e->visit(e->data, e->g, loop, (HLLoop *)node->next);
    } else {
        for (HLLoop *l = hir_parent_loop(node); l; l = hir_parent_loop(&l->node.node)) {
            e->visit(e->data, e->g, l, loop);
            if (e->question == LATHE_DEPS_INTERCHANGE)
                break;
        }
    }
    return true;
}

void deps_each(const dd_graph *g, lathe_deps_question question, deps_visit *visit, void *data) {
    each e = {g, question, visit, data};
    hir_walk(&g->region->node, &(hir_walker){.visit = visit_loop, .data = &e});
}

/* Text. */

typedef struct printer {
    str *out;
    const lathe_hir_view *view;
    lathe_deps_question question;
} printer;

static const char *shown_path(const char *path, const char *folder) {
    size_t length = folder ? strlen(folder) : 0;
    bool below = length && strncmp(path, folder, length) == 0 && path[length] == '/';
    return below ? path + length + 1 : path;
}

static void print_place(const printer *p, const HLNode *node) {
    if (node->where.file && node->where.line)
        show_printf(p->out, "%s:%u", shown_path(node->where.file, p->view->folder),
                    node->where.line);
    else
        str_add_char(p->out, '?');
}

static void print_edge(const printer *p, const dd_graph *g, const dd_edge *e) {
    const HLNode *from = g->refs.at[e->source].node, *to = g->refs.at[e->sink].node;
    dd_edge_text(g, e, p->out);
    if (!from->where.line && !to->where.line)
        return;
    str_add(p->out, ", ");
    print_place(p, from);
    str_add(p->out, " -> ");
    print_place(p, to);
}

/* What a temp's next value overwrites is of little interest. */
static bool is_interesting(const printer *p, const dd_graph *g, const dd_edge *e) {
    return p->view->verbose || g->refs.at[e->source].kind != DD_REF_SCALAR ||
           (e->kind == DD_FLOW && e->level);
}

static void print_graph(const printer *p, const dd_graph *g) {
    const dd_counts *c = &g->counts;
    for (size_t i = 0; i < g->edges.len; i++) {
        if (!is_interesting(p, g, &g->edges.at[i]))
            continue;
        str_add(p->out, "  ");
        print_edge(p, g, &g->edges.at[i]);
        str_add_char(p->out, '\n');
    }
    str_printf(p->out, "  %llu pairs: %llu independent, %llu dependent, %llu assumed to be\n",
               (unsigned long long)c->pairs, (unsigned long long)c->none,
               (unsigned long long)c->proved, (unsigned long long)c->assumed);
    if (!g->complete)
        str_add(p->out, "  gave-up: too many pairs, edges are missing\n");
}

typedef void print_graph_fn(const printer *p, const dd_graph *g);

static void print_all(const printer *p, lathe_deps *d, bool numbers, print_graph_fn *print) {
    for (size_t i = 0; i < d->functions.len; i++) {
        const report_deps_function *f = d->functions.at[i];
        for (size_t k = 0; k < f->graphs.len; k++) {
            if (!deps_is_shown(p->view, k))
                continue;
            hir_text_options o = {numbers, false, (uint32_t)k + 1};
            hir_print(&f->of->h, &o, p->out);
            print(p, f->graphs.at[k]);
            str_add_char(p->out, '\n');
        }
    }
}

static void print_totals(const printer *p, const lathe_deps *d) {
    lathe_deps_counts c = lathe_deps_count(d);
    str_printf(p->out,
               "%zu pairs: %zu independent, %zu dependent, %zu assumed to be; isl was asked "
               "about %zu, and gave up on %zu\n",
               c.pairs, c.none, c.proved, c.assumed, c.asked, c.gave_up);
}

void deps_report_text(str *out, lathe_deps *d, const lathe_hir_view *view) {
    printer p = {.out = out, .view = view};
    print_all(&p, d, true, print_graph);
    print_totals(&p, d);
}

static void print_reply(void *data, const dd_graph *g, HLLoop *loop, HLLoop *other) {
    static const char *const names[] = {"parallel", "vectorizable", "interchangeable",
                                        "tileable", "fusible",      "reversible"};
    const printer *p = data;
    dd_reply r = deps_ask(g, p->question, loop, other);
    str_printf(p->out, "  loop <%u> i%u", loop->node.node.number, loop->level);
    if (other != loop)
        str_printf(p->out, " and <%u> i%u", other->node.node.number, other->level);
    if (loop->node.node.where.line) {
        str_add(p->out, " at ");
        print_place(p, &loop->node.node);
    }
    show_printf(p->out, ": %s%s", r.yes ? "" : "not ", names[p->question]);
    if (r.yes && r.distance)
        str_printf(p->out, ", %llu iterations at most", (unsigned long long)r.distance);
    if (!r.yes)
        show_printf(p->out, ": %s [%s]", r.reason, r.id);
    if (r.edge != DD_NO_EDGE) {
        str_add(p->out, "\n    ");
        print_edge(p, g, &g->edges.at[r.edge]);
    }
    str_add_char(p->out, '\n');
}

static void print_replies(const printer *p, const dd_graph *g) {
    printer copy = *p;
    deps_each(g, p->question, print_reply, &copy);
}

void deps_report_why_not(str *out, lathe_deps *d, lathe_deps_question question,
                         const lathe_hir_view *view) {
    printer p = {.out = out, .view = view, .question = question};
    print_all(&p, d, true, print_replies);
}

/* Strings for callers outside. */

typedef void print_fn(str *out, lathe_deps *d, const lathe_hir_view *view);

static char *give(lathe_deps *d, const lathe_hir_view *view, print_fn *print) {
    str out;
    str_init(&out, d->ctx);
    print(&out, d, view ? view : &(lathe_hir_view){0});
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
    str_init(&out, d->ctx);
    deps_report_why_not(&out, d, question, view ? view : &(lathe_hir_view){0});
    char *text = ctx_ok(d->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

char *lathe_deps_html(lathe_deps *d, lathe_deps *after, const lathe_hir_view *view) {
    str out;
    str_init(&out, d->ctx);
    deps_report_html(&out, d, after, view ? view : &(lathe_hir_view){0});
    char *text = ctx_ok(d->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}
