/* Which values are live at the borders of each block, for any control flow graph.
 *
 * Values are the arguments and the instructions with a result. Only those that some block has to
 * keep for another one are numbered: a value that is used in its own block alone is never live at
 * a border.
 *
 * A PHI reads its operand on the edge: the operand is live out of the predecessor, and not live
 * into the PHI's block for that reason. A PHI's result is made in its block, not live into it.
 */
#pragma once

#include "base/bitset.h"
#include "ir/cfg.h"

/* Invariants: 1. Values are numbered in the order of the function, arguments first, so that those
 *                made in block b are def_start[b] … def_start[b + 1] - 1.
 *             2. in[b] = used in b before b makes it, or live out of b and not made in b.
 *             3. out[b] = live into a successor, or read by a PHI on an edge from b.
 */
typedef struct ir_live {
    const ir_cfg *cfg;
    ir_numbering values; /* values.keys[i] is an LLVMValueRef */
    uint32_t *def_start; /* cfg->count + 1 elements */
    bitset *in, *out;    /* per block */
} ir_live;

/* False, with the context's status set, on failure. */
bool ir_live_build(ir_live *live, arena *a, const ir_cfg *cfg);

/* The value's number, IR_NONE if it is live at no border. */
uint32_t ir_live_number(const ir_live *live, LLVMValueRef value);
LLVMValueRef ir_live_value(const ir_live *live, uint32_t number);

bool ir_live_into(const ir_live *live, uint32_t block, LLVMValueRef value);
bool ir_live_out_of(const ir_live *live, uint32_t block, LLVMValueRef value);
