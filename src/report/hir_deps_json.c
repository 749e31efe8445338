/* The graph as JSON (docs/hir-dd.md), for dot and for isl. */
#include "report/hir_deps.h"

#include "base/json.h"

#include <string.h>

typedef struct writer {
    json *j;
    str text; /* scratch */
    lathe_deps_question question;
    const char *name;
} writer;

/* As LLVM prints it, without metadata: so others find the same load or store. */
static void write_instruction(writer *w, LLVMValueRef inst) {
    char *text = LLVMPrintValueToString(inst), *end = strstr(text, ", !");
    const char *start = text + strspn(text, " ");
    if (end)
        *end = 0;
    json_write_members(w->j, JSON("instruction", start));
    LLVMDisposeMessage(text);
}

static void write_ref(writer *w, const dd_graph *g, uint32_t number) {
    static const char *const kinds[] = {"memory", "scalar", "effect"};
    const dd_ref *ref = &g->refs.at[number];
    json *j = w->j;
    json_begin_object(j);
    json_write_members(j, JSON("ref", number), JSON("node", ref->node->number),
                       JSON("kind", kinds[ref->kind]));
    dd_ref_text(g, number, &w->text);
    json_member_text(w->j, "text", &w->text);
    if (ref->kind == DD_REF_MEMORY && ref->ref->value)
        write_instruction(w, ref->ref->value);
    json_write_members(j, JSON("symbase", ref->symbase), JSON("level", hir_node_level(ref->node)),
                       JSON("reads", ref->reads), JSON("writes", ref->writes),
                       JSON("file", ref->node->where.file), JSON("line", ref->node->where.line),
                       JSON("column", ref->node->where.column));
    json_end_object(j);
}

static void write_vector(writer *w, const dd_edge *e) {
    static const char *const texts[] = {"none", "<", "=", "<=", ">", "<>", ">=", "*"};
    json_member_array(w->j, "directions");
    for (uint32_t k = 0; k < e->levels; k++)
        json_string(w->j, texts[e->directions[k] & DD_ANY]);
    json_end_array(w->j);
    json_member_array(w->j, "distances");
    for (uint32_t k = 0; k < e->levels; k++)
        if (e->constant[k])
            json_int(w->j, e->distance[k]);
        else
            json_null(w->j);
    json_end_array(w->j);
}

static void write_edge(writer *w, const dd_edge *e) {
    static const char *const tests[DD_TESTS] = {"ziv",      "siv",         "rdiv", "gcd",
                                                "banerjee", "elimination", "isl",  "none"};
    json *j = w->j;
    json_begin_object(j);
    json_write_members(j, JSON("source", e->source), JSON("sink", e->sink),
                       JSON("kind", dd_kind_name(e->kind)), JSON("level", e->level));
    write_vector(w, e);
    json_write_members(j, JSON("reason", e->reason), JSON("assumes_dims", e->assumes_dims),
                       JSON("by", tests[e->by]));
    json_end_object(j);
}

static void write_reply(void *data, const dd_graph *g, HLLoop *loop, HLLoop *other) {
    writer *w = data;
    json *j = w->j;
    dd_reply r = deps_ask(g, w->question, loop, other);
    json_begin_object(j);
    json_write_members(j, JSON("question", w->name), JSON("loop", loop->node.node.number));
    if (other != loop)
        json_write_members(j, JSON("other", other->node.node.number));
    json_write_members(j, JSON("yes", r.yes), JSON("id", r.id), JSON("reason", r.reason),
                       JSON_IF(r.edge != DD_NO_EDGE, "edge", r.edge));
    if (r.distance)
        json_write_members(j, JSON("distance", r.distance));
    json_end_object(j);
}

static void write_answers(writer *w, const dd_graph *g) {
    static const char *const names[] = {"parallel", "vectorize", "interchange",
                                        "tile",     "fuse",      "reverse"};
    json_member_array(w->j, "answers");
    for (int q = LATHE_DEPS_PARALLEL; q <= LATHE_DEPS_REVERSE; q++) {
        w->question = (lathe_deps_question)q;
        w->name = names[q];
        deps_each(g, w->question, write_reply, w);
    }
    json_end_array(w->j);
}

