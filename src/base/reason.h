/* One row of a table of reasons: why something was not done. Each engine has one such table beside
 * its sentences (hir/hir_reasons.def, ckpt/ckpt_reasons.h, dtrans/analysis/dtrans_reasons.h), from
 * which docs/reasons.md is made. An id is stable; its sentences may become better. */
#pragma once

#include <stddef.h>

typedef struct reason_row {
    const char *id;       /* NULL: the sentence is a heading, or, without one, the table ends */
    const char *sentence; /* what a message says; it may be a format, or several in lines */
    const char *means;    /* NULL: another sentence of the id before */
    const char *remedy;   /* what a user can do */
} reason_row;
