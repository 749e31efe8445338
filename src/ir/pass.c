#include "ir/pass.h"

#include "ir/edit/testpass.h"
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
    {"ir-test-split-blocks", "split every block in the middle", NULL, ir_test_split_blocks},
    {"ir-test-split-edges", "put a block on every edge that can be split", NULL,
     ir_test_split_edges},
    {"ir-test-rebuild-phis", "rebuild every PHI with its entries reversed", NULL,
     ir_test_rebuild_phis},
    {"ir-test-clone-functions", "reverse and extend the parameters of internal functions", NULL,
     ir_test_clone_functions},
    {NULL, NULL, NULL, NULL},
};
