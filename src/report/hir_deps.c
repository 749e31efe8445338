/* Dependences as text, and answers to what they allow. */
#include "report/hir_deps.h"

#include "base/show.h"

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

lathe_deps_counts deps_report_count(const lathe_deps *d) {
    lathe_deps_counts sum = {0};
    for (size_t i = 0; i < d->functions.len; i++)
        for (size_t k = 0; k < d->functions.at[i]->graphs.len; k++)
            add_counts(&sum, d->functions.at[i]->graphs.at[k]);
    return sum;
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

bool deps_needs_other(lathe_deps_question question) {
    return question == LATHE_DEPS_INTERCHANGE || question == LATHE_DEPS_TILE ||
           question == LATHE_DEPS_FUSE;
}

/* The loops around each loop, for interchange only the nearest; the one right after it; itself. */
void deps_each(const dd_graph *g, lathe_deps_question question, deps_visit *visit, void *data) {
    hir_each_node (node, &g->region->node) {
        HLLoop *loop = (HLLoop *)node, *around = hir_parent_loop(node);
        if (node->kind != HL_LOOP)
            continue;
        if (!deps_needs_other(question))
            visit(data, g, loop, loop);
        else if (question == LATHE_DEPS_FUSE && node->next && node->next->kind == HL_LOOP)
            visit(data, g, loop, (HLLoop *)node->next);
        for (; around && deps_needs_other(question) && question != LATHE_DEPS_FUSE;
             around = question == LATHE_DEPS_TILE ? hir_parent_loop(&around->node.node) : NULL)
            visit(data, g, around, loop);
    }
}

/* Text. */

typedef struct printer {
    str *out;
    const lathe_hir_view *view;
    lathe_deps_question question;
} printer;

static void print_place(const printer *p, const HLNode *node) {
    if (node->where.file && node->where.line)
        show_printf(p->out, "%s:%u", str_below(node->where.file, p->view->folder),
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

static void print_all(const printer *p, lathe_deps *d, print_graph_fn *print) {
    for (size_t i = 0; i < d->functions.len; i++) {
        const report_deps_function *f = d->functions.at[i];
        for (size_t k = 0; k < f->graphs.len; k++) {
            if (!hir_is_shown(p->view, k))
                continue;
            hir_text_options o = {true, false, (uint32_t)k + 1};
            hir_print(&f->of->h, &o, p->out);
            print(p, f->graphs.at[k]);
            str_add_char(p->out, '\n');
        }
    }
}

static void print_totals(const printer *p, const lathe_deps *d) {
    lathe_deps_counts c = deps_report_count(d);
    str_printf(p->out,
               "%zu pairs: %zu independent, %zu dependent, %zu assumed to be; isl was asked "
               "about %zu, and gave up on %zu\n",
               c.pairs, c.none, c.proved, c.assumed, c.asked, c.gave_up);
}

void deps_report_text(str *out, lathe_deps *d, const lathe_hir_view *view) {
    printer p = {.out = out, .view = view};
    print_all(&p, d, print_graph);
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
    print_all(&p, d, print_replies);
}
