/* Strongly connected components of a graph in arrays, as ir_cfg keeps its edges. */
#pragma once

#include "base/arena.h"
#include "ir/module.h"

/* Invariant: an edge between two components leads to the one with the smaller number. */
typedef struct ir_scc {
    uint32_t *component; /* of each node */
    uint32_t *size;      /* of each component */
    uint32_t count;
} ir_scc;

/* Linear time, no recursion. Targets of node i are targets[start[i]] … targets[start[i + 1] - 1].
 * False, with the context's status set, on failure. */
bool ir_scc_build(ir_scc *scc, arena *a, uint32_t node_count, const uint32_t *start,
                  const uint32_t *targets);
