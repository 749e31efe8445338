/* The page of `lathe hir --html`: loop nests as trees that open and close, what is known of each
 * loop, references, and the dependences as a picture and as a list. */
#include "report/hir_deps.h"
#include "report/page.h"

enum { MAX_INDENT = 40, MAX_LISTED = 2000 };

static const char style[] =
    "details.loop { margin-left: 1.4rem; border-left: 1px solid var(--line); padding-left: 0.5rem; "
    "}\n"
    "details.nest { margin: 1rem 0; } summary { cursor: pointer; }\n"
    "p.about { margin: 0 0 0.2rem 1.4rem; } div.stmt { margin-left: 1.4rem; }\n"
    "code { font-size: 13px; white-space: pre-wrap; } h2 code { font-size: inherit; }\n"
    "rect.box { fill: var(--back); } path.edge { fill: none; stroke: var(--text); }\n"
    "path.anti { stroke-dasharray: 6 3; } path.output { stroke-dasharray: 2 3; }\n"
    "path.assumed { stroke: var(--faint); }\n";

static const char arrow[] =
    "<marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
    "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\" style=\"fill: var(--faint)\"/>"
    "</marker>";

/* Inside of how many ifs and switches the walk is, below the innermost loop. */
typedef struct page {
    str *out;
    str text; /* scratch */
    const lathe_hir_view *view;
    const dd_graph *g;
    size_t indent;
    size_t indents[HIR_MAX_LEVEL + 1]; /* of the loops around each loop */
    size_t depth;
} page;

static void add_code(page *p) {
    page_printf(p->out, "<code>%s</code>", str_text(&p->text));
    str_clear(&p->text);
}

static void add_place(page *p, const ir_place *where) {
    if (!where->file || !where->line)
        return;
    page_printf(p->out, " <span class=\"faint\">%s:%u</span>",
                str_below(where->file, p->view->folder), where->line);
}

static void add_node(page *p, const HLNode *node) {
    str_printf(p->out, "<span class=\"faint\">&lt;%u&gt;</span> ", node->number);
    hir_node_text(p->g->h, node, false, &p->text);
    add_code(p);
    add_place(p, &node->where);
}

static void add_count(page *p, const HLLoop *loop) {
    int64_t upper;
    if (loop->loop_kind == LOOP_WHILE) {
        str_add(p->out, "runs until a goto leaves it");
        return;
    }
    str_add(p->out, loop->loop_kind == LOOP_MULTI_EXIT ? "runs at most " : "runs ");
    const CanonExpr *bound = loop->node.refs[0] ? loop->node.refs[0]->subscripts[0] : NULL;
    if (bound && hir_is_constant(bound, &upper) && upper >= 0) {
        str_printf(p->out, "%llu times", (unsigned long long)upper + 1);
        return;
    }
    str_add(p->out, "from 0 to ");
    hir_ref_print(p->g->h, loop->node.refs[0], &p->text);
    add_code(p);
}

static void add_reason(page *p, const char *reason, const char *id) {
    page_printf(p->out, ": %s [%s]", reason, id);
}

static void add_parallel(page *p, HLLoop *loop) {
    dd_reply r = dd_can_parallelize(p->g, loop);
    str_printf(p->out, "; <span class=\"%s\">%sparallel</span>", r.yes ? "yes" : "no",
               r.yes ? "" : "not ");
    if (!r.yes)
        add_reason(p, r.reason, r.id);
    if (r.edge != DD_NO_EDGE) {
        str_add_char(p->out, ' ');
        dd_edge_text(p->g, &p->g->edges.at[r.edge], &p->text);
        add_code(p);
    }
}

static void open_loop(page *p, HLLoop *loop) {
    static const char *const kinds[] = {"DO loop", "DO loop with more exits", "WHILE loop"};
    str_add(p->out, "<details class=\"loop\" open=\"open\"><summary>");
    add_node(p, &loop->node.node);
    str_printf(p->out, "</summary>\n<p class=\"about\">%s, level %u, ", kinds[loop->loop_kind],
               loop->level);
    add_count(p, loop);
    if (loop->refusal)
        add_reason(p, loop->refusal->reason, loop->refusal->id);
    add_parallel(p, loop);
    str_add(p->out, "</p>\n");
    if (p->depth <= HIR_MAX_LEVEL)
        p->indents[p->depth] = p->indent;
    p->depth++;
    p->indent = 0;
}

static bool is_branch(const HLNode *node) {
    return node->kind == HL_IF || node->kind == HL_SWITCH;
}

