/* Writing the document of docs/hir-json.md: functions and nodes (hir_json.c), temps, blobs and
 * references (hir_json_expr.c). */
#pragma once

#include "base/json.h"
#include "report/report_hir.h"

typedef struct hir_json_writer {
    hir *h;
    json *j;
    str text;     /* scratch */
    map blob_ids; /* blobs that the document has: their index among them, plus one */
} hir_json_writer;

/* Notes the blobs in a reference, also those in its strides at each level. */
void hir_json_note_ref(hir_json_writer *w, const RegDDRef *ref);
/* All temps, and then the blobs that were noted, which get their ids. */
void hir_json_tables(hir_json_writer *w);
void hir_json_ref(hir_json_writer *w, const RegDDRef *ref);
