/* The struct types that appear in a module, in one walk: the value types of globals, aliases and
 * functions, results, operands, sources of address computations, allocations, type attributes
 * (byval, sret, elementtype, …), everything inside constants, also those that metadata holds, and
 * whatever these types contain. Every type, constant and metadata node is looked at once; debug
 * info, which names no IR types, is not. */
#ifndef LATHE_IR_TYPEWALK_H
#define LATHE_IR_TYPEWALK_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/md.h"

typedef struct ir_typewalk {
    lathe_module *m;
    VEC(LLVMTypeRef) structs; /* in order of first appearance, containers before what they hold */
    map types, constants;     /* seen */
    map nodes;                /* metadata seen; each is looked into when its turn comes */
    uint64_t numeric_kinds;   /* of metadata that holds no types, one bit each */
    ir_md_ops operands;       /* of the node being looked at */
    VEC(LLVMTypeRef) type_work;
    VEC(LLVMValueRef) constant_work;
    VEC(LLVMAttributeRef) attributes;
    LLVMTypeRef last; /* the type seen last: most questions are about it again */
} ir_typewalk;

/* False, with the context's status set, on failure. Free it either way. */
bool ir_typewalk_init(ir_typewalk *w, lathe_module *m);
void ir_typewalk_free(ir_typewalk *w);

/* Whether the type contains others by its kind: structs, arrays, vectors, functions. */
bool ir_is_compound(LLVMTypeRef type);

#endif
