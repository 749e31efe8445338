/* Passes of shared objects: a row of theirs becomes a row of lathe's, whose run function is here.
 */
#pragma once

#include "ir/ir_pass.h"

#define LATHE_PASS_DECLARATIONS
#include <lathe/pass.h>

/* A row of a shared object, as api_run_loaded finds it behind ir_pass.data. */
typedef struct api_loaded {
    lathe_pass row;   /* what the library knows of it */
    const char *file; /* where it comes from */
} api_loaded;

struct lathe_pass_call {
    const api_loaded *pass;
    const ir_params *params;
    lathe_module *m;
    str *out;
    void *state; /* the pass's own; NULL until it is asked for */
    size_t state_size;
};

/* The run function of all of them. */
lathe_status api_run_loaded(lathe_module *m, const ir_params *params, str *out);
