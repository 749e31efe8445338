#include "ir/pass.h"

#include <string.h>

const char *ir_param_get(const ir_params *params, const char *key) {
    for (size_t i = 0; i < params->len; i++)
        if (strcmp(params->at[i].key, key) == 0)
            return params->at[i].value;
    return NULL;
}
