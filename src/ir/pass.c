#include "ir/pass.h"

#include "ir/print_pass.h"

#include <string.h>

const char *ir_param_get(const ir_params *params, const char *key) {
    for (size_t i = 0; i < params->len; i++)
        if (strcmp(params->at[i].key, key) == 0)
            return params->at[i].value;
    return NULL;
}

const ir_pass ir_pass_list[] = {
    {"ir-print", "Print what is known about the control flow of each function",
     "what=KIND;function=NAME", ir_print_run},
    {NULL, NULL, NULL, NULL},
};
