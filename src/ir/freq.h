/* How often blocks run, per run of their function. ir/runs.h knows about functions. */
#pragma once

#include "ir/branch.h"

/* Invariants: 1. block[0] is 1 for the entry (it has no predecessors), 0 for unreachable blocks.
 *             2. Every number is finite and not negative, and depends on the IR alone.
 */
typedef struct ir_freq {
    double *block;     /* of each block, relative to one entry of the function */
    uint32_t profiled; /* blocks with branch weights of a profile */
} ir_freq;

/* Near-linear time. False, with the context's status set, on failure. */
bool ir_freq_build(ir_freq *freq, arena *a, const ir_loops *loops);
