/* How often blocks run: per run of the function, and for the function as a whole. */
#ifndef LATHE_IR_FREQ_H
#define LATHE_IR_FREQ_H

#include "ir/branch.h"

/* Invariants: 1. block[0] is 1 for the entry (it has no predecessors), 0 for unreachable blocks.
 *             2. Every number is finite and not negative, and depends on the IR alone.
 */
typedef struct ir_freq {
    double *block;       /* of each block, relative to one entry of the function */
    double entry;        /* runs of the function: its profile count, 1 if there is none */
    bool entry_profiled; /* entry comes from function_entry_count */
    uint32_t profiled;   /* blocks with branch weights of a profile */
} ir_freq;

/* Near-linear time. False, with the context's status set, on failure. */
bool ir_freq_build(ir_freq *freq, arena *a, const ir_loops *loops);

#endif
