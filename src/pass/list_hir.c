/* The passes of the room hir. */
#include "pass/lists.h"

#include "hir/hir_passes.h"

const ir_pass hir_pass_list[] = {
    {.name = "hir-canonicalize",
     .summary = "Bring loops into the form that HIR is built from",
     .params = IR_PARAMS(
         IR_FLAG("nests", "Also distribute loops, as before the other hir passes"),
         IR_FLAG("join",
                 "Keep neighbouring loops together, as regions of several loops need them")),
     .run = hir_canonicalize_pass},
    {.name = "hir-print",
     .summary = "Print loop nests as text, and their dependences on request",
     .params = IR_PARAMS(IR_FLAG("deps", "Also dependences"),
                         IR_TEXT("function", "NAME", "Only this function"),
                         IR_FLAG("numbers", "Number references, as in dependences"),
                         IR_FLAG("verbose", "Also blobs, symbases and types")),
     .run = hir_print_pass},
    {.name = "hir-optimize",
     .summary = "Change loop nests where that makes them faster",
     .params = IR_PARAMS(IR_FLAG("as-is", "Do not canonicalize loops first"), HIR_ASSUME),
     .run = hir_optimize_pass},
    {.name = "hir-identity",
     .summary = "Round-trip every loop nest through HIR",
     .params = IR_PARAMS(IR_FLAG("join", "Use regions of several loops")),
     .run = hir_identity_pass},
    {.name = NULL},
};
