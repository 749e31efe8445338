/* The passes of the room ir. */
#include "pass/lists.h"

#include "ir/edit/testpass.h"
#include "ir/map/rename.h"
#include "ir/print_pass.h"
#include "ir/print_types.h"
#include "ir/ptr/ptr.h"
#include "ir/ptr/touch.h"

const ir_pass ir_pass_list[] = {
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
    {.name = "ir-rename-structs",
     .summary = "Give every named struct type an identical copy under a new name",
     .params = IR_PARAMS(IR_TEXT("prefix", "TEXT", "Prefix of the new names")),
     .run = ir_rename_structs},
    {.name = "ir-test-split-blocks",
     .summary = "Split every block in the middle",
     .run = ir_test_split_blocks,
     .test_only = true},
    {.name = "ir-test-split-edges",
     .summary = "Put a block on every edge that can be split",
     .run = ir_test_split_edges,
     .test_only = true},
    {.name = "ir-test-rebuild-phis",
     .summary = "Rebuild every PHI with its entries reversed",
     .run = ir_test_rebuild_phis,
     .test_only = true},
    {.name = "ir-test-clone-functions",
     .summary = "Reverse and extend the parameters of internal functions",
     .run = ir_test_clone_functions,
     .test_only = true},
    {.name = "ir-test-ptr-trace",
     .summary = "Instrument the program to record which accesses overlap in memory",
     .run = ptr_trace_pass,
     .test_only = true},
    {.name = "ir-test-ptr-check",
     .summary = "Check the pointer classes against such a record",
     .params = IR_PARAMS(IR_TEXT("log", "FILE", "The record")),
     .run = ptr_check_pass,
     .test_only = true},
    {.name = NULL},
};
