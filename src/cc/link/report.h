/* The report of a link: text for people, or a JSON document. */
#pragma once

#include "cc/objects/inputs.h"

typedef struct cc_link_report {
    const char *path;        /* the file to write */
    const char *output;      /* what was linked */
    const char *native;      /* why it is the native link's, NULL if it is not */
    const cc_inputs *inputs; /* NULL if they were not looked at */
    const char *findings;    /* the file of cc/link/findings.h, NULL if there is none */
} cc_link_report;

/* False if it cannot be written, which has been reported; what was linked is good all the
 * same. The status must be and stays LATHE_OK. */
bool cc_report_write(lathe_ctx *ctx, const cc_link_report *report);
