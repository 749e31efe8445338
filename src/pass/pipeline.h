/* Pipelines: text such as "dtrans-shuffle<seed=3>,function(instcombine),ir-print<what=loops>" in
 * which lathe's passes and LLVM's own stand side by side. */
#pragma once

#include "base/change.h"
#include "ir/ir_pass.h"

/* Every pass of lathe, in the order `lathe passes` shows them, then those that the context has
 * besides; ctx may be NULL. index from 0; NULL at the end. */
const ir_pass *pass_at(const lathe_ctx *ctx, size_t index);
const ir_pass *pass_find(const lathe_ctx *ctx, const char *name, size_t length);

/* The pass of lathe that `text`, such as "dtrans-shuffle<seed=3>", asks for. NULL if it is none of
 * lathe's, and, with the status set, if it does not take these parameters. */
const ir_pass *pass_check(lathe_ctx *ctx, const char *text);

/* Runs the pipeline. What one pass knows of the module the next may use, if both keep it true; at
 * the end it is dropped, since the caller may change the module. The verifier runs after each of
 * lathe's passes and at the end. Adds what transforms have changed to `changes`, which may be NULL;
 * nothing after a failure. */
lathe_status pass_run_pipeline(lathe_module *m, const char *pipeline, str *out,
                               change_list *changes);

/* The same for a module that the caller owns (lathe_module_wrap): unless every pass succeeds, it is
 * not touched at all. */
lathe_status pass_run_on_callers(lathe_module *m, const char *pipeline, str *out,
                                 change_list *changes);
