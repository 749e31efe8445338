/* The struct types that appear in a module, in one walk: the value types of globals, aliases and
 * functions, results, operands, sources of address computations, allocations, type attributes
 * (byval, sret, elementtype, …), everything inside constants, and whatever these types contain.
 * Every type and every constant is looked at once. */
#ifndef LATHE_IR_TYPEWALK_H
#define LATHE_IR_TYPEWALK_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/module.h"

typedef struct ir_typewalk {
    lathe_module *m;
    VEC(LLVMTypeRef) structs; /* in order of first appearance, containers before what they hold */
    map types, constants;     /* seen */
    VEC(LLVMTypeRef) type_work;
    VEC(LLVMValueRef) constant_work;
    VEC(LLVMAttributeRef) attributes;
    LLVMTypeRef last; /* the type seen last: most questions are about it again */
} ir_typewalk;

/* False, with the context's status set, on failure. Free it either way. */
bool ir_typewalk_init(ir_typewalk *w, lathe_module *m);
void ir_typewalk_free(ir_typewalk *w);

#endif
