/* The passes of the room dtrans but for the transforms of layouts, whose rows are in their files.
 */
#include "pass/lists.h"

#include "dtrans/dtrans_passes.h"
#include "dtrans/transform/layout_run.h"

#define RULES IR_TEXT("without", "RULES", "Leave rules of the plan out, which makes it wrong")

const ir_pass dtrans_pass_list[] = {
    {.name = "dtrans-analysis",
     .summary = "Print which transforms may change each struct type, and why not",
     .params = IR_PARAMS(DTRANS_TYPE),
     .run = dtrans_analysis_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-marks",
     .summary = "Print what pointer annotations mark, and which fields AOS-to-SOA made indexes",
     .run = dtrans_marks_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-shuffle",
     .summary = "Give every struct that may change a random layout, as a test",
     .params = IR_PARAMS(
         IR_NUMBER("seed", "N", 0, UINT64_MAX, "Seed of the random layouts (default 1)"), RULES),
     .run = dtrans_shuffle_pass,
     .keeps_knowledge = true},
    {.name = "dtrans-strip-annotations",
     .summary = "Remove the annotations of dtrans passes, never the user's",
     .run = dtrans_strip_annotations,
     .keeps_knowledge = true},
    {.name = NULL},
};
