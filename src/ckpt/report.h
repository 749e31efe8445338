/* What came of ckpt-inject, for people and for programs. */
#ifndef LATHE_CKPT_REPORT_H
#define LATHE_CKPT_REPORT_H

#include "ckpt/options.h"
#include "ckpt/refuse.h"
#include "ckpt/sites.h"

typedef struct ckpt_report {
    ckpt_sites sites;
    ckpt_refusals refused;
} ckpt_report;

void ckpt_report_init(ckpt_report *r, lathe_module *m);
void ckpt_report_free(ckpt_report *r);

/* Puts checkpoints into the module, and adds to the report what became of it. Functions that the
 * report has as refused are left alone. */
bool ckpt_inject_all(lathe_module *m, const ckpt_options *options, ckpt_report *r);
/* LATHE_GATE_FAILED if something was refused, or if there are no checkpoints. */
void ckpt_insist(const ckpt_report *r);

/* As text: each checkpoint, each tracked value with its type, bytes, and why it is live. */
void ckpt_report_print(const ckpt_report *r, str *out);
/* The document of docs/ckpt-json.md. */
void ckpt_report_print_json(const ckpt_report *r, str *out);

#endif
