/* Remarks for the library's user while a pipeline runs. They are handed over at the end. */
#pragma once

#include "base/remark.h"

typedef struct api_remarks {
    remark_list list;
    bool on;
} api_remarks;

/* Collects remarks if the user wants them, and nobody else does already. */
void api_remarks_begin(api_remarks *r, lathe_ctx *ctx);
/* Hands them over, unless something has failed since. */
void api_remarks_end(api_remarks *r, lathe_ctx *ctx);
