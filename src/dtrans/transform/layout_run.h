/* Transforms as passes. */
#pragma once

#include "dtrans/transform/base.h"

/* Parameters of several transforms. */
#define DTRANS_TYPE IR_TEXT("type", "NAME", "Only this struct, as in the source or in IR")
#define DTRANS_FORCE IR_FLAG("force", "Change every struct that may change, whether or not it pays")
#define DTRANS_GROUPS                                                                              \
    IR_TEXT("groups", "FIELDS", "Fields that stay together, a+b,c; of the one struct in type=")
/* … of all that have a `plan`. */
#define DTRANS_PLANS                                                                               \
    IR_TEXT("plan", "FILE", "Write what each struct would become to a file, and change nothing"),  \
        IR_TEXT("apply", "FILE", "Carry such a file out instead of deciding anew")

#define DTRANS_PAYS                                                                                \
    IR_FLAG("pays", "Leave alone what is only a few variables, which stay in the cache anyway")

/* Of a row: its summary and its parameters. */
#define DTRANS_PASS(text, ...)                                                                     \
    .pass.summary = text, .pass.params = IR_PARAMS(__VA_ARGS__),                                   \
    .pass.run = dtrans_transform_pass, .pass.keeps_knowledge = true

/* The pass of every row that transforms.def lists, and what it does with any row. */
lathe_status dtrans_transform_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_run_row(lathe_module *m, const dtrans_row *row, const ir_params *params);

/* Runs the transform on the pipeline's DTransInfo (analysis/shared.h) and keeps that true. After a
 * failure, or if no transform found work, the module becomes what it was before the first one when
 * the knowledge is dropped, read again into a context of its own. */
lathe_status dtrans_run(lathe_module *m, const dtrans_hooks *hooks, void *data);

/* The same on a DTransInfo of the caller's, which is out of date afterwards if *changed. After a
 * failure the module is undefined. */
lathe_status dtrans_run_on(DTransInfo *info, const dtrans_hooks *hooks, void *data, bool *changed);

lathe_status dtrans_shuffle_pass(lathe_module *m, const ir_params *params, str *out);
