/* The passes of the room ckpt. */
#include "pass/lists.h"

#include "ckpt/passes.h"

const ir_pass ckpt_pass_list[] = {
    {"ckpt-split", "Split blocks with several successors before their compare and branch", NULL,
     ckpt_split_pass, false},
    {"ckpt-live", "Show the live-in, live-out and tracked values of every block as JSON",
     "json=FILE", ckpt_live_pass, false},
    {"ckpt-mark", "Let LLVM optimise across calls of checkpoint()", NULL, ckpt_mark_pass, false},
    {"ckpt-inject", "Make functions save their state at checkpoints, and go on from there",
     "inject=WHAT;auto;mem=FUNC:ARG:BYTES;mem-only;name=NAME;report;json;strict", ckpt_inject_pass,
     false},
    {"ckpt-test-place", "call checkpoint() in every n-th block", "every=N", ckpt_test_place_pass,
     false},
    {NULL, NULL, NULL, NULL, false},
};
