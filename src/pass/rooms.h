/* Passes that a context has besides lathe's own, such as those of shared objects. */
#pragma once

#include "ir/ir_pass.h"

typedef struct pass_room {
    struct pass_room *next; /* in the order in which they came */
    const char *file;       /* where its passes come from */
    const ir_pass *passes;  /* ends with a NULL name */
} pass_room;
