/* Internal to src/ir/ptr: which integers are addresses because they were made of addresses. */
#pragma once

#include "ir/ptr/ptr_graph.h"

typedef struct ptr_forgery {
    ptr_class c;
    uint32_t witness;
} ptr_forgery;

typedef VEC(ptr_forgery) ptr_forgeries;

/* The classes that the flows of bits join without the graph's knowledge: those used as addresses
 * whose integers were made of pointers, and those of these pointers. Flows are followed forward
 * only: what an integer was not made of, it is not the address of. */
void ptr_forged(ptr_graph *g, ptr_forgeries *out);
