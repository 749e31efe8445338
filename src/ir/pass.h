/* A pass: a named thing that reads or changes a module. src/pass lists them all, an
 * array for each room. */
#ifndef LATHE_IR_PASS_H
#define LATHE_IR_PASS_H

#include "ir/module.h"

typedef struct ir_param {
    const char *key;
    const char *value; /* "" for a bare word such as verbose in name<verbose> */
} ir_param;

typedef struct ir_params {
    ir_param at[16];
    size_t len;
} ir_params;

typedef struct ir_pass {
    const char *name;
    const char *summary; /* one line, no full stop */
    const char *params;  /* its parameters as written, e.g. "seed=N;verbose"; NULL if none */
    /* Changes the module or appends to out. Returns the context's status. Unknown parameters are
     * refused before run is called, by comparison with `params`. */
    lathe_status (*run)(lathe_module *m, const ir_params *params, str *out);
    /* What engines know of the module (ir_knowledge) is dropped before other passes run. This one
     * makes use of it, keeps it true if it changes the module, or drops it itself. */
    bool keeps_knowledge;
} ir_pass;

/* The value of a parameter, or NULL if it was not given. */
const char *ir_param_get(const ir_params *params, const char *key);

#endif