static void open_line(page *p, size_t indent) {
    str_printf(p->out, "<div class=\"stmt\" style=\"padding-left: %zuch\">",
               3 * (indent < MAX_INDENT ? indent : MAX_INDENT));
}

static bool visit(void *data, HLNode *node) {
    page *p = data;
    if (node->kind == HL_LOOP) {
        open_loop(p, (HLLoop *)node);
    } else if (node->kind != HL_REGION) {
        open_line(p, p->indent);
        add_node(p, node);
        str_add(p->out, "</div>\n");
        p->indent += is_branch(node);
    }
    return ctx_tick(p->out->ctx, 1);
}

/* Where another list of a branch begins. */
static void list(void *data, HLNode *node, uint32_t index) {
    page *p = data;
    const HLSwitch *choice = (const HLSwitch *)node;
    bool is_else = node->kind == HL_IF && index == 1 && ((const HLIf *)node)->else_body.first;
    if (!is_else && node->kind != HL_SWITCH)
        return;
    open_line(p, p->indent ? p->indent - 1 : 0);
    if (is_else)
        str_add(p->out, "<code>else</code></div>\n");
    else if (index < choice->case_count)
        str_printf(p->out, "<code>case %lld:</code></div>\n",
                   (long long)choice->cases[index].value);
    else
        str_add(p->out, "<code>default:</code></div>\n");
}

static void leave(void *data, HLNode *node) {
    page *p = data;
    if (node->kind == HL_LOOP) {
        str_add(p->out, "</details>\n");
        p->depth--;
        p->indent = p->depth <= HIR_MAX_LEVEL ? p->indents[p->depth] : 0;
    } else if (is_branch(node) && p->indent) {
        p->indent--;
    }
}

static void add_index(page *p, const RegDDRef *ref) {
    const RegDDRef *index = NULL;
    hir_indexing how = ref ? hir_ref_indexing(p->g->h, ref, &index) : HIR_NOT_INDEXED;
    if (how == HIR_NOT_INDEXED)
        return;
    str_add(p->out, how == HIR_INDEXED_BY_BASE ? "base, " : "subscript, ");
    str_printf(&p->text, "<%u> ", index->node->number);
    hir_ref_print(p->g->h, index, &p->text);
    add_code(p);
}

static void add_ref(page *p, uint32_t number) {
    const dd_ref *ref = &p->g->refs.at[number];
    str_add(p->out, "<tr><td>");
    dd_ref_text(p->g, number, &p->text);
    add_code(p);
    str_printf(p->out, "</td><td>%s</td><td class=\"n\">%u</td><td>",
               ref->reads && ref->writes ? "reads, writes"
               : ref->writes             ? "writes"
                                         : "reads",
               ref->symbase);
    add_index(p, ref->ref);
    str_add(p->out, "</td><td>");
    add_place(p, &ref->node->where);
    str_add(p->out, "</td></tr>\n");
}

static void add_refs(page *p) {
    size_t count = 0;
    str_add(p->out, "<details><summary>References to memory</summary>\n<div class=\"wide\"><table>"
                    "<tr><th>reference</th><th></th><th class=\"n\">symbase</th>"
                    "<th>indexed by</th><th>source</th></tr>\n");
    for (uint32_t i = 0; i < p->g->refs.len && ctx_tick(p->out->ctx, 1); i++)
        if (p->g->refs.at[i].kind != DD_REF_SCALAR && count++ < MAX_LISTED)
            add_ref(p, i);
    str_add(p->out, "</table></div>\n");
    if (count > MAX_LISTED)
        str_printf(p->out, "<p>%zu more</p>\n", count - MAX_LISTED);
    str_add(p->out, "</details>\n");
}

static void add_edges(page *p) {
    const dd_graph *g = p->g;
    str_printf(p->out,
               "<details><summary>%zu dependences; %llu pairs of references: %llu independent, "
               "%llu dependent, %llu assumed to be</summary>\n<ul>\n",
               g->edges.len, (unsigned long long)g->counts.pairs,
               (unsigned long long)g->counts.none, (unsigned long long)g->counts.proved,
               (unsigned long long)g->counts.assumed);
    for (size_t i = 0; i < g->edges.len && i < MAX_LISTED && ctx_tick(p->out->ctx, 1); i++) {
        str_add(p->out, "<li>");
        dd_edge_text(g, &g->edges.at[i], &p->text);
        add_code(p);
        add_place(p, &g->refs.at[g->edges.at[i].source].node->where);
        add_place(p, &g->refs.at[g->edges.at[i].sink].node->where);
        str_add(p->out, "</li>\n");
    }
    if (g->edges.len > MAX_LISTED)
        str_printf(p->out, "<li>%zu more</li>\n", g->edges.len - MAX_LISTED);
    str_add(p->out, "</ul></details>\n");
    if (!g->complete)
        str_add(p->out, "<p class=\"no\">There are too many pairs: edges are missing.</p>\n");
}

