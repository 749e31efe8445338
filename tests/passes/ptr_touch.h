/* Every place in a module where memory is read or written, with the class of the address: what the
 * tracing of pointer classes records at run time and checks afterwards. */
#ifndef LATHE_TESTS_PTR_TOUCH_H
#define LATHE_TESTS_PTR_TOUCH_H

#include "ir/ptr/ptr.h"

typedef struct ptr_touch {
    LLVMValueRef inst;
    LLVMValueRef address;
    LLVMValueRef length; /* bytes touched if the instruction says so; NULL: size */
    uint64_t size;
    ptr_class class; /* of address; 0 if the graph has none */
} ptr_touch;

typedef struct ptr_touches {
    VEC(ptr_touch) at; /* in the order of the module */
} ptr_touches;

/* The touches of a module whose graph has been built. Deterministic: a graph and touches built
 * again from the same module have the same numbers. */
void ptr_touches_find(ptr_touches *t, ptr_graph *g, lathe_module *m);

/* Whether the place `offset` bytes beyond some place of c is a place of target, as a scalar access
 * sees both. Nothing is made: places that were never looked up are none. */
bool ptr_reaches(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target);

#endif
