/* The passes of the room ckpt. */
#include "pass/lists.h"

#include "ckpt/ckpt_passes.h"

const ir_pass ckpt_pass_list[] = {
    {.name = "ckpt-split",
     .summary = "Split blocks with several successors before their compare and branch",
     .run = ckpt_split_pass},
    {.name = "ckpt-live",
     .summary = "Show the live-in, live-out and tracked values of every block as JSON",
     .params = IR_PARAMS(IR_TEXT("json", "FILE", "Write the JSON to a file")),
     .run = ckpt_live_pass},
    {.name = "ckpt-mark",
     .summary = "Let LLVM optimise across calls of checkpoint()",
     .run = ckpt_mark_pass},
    {.name = "ckpt-inject",
     .summary = "Make functions save their state at checkpoints, and go on from there",
     .params = IR_PARAMS(
         IR_CHOICE("inject", "save|restore|save-restore",
                   "One half of ckpt_mem checkpoints (default both)"),
         IR_FLAG("auto", "Insert checkpoints into loops that run long"),
         IR_TEXT("mem", "FUNC:ARG:BYTES", "Memory to save into, an argument of a function"),
         IR_TEXT("sizes", "FILE", "Sizes of what arguments point to, as FUNC:ARG:BYTES in lines"),
         IR_TEXT("live", "FILE", "Save what FILE says: the JSON of ckpt-live, edited"),
         IR_FLAG("mem-only", "Save only that memory, not the whole program"),
         IR_NUMBER("level", "N", 0, 3, "Level at which the program is optimised"),
         IR_TEXT("name", "NAME", "Name of the program in checkpoints"),
         IR_FLAG("report", "Print what was done"), IR_FLAG("json", "Print it as JSON"),
         IR_FLAG("strict", "Fail if anything was refused")),
     .run = ckpt_inject_pass},
    {.name = NULL},
};