static void write_graph(writer *w, const dd_graph *g, size_t region) {
    json *j = w->j;
    json_begin_object(j);
    json_write_members(j, JSON("region", region + 1), JSON("complete", g->complete),
                       JSON("pairs", g->counts.pairs), JSON("independent", g->counts.none),
                       JSON("dependent", g->counts.proved), JSON("assumed", g->counts.assumed),
                       JSON("asked", g->counts.asked), JSON("gave_up", g->counts.gave_up));
    json_member_array(j, "refs");
    for (uint32_t i = 0; i < g->refs.len; i++)
        write_ref(w, g, i);
    json_end_array(j);
    json_member_array(j, "edges");
    for (size_t i = 0; i < g->edges.len; i++)
        write_edge(w, &g->edges.at[i]);
    json_end_array(j);
    write_answers(w, g);
    json_end_object(j);
}

void deps_report_json(str *out, lathe_deps *d, const lathe_hir_view *view) {
    json j;
    json_init(&j, out);
    writer w = {.j = &j};
    str_init(&w.text, d->ctx);
    json_begin_document(&j, JSON_SCHEMA("deps"));
    json_write_members(&j, JSON("version", (unsigned)JSON_VERSION));
    json_member_array(&j, "functions");
    for (size_t i = 0; i < d->functions.len; i++) {
        const report_deps_function *f = d->functions.at[i];
        json_begin_object(&j);
        json_write_members(&j, JSON("function", f->of->h.function));
        json_member_array(&j, "regions");
        for (size_t k = 0; k < f->graphs.len; k++)
            if (hir_is_shown(view, k))
                write_graph(&w, f->graphs.at[k], k);
        json_end_array(&j);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    str_free(&w.text);
}

static bool is_drawn(const dd_graph *g, const dd_edge *e) {
    return g->refs.at[e->source].kind != DD_REF_SCALAR || e->kind == DD_FLOW;
}

static void draw_graph(str *out, str *text, const dd_graph *g, size_t function, size_t region) {
    static const char *const styles[] = {"solid", "dashed", "dotted", "dotted"};
    str_printf(out, "  subgraph cluster_%zu_%zu {\n    label=", function, region);
    str_printf(text, "%s, nest %zu", g->h->function, region + 1);
    str_add_c_string(out, str_text(text));
    str_add(out, ";\n");
    for (uint32_t i = 0; i < g->refs.len; i++) {
        if (g->refs.at[i].first_in == DD_NO_EDGE && g->refs.at[i].first_out == DD_NO_EDGE)
            continue;
        str_clear(text);
        dd_ref_text(g, i, text);
        str_printf(out, "    r%zu_%zu_%u [shape=%s, label=", function, region, i,
                   g->refs.at[i].writes ? "box" : "ellipse");
        str_add_c_string(out, str_text(text));
        str_add(out, "];\n");
    }
    for (size_t i = 0; i < g->edges.len; i++) {
        const dd_edge *e = &g->edges.at[i];
        if (!is_drawn(g, e))
            continue;
        str_clear(text);
        dd_vector_text(e, text);
        str_printf(out, "    r%zu_%zu_%u -> r%zu_%zu_%u [style=%s, color=%s, label=", function,
                   region, e->source, function, region, e->sink, styles[e->kind],
                   e->reason ? "gray" : "black");
        str_add_c_string(out, str_text(text));
        str_add(out, "];\n");
    }
    str_clear(text);
    str_add(out, "  }\n");
}

void deps_report_dot(str *out, lathe_deps *d, const lathe_hir_view *view) {
    str text;
    str_init(&text, d->ctx);
    str_add(out, "digraph dependences {\n  node [fontname=monospace];\n");
    for (size_t i = 0; i < d->functions.len; i++)
        for (size_t k = 0; k < d->functions.at[i]->graphs.len; k++)
            if (hir_is_shown(view, k))
                draw_graph(out, &text, d->functions.at[i]->graphs.at[k], i, k);
    str_add(out, "}\n");
    str_free(&text);
}

void deps_report_isl(str *out, lathe_deps *d, const lathe_hir_view *view) {
    for (size_t i = 0; i < d->functions.len; i++)
        for (size_t k = 0; k < d->functions.at[i]->graphs.len; k++) {
            const dd_graph *g = d->functions.at[i]->graphs.at[k];
            if (!hir_is_shown(view, k))
                continue;
            str_printf(out, "# %s, nest %zu\n", g->h->function, k + 1);
            dd_export_isl(g, out);
        }
}
