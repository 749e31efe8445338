/* The functions of a lathe_hir while it is made, by building (hir_api.c) or reading (hir_read.c).
 */
#pragma once

#include "report/report_hir.h"

/* Takes f, which may be NULL, also when it fails. */
bool api_hir_add(lathe_hir *all, report_hir_function *f);
/* Without HIR yet; NULL without memory. */
report_hir_function *api_hir_function_new(lathe_ctx *ctx);
/* Notes that the region of the node, which may be NULL or in none, has changed. */
void api_hir_changed(HLNode *node);
void api_hir_function_free(lathe_ctx *ctx, report_hir_function *f);
