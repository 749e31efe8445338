#include "ir/pass.h"

#include "ir/print_pass.h"
#include "ir/print_types.h"
#include "ir/ptr/ptr.h"

#include <string.h>

const char *ir_param_get(const ir_params *params, const char *key) {
    for (size_t i = 0; i < params->len; i++)
        if (strcmp(params->at[i].key, key) == 0)
            return params->at[i].value;
    return NULL;
}

const ir_pass ir_pass_list[] = {
    {"ir-ptrclasses", "Show which pointers may point to the same places, and why",
     "all;quiet;write=FILE;merge=FILE", ptr_classes_pass},
    {"ir-print", "Print what is known about the control flow of each function",
     "what=KIND;function=NAME", ir_print_run},
    {"ir-print-locations", "Print where each global, function and instruction comes from", NULL,
     ir_print_locations_run},
    {"ir-print-structs", "Print the layout of every struct type, from IR and debug info", "members",
     ir_print_structs_run},
    {"ir-print-tbaa", "Print the decoded TBAA of every access, and the struct types it names", NULL,
     ir_print_tbaa_run},
    {NULL, NULL, NULL, NULL},
};
