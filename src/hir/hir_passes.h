/* The passes of this room. */
#pragma once

#include "ir/ir_pass.h"

/* A text attribute of functions whose unit was compiled without changing loop nests: hir-optimize
 * leaves them alone in a whole program, too. */
#define HIR_KEEP_LOOPS "lathe-keep-loops"

/* The transforms of loop nests, one by one; ends with a NULL name. */
extern const ir_pass hir_transform_list[];

/* A parameter of many passes. */
#define HIR_ASSUME                                                                                 \
    IR_CHOICE("assume", "noalias|dims|independent|decided|commutes",                               \
              "Assume this when finding dependences, whether or not it holds")

/* Which loops a transform is tried at. */
#define HIR_CHOOSE                                                                                 \
    IR_TEXT("function", "NAME", "Only in this function"),                                          \
        IR_NUMBER("loop", "N", 1, UINT32_MAX,                                                      \
                  "Only the loop with this number (lathe hir --numbers)"),                         \
        IR_NUMBER("line", "N", 1, UINT32_MAX, "Only loops that start on this line of the source"), \
        IR_NUMBER("level", "N", 1, HIR_MAX_LEVEL, "Only loops of this level, 1 is the outermost")

lathe_status hir_canonicalize_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_print_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_optimize_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_identity_pass(lathe_module *m, const ir_params *params, str *out);
