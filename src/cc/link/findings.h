/* What a report says of the merged program: symbols that stay visible, types that changed,
 * verdicts. The worker writes it to a file; the rest of the report is known only when the link is
 * over. */
#pragma once

#include "base/change.h"
#include "cc/link/merge.h"
#include "ir/module.h"

typedef struct cc_findings {
    lathe_ctx *ctx;
    arena mem;
    const char *path; /* of the file, NULL if nobody asked */
    bool json;
    cc_kept_symbols kept;
    remark_list remarks;
    change_list changes; /* what the transforms return */
    char *verdicts;      /* the analysis of the program as it was, malloc'd; NULL if none */
    const char *library; /* see cc_outside */
} cc_findings;

/* report is the file that the user will get: its name says whether it is JSON. */
void cc_findings_init(cc_findings *f, lathe_ctx *ctx, const char *path, const char *report);
/* Before and after the transforms. */
void cc_findings_begin(cc_findings *f, lathe_module *m);
void cc_findings_end(cc_findings *f);
/* Before more passes, after that. */
void cc_findings_resume(cc_findings *f);
void cc_findings_library(cc_findings *f, const char *name);
void cc_findings_write(cc_findings *f);

bool cc_report_is_json(const char *report);
