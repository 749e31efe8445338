/* Dependences of a program: text and answers (hir_deps.c), JSON, dot and isl
 * (hir_deps_json.c), a page (hir_html.c) with pictures (hir_svg.c). */
#pragma once

#include "hir/dd/query.h"
#include "report/report_hir.h"

typedef struct report_deps_function {
    report_hir_function *of;
    VEC(dd_graph *) graphs; /* by region */
} report_deps_function;

struct lathe_deps {
    lathe_ctx *ctx;
    dd_memo memo;
    ptr_graph classes; /* of the whole program, if has_classes */
    bool has_classes;
    VEC(report_deps_function *) functions;
};

void deps_report_text(str *out, lathe_deps *d, const lathe_hir_view *view);
void deps_report_json(str *out, lathe_deps *d, const lathe_hir_view *view);
void deps_report_dot(str *out, lathe_deps *d, const lathe_hir_view *view);
void deps_report_isl(str *out, lathe_deps *d, const lathe_hir_view *view);
void deps_report_why_not(str *out, lathe_deps *d, lathe_deps_question question,
                         const lathe_hir_view *view);

/* A page; after is what became of the nests, or NULL. */
void deps_report_html(str *out, lathe_deps *d, lathe_deps *after, const lathe_hir_view *view);
/* The picture of one graph; nothing if there is nothing to draw. */
void deps_draw(str *out, const dd_graph *g);

lathe_deps_counts deps_report_count(const lathe_deps *d);
/* Whether the question is about two loops. */
bool deps_needs_other(lathe_deps_question question);
dd_reply deps_ask(const dd_graph *g, lathe_deps_question question, HLLoop *loop, HLLoop *other);
/* Calls visit for each loop, or each two loops, that the question can be asked about. */
typedef void deps_visit(void *data, const dd_graph *g, HLLoop *loop, HLLoop *other);
void deps_each(const dd_graph *g, lathe_deps_question question, deps_visit *visit, void *data);
