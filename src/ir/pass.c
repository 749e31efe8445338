#include "ir/pass.h"

#include "ir/map/rename.h"

#include <string.h>

const char *ir_param_get(const ir_params *params, const char *key) {
    for (size_t i = 0; i < params->len; i++)
        if (strcmp(params->at[i].key, key) == 0)
            return params->at[i].value;
    return NULL;
}

const ir_pass ir_pass_list[] = {
    {"ir-rename-structs", "give every named struct type an identical copy under a new name",
     "prefix=P", ir_rename_structs},
    {NULL, NULL, NULL, NULL},
};
