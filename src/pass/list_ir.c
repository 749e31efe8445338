/* The passes of the room ir. */
#include "pass/lists.h"

#include "ir/edit/testpass.h"
#include "ir/map/rename.h"
#include "ir/print_pass.h"
#include "ir/print_types.h"
#include "ir/ptr/ptr.h"
#include "ir/ptr/touch.h"

const ir_pass ir_pass_list[] = {
    {"ir-ptrclasses", "Show which pointers may point to the same places, and why",
     "all;quiet;write=FILE;merge=FILE", ptr_classes_pass, false},
    {"ir-print", "Print what is known about the control flow of each function",
     "what=KIND;function=NAME", ir_print_run, false},
    {"ir-print-locations", "Print where each global, function and instruction comes from", NULL,
     ir_print_locations_run, false},
    {"ir-print-structs", "Print the layout of every struct type, from IR and debug info", "members",
     ir_print_structs_run, false},
    {"ir-print-tbaa", "Print the decoded TBAA of every access, and the struct types it names", NULL,
     ir_print_tbaa_run, false},
    {"ir-rename-structs", "give every named struct type an identical copy under a new name",
     "prefix=P", ir_rename_structs, false},
    {"ir-test-split-blocks", "split every block in the middle", NULL, ir_test_split_blocks, false},
    {"ir-test-split-edges", "put a block on every edge that can be split", NULL,
     ir_test_split_edges, false},
    {"ir-test-rebuild-phis", "rebuild every PHI with its entries reversed", NULL,
     ir_test_rebuild_phis, false},
    {"ir-test-clone-functions", "reverse and extend the parameters of internal functions", NULL,
     ir_test_clone_functions, false},
    {"ir-test-ptr-trace", "let the program record which accesses meet in memory", NULL,
     ptr_trace_pass, false},
    {"ir-test-ptr-check", "hold such a record against the pointer classes", "log=FILE",
     ptr_check_pass, false},
    {NULL, NULL, NULL, NULL, false},
};
