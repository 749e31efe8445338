/* The passes of this room. */
#pragma once

#include "ir/ir_pass.h"

/* The transforms of loop nests, one by one; ends with a NULL name. */
extern const ir_pass hir_transform_list[];

/* A parameter of many passes. */
#define HIR_ASSUME                                                                                 \
    IR_CHOICE("assume", "noalias|dims|independent|decided|commutes",                               \
              "Assume this when finding dependences, whether or not it holds")

lathe_status hir_canonicalize_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_print_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_optimize_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_identity_pass(lathe_module *m, const ir_params *params, str *out);
