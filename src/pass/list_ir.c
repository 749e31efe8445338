/* The passes of the room ir. */
#include "pass/lists.h"

#include "ir/edit/fit_calls.h"
#include "ir/edit/known_callees.h"
#include "ir/ir_print_pass.h"
#include "ir/print_types.h"
#include "ir/ptr/ptr.h"

const ir_pass ir_pass_list[] = {
    {.name = "ir-fit-calls",
     .summary = "Make calls without a prototype ordinary calls where their arguments fit",
     .run = ir_fit_calls_pass},
    {.name = "ir-know-callees",
     .summary = "Make calls through variables that only hold one function calls of it",
     .run = ir_know_callees_pass},
    {.name = "ir-ptrclasses",
     .summary = "Show which pointers may point to the same memory, and why",
     .params =
         IR_PARAMS(IR_FLAG("all", "Also classes without facts"), IR_FLAG("quiet", "Print nothing"),
                   IR_TEXT("write", "FILE", "Write the graph to a file"),
                   IR_TEXT("merge", "FILE", "Merge with a graph written before")),
     .run = ptr_classes_pass},
    {.name = "ir-print",
     .summary = "Print the control-flow analyses of each function",
     .params = IR_PARAMS(IR_TEXT("what", "KIND", "What to print; a wrong word lists them"),
                         IR_TEXT("function", "NAME", "Only this function")),
     .run = ir_print_run},
    {.name = "ir-print-locations",
     .summary = "Print where each global, function and instruction comes from",
     .run = ir_print_locations_run},
    {.name = "ir-print-structs",
     .summary = "Print the layout of every struct type, from IR and debug info",
     .params = IR_PARAMS(IR_FLAG("members", "Also members of members")),
     .run = ir_print_structs_run},
    {.name = "ir-print-tbaa",
     .summary = "Print the decoded TBAA of every access, and the struct types it names",
     .run = ir_print_tbaa_run},
    {.name = NULL},
};
