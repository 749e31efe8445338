/* The reports of `lathe hir`: text (hir_text.c) and JSON (hir_json.c), of what was built
 * (hir_api.c) or read (hir_read.c). */
#ifndef LATHE_REPORT_HIR_H
#define LATHE_REPORT_HIR_H

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

/* Takes f, which may be NULL, also when it fails. */
bool report_hir_add(lathe_hir *all, report_hir_function *f);
/* Without HIR yet; NULL without memory. */
report_hir_function *report_hir_function_new(lathe_ctx *ctx);
void report_hir_function_free(lathe_ctx *ctx, report_hir_function *f);

void hir_report_text(str *out, lathe_hir *h, const lathe_hir_view *view);
void hir_report_json(str *out, lathe_hir *h, const lathe_hir_view *view);

#endif
