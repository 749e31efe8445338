/* The reports of `lathe hir`: text (hir_text.c) and JSON (hir_json.c). */
#pragma once

#include "hir/text.h"
#include "lathe/hir.h"

/* A function with loops. */
typedef struct report_hir_function {
    hir h;
    lathe_hir_counts counts;
    VEC(lathe_hir_refusal) refusals; /* loops that are not modelled, then while loops */
} report_hir_function;

struct lathe_hir {
    lathe_ctx *ctx;
    lathe_module *types; /* of HIR that was read: an empty module, else NULL */
    VEC(report_hir_function *) functions;
};

/* Of one function, or with LATHE_HIR_ALL of all. */
lathe_hir_counts hir_report_count(const lathe_hir *h, size_t function);

/* Whether the region with that index is to be shown. */
static inline bool hir_is_shown(const lathe_hir_view *view, size_t region) {
    return !view->one_region || view->region == region;
}
void hir_report_text(str *out, lathe_hir *h, const lathe_hir_view *view);
void hir_report_json(str *out, lathe_hir *h, const lathe_hir_view *view);
