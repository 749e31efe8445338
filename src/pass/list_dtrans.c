/* The passes of the room dtrans. */
#include "pass/lists.h"

#include "dtrans/passes.h"
#include "dtrans/soa/pass.h"
#include "dtrans/transform/run.h"

#define TYPE IR_TEXT("type", "NAME", "Only this struct, as in the source or in IR")
#define FORCE IR_FLAG("force", "Whatever may change does, whether or not it pays")
#define BEST IR_FLAG("best", "Only structs for which no other transform of arrays is better")
#define INDEX IR_CHOICE("index", "32|64", "Bits of an index, else what the arrays' sizes allow")
#define GROUPS                                                                                     \
    IR_TEXT("groups", "FIELDS", "Fields that stay together, a:b+c; of the one struct in type=")
#define RULES IR_TEXT("without", "RULES", "Leave rules of the plan out, which makes it wrong")

const ir_pass dtrans_pass_list[] = {
    {.name = "dtrans-analysis",
     .summary = "Print what may change about each struct type, and why not",
     .params = IR_PARAMS(TYPE),
     .run = dtrans_analysis_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-aos-to-soa",
     .summary = "Make arrays of structs an array of each field, and pointers indexes",
     .params = IR_PARAMS(INDEX, TYPE, FORCE, BEST),
     .run = dtrans_aos_to_soa_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-delete-fields",
     .summary = "Delete fields that are never read or have one constant value",
     .run = dtrans_delete_fields_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-pool",
     .summary = "Take single objects from pools, with 32-bit pointers to them in structs",
     .params = IR_PARAMS(FORCE, TYPE, IR_FLAG("split", "Cold fields apart from hot ones"), GROUPS,
                         IR_FLAG("wide", "Pointers keep 64 bits"),
                         IR_FLAG("unshifted", "Pointers count bytes, not objects"),
                         IR_NUMBER("limit", "BYTES", 0, UINT64_MAX, "That a pool may have")),
     .run = dtrans_pool_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-reorder-fields",
     .summary = "Give structs the smallest and most local order of fields",
     .run = dtrans_reorder_fields_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-shuffle",
     .summary = "Give every struct that may change a random layout, as a test",
     .params =
         IR_PARAMS(IR_NUMBER("seed", "N", 0, UINT64_MAX, "Of the random numbers, else 1"), RULES),
     .run = dtrans_shuffle_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-split",
     .summary = "Make arrays of structs an array of each group of fields, and pointers indexes",
     .params = IR_PARAMS(INDEX, TYPE, GROUPS, FORCE, BEST),
     .run = dtrans_split_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-strip-annotations",
     .summary = "Remove the annotations of dtrans passes, never the user's",
     .run = dtrans_strip_annotations,
     .keeps_knowledge = true},
    {.name = NULL},
};
