#include "ckpt/passes.h"

const ir_pass ckpt_pass_list[] = {
    {"ckpt-split", "Split blocks with several successors before their compare and branch", NULL,
     ckpt_split_pass, false},
    {NULL, NULL, NULL, NULL, false},
};