static void add_nest(page *p, const dd_graph *g, size_t number) {
    p->g = g;
    p->indent = p->depth = 0;
    str_printf(p->out, "<details class=\"nest\" open=\"open\"><summary><b>Nest %zu</b>, %u level%s",
               number, g->region->max_level, g->region->max_level == 1 ? "" : "s");
    add_place(p, &g->region->node.where);
    str_add(p->out, "</summary>\n");
    hir_walk(&g->region->node,
             &(hir_walker){.visit = visit, .list = list, .leave = leave, .data = p});
    str_add(p->out, "<div class=\"wide\">");
    deps_draw(p->out, g);
    str_add(p->out, "</div>\n");
    add_refs(p);
    add_edges(p);
    str_add(p->out, "</details>\n");
}

static void add_nests(page *p, const report_deps_function *f) {
    for (size_t k = 0; k < f->graphs.len; k++)
        if (hir_is_shown(p->view, k))
            add_nest(p, f->graphs.at[k], k + 1);
    for (size_t i = 0; i < f->of->refusals.len; i++) {
        const lathe_hir_refusal *r = &f->of->refusals.at[i];
        if (r->modelled)
            continue;
        page_printf(p->out, "<p>Loop <code>%s</code> is not modelled", r->loop);
        add_reason(p, r->reason, r->id);
        add_place(p, &(ir_place){.file = r->file, .line = r->line, .column = r->column});
        str_add(p->out, "</p>\n");
    }
}

static void add_function(page *p, const report_deps_function *f, const report_deps_function *after,
                         size_t number) {
    page_printf(p->out, "<section id=\"f%zu\">\n<h2><code>%s", number, f->of->h.function);
    str_add(p->out, after ? "</code></h2>\n<h3>Before</h3>\n" : "</code></h2>\n");
    add_nests(p, f);
    if (after) {
        str_add(p->out, "<h3>After</h3>\n");
        add_nests(p, after);
    }
    str_add(p->out, "</section>\n");
}

static void add_numbers(page *p, const lathe_hir_counts *c) {
    const size_t numbers[] = {c->loops,       c->regions,     c->do_loops, c->multi_exit_loops,
                              c->while_loops, c->not_modelled};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        str_printf(p->out, "<td class=\"n\">%zu</td>", numbers[i]);
    str_add(p->out, "</tr>\n");
}

static void add_summary(page *p, const lathe_deps *d) {
    str_add(p->out, "<h1>Loop nests</h1>\n<div class=\"wide\"><table><tr><th>function</th>"
                    "<th class=\"n\">loops</th><th class=\"n\">nests</th><th class=\"n\">DO</th>"
                    "<th class=\"n\">DO with more exits</th><th class=\"n\">WHILE</th>"
                    "<th class=\"n\">not modelled</th></tr>\n");
    for (size_t i = 0; i < d->functions.len && ctx_tick(p->out->ctx, 1); i++) {
        const report_hir_function *f = d->functions.at[i]->of;
        page_printf(p->out, "<tr><td><a href=\"#f%zu\"><code>%s</code></a></td>", i, f->h.function);
        add_numbers(p, &f->counts);
    }
    str_add(p->out, "</table></div>\n");
}

/* By function: what it has become. */
static void find_after(map *by_function, const lathe_deps *after) {
    for (size_t i = 0; after && i < after->functions.len; i++) {
        map_set(by_function, after->functions.at[i]->of->h.fn,
                (map_word){.p = after->functions.at[i]});
    }
}

void deps_report_html(str *out, lathe_deps *d, lathe_deps *after, const lathe_hir_view *view) {
    map by_function;
    page p = {.out = out, .view = view};
    str_init(&p.text, out->ctx);
    map_init(&by_function, out->ctx);
    find_after(&by_function, after);
    page_begin(out, "lathe hir", style, arrow);
    add_summary(&p, d);
    for (size_t i = 0; i < d->functions.len && ctx_tick(out->ctx, 1); i++)
        add_function(&p, d->functions.at[i],
                     after ? map_get(&by_function, d->functions.at[i]->of->h.fn) : NULL, i);
    page_end(out);
    map_free(&by_function);
    str_free(&p.text);
}
